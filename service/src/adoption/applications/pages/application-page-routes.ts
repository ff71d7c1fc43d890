import type { IncomingMessage } from 'node:http';
import type { MaybePromise } from '../../../platform/core/maybe-promise.ts';
import { FORM_TYPE, type FormBody, receiveForm } from '../../../platform/http/requests/form-body.ts';
import type { Answer, Route } from '../../../platform/http/route.ts';
import { route } from '../../../platform/http/route.ts';
import { applyPath } from '../../public-pages/addresses.ts';
import type { Visit } from '../../public-pages/public-page.ts';
import type { PublicPages } from '../../public-pages/public-pages.ts';
import { MAX_APPLICATION_BYTES } from '../limits.ts';
import { privatePath } from '../private-path.ts';
import { type ApplyDependencies, sendForm, showForm } from './apply.ts';
import { uncachedPage } from './page-answer.ts';
import { changePrivatePage, type PrivateDependencies, showPrivatePage } from './private.ts';

const FORM_BODY = { types: [FORM_TYPE], limitBytes: MAX_APPLICATION_BYTES, receive: receiveForm };

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

/** Returns the forms with which visitors apply. */
export function applyRoutes(pages: PublicPages, dependencies: ApplicationPageDependencies): Route[] {
  const form = {
    isPathSecret: false,
    show: (visit: Visit) => showForm(visit, dependencies),
    send: (visit: Visit, body: FormBody, address: string | undefined) =>
      sendForm(visit, body, address, dependencies),
  };
  return [applyPath(undefined), applyPath(':petId')].flatMap((path) =>
    routesOf({ ...form, path }, pages, dependencies),
  );
}

/** Returns the private pages of applications, which a web site of the shelter may have sent. */
export function privatePageRoutes(pages: PublicPages, dependencies: ApplicationPageDependencies): Route[] {
  const ofLink: FormPage = {
    path: privatePath(':secret'),
    isPathSecret: true,
    show: (visit) => showPrivatePage(visit, dependencies),
    send: (visit, body, address) => changePrivatePage(visit, body, address, dependencies),
  };
  return routesOf(ofLink, pages, dependencies);
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
