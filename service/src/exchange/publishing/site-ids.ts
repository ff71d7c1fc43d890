import { Type } from 'typebox';
import { ApiError, quote } from '../../platform/core/errors.ts';
import { SITE_IDS, type Site } from './sites/site.ts';
import { findSite } from './sites/sites.ts';

/** The parameters of a path with a site. */
export const siteParams = Type.Object({
  siteId: Type.String({
    description: `The site: \`${SITE_IDS.join('`, `')}\`.`,
    examples: [SITE_IDS[0]],
  }),
});

/** @param id the id as the request contains it. */
export function siteNotFound(id: string): ApiError {
  return new ApiError(
    'site_not_found',
    `There is no site ${quote(id)}. The sites are ${SITE_IDS.join(', ')}.`,
  );
}

/** @throws {ApiError} `site_not_found`. */
export function requireSite(id: string): Site {
  const site = findSite(id);
  if (site === undefined) throw siteNotFound(id);
  return site;
}
