import type { IncomingMessage } from 'node:http';
import type { MaybePromise } from '../../core/maybe-promise.ts';
import { FORM_TYPE, type FormBody, receiveForm } from '../../http/requests/form-body.ts';
import type { Answer, Route } from '../../http/route.ts';
import { route } from '../../http/route.ts';
import { applyPath } from '../../public-pages/addresses.ts';
import type { Visit } from '../../public-pages/public-page.ts';
import type { PublicPages } from '../../public-pages/public-pages.ts';
import { privatePath } from '../private-path.ts';
import { type ApplyDependencies, sendForm, showForm } from './apply.ts';
import { uncachedPage } from './page-answer.ts';
import { changePrivatePage, type PrivateDependencies, showPrivatePage } from './private.ts';

/** The longest answers to dozens of questions, in a script of which each letter takes nine characters in a form. */
const MAX_FORM_BYTES = 256 * 1024;
const FORM_BODY = { types: [FORM_TYPE], limitBytes: MAX_FORM_BYTES, receive: receiveForm };

export interface ApplicationPageDependencies extends ApplyDependencies, PrivateDependencies {
  readonly addressOf: (request: IncomingMessage) => string | undefined;
}

/** A page with forms, at one path. */
interface FormPage {
  readonly path: string;
  readonly isPathSecret: boolean;
  readonly show: (visit: Visit) => MaybePromise<Answer>;
  readonly send: (visit: Visit, body: FormBody, address: string | undefined) => MaybePromise<Answer>;
}

/** Returns the forms with which visitors apply, and the private pages of their applications. */
export function applicationPageRoutes(
  pages: PublicPages,
  dependencies: ApplicationPageDependencies,
): Route[] {
  const form: Omit<FormPage, 'path'> = {
    isPathSecret: false,
    show: (visit) => showForm(visit, dependencies),
    send: (visit, body, address) => sendForm(visit, body, address, dependencies),
  };
  const ofLink: FormPage = {
    path: privatePath(':secret'),
    isPathSecret: true,
    show: (visit) => showPrivatePage(visit, dependencies),
    send: (visit, body, address) => changePrivatePage(visit, body, address, dependencies),
  };
  const forms = [applyPath(undefined), applyPath(':petId')].map((path) => ({ ...form, path }));
  return [...forms, ofLink].flatMap((page) => routesOf(page, pages, dependencies));
}

function routesOf(
  { path, isPathSecret, show, send }: FormPage,
  pages: PublicPages,
  { addressOf }: ApplicationPageDependencies,
): Route[] {
  const shown = uncachedPage(show);
  return [
    route({ method: 'GET', path, isPathSecret, handle: (exchange) => pages.respond(exchange, shown) }),
    route({
      method: 'POST',
      path,
      isPathSecret,
      body: FORM_BODY,
      handle: (exchange, { body }) => {
        const address = addressOf(exchange.request);
        return pages.respond(
          exchange,
          uncachedPage((visit) => send(visit, body, address)),
        );
      },
    }),
  ];
}
