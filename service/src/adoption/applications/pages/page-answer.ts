import type { ApiError } from '../../../platform/core/errors.ts';
import { Representation } from '../../../platform/http/responses/representation.ts';
import type { Answer } from '../../../platform/http/route.ts';
import { contentSecurityPolicy } from '../../../platform/http/static/content-security-policy.ts';
import { HTML_TYPE, PRIVATE, SANDBOX } from '../../public-pages/headers.ts';
import type { PublicPage, Site, Visit } from '../../public-pages/public-page.ts';
import { noticePage } from '../../public-pages/views/notice-page.ts';
import { PAGE_TEXTS } from './texts/languages.ts';

/**
 * The policy allows no script, and an opaque origin as that of the other public pages: so the forms are sent with `Origin: null`.
 * No cache stores them, and no other site sees their addresses, of which the private ones are secret.
 */
const PAGE_HEADERS = [
  ...contentSecurityPolicy({ sandbox: SANDBOX }),
  ...PRIVATE,
  ...['cache-control', 'no-store'],
];

/** Returns a page for `PublicPages`: each visitor gets an own one. */
export function uncachedPage(render: PublicPage['render']): PublicPage {
  return {
    isForPeople: true,
    isLarge: false,
    type: HTML_TYPE,
    headers: PAGE_HEADERS,
    keyOf: undefined,
    render,
  };
}

/** @param headers besides those of every page, as a flat list of names and values. */
export function pageAnswer(status: number, text: string, headers: readonly string[] = []): Answer {
  return {
    status,
    headers: [...PAGE_HEADERS, ...headers],
    body: Representation.transient(text),
    type: HTML_TYPE,
  };
}

/** Returns the header field of a refusal that ends, as a flat list. */
export function retryAfter(seconds: number): string[] {
  return ['retry-after', String(seconds)];
}

/** Leads the browser on after a form was sent, so that a reload does not send it again. */
export function seeOther(path: string): Answer {
  return { status: 303, headers: [...PAGE_HEADERS, 'location', path] };
}

/** Answers a form whose body cannot be read: people who use the form get this only for very long answers. */
export function unreadableForm(visit: Visit, site: Site, { status }: ApiError): Answer {
  const { faults } = PAGE_TEXTS[visit.language];
  const text = status === 413 ? faults.tooLarge : faults.unreadable;
  return pageAnswer(status, noticePage(visit, site, { title: faults.again, text }));
}
