import { listPartners } from '../../exchange/partners/partner-queries.ts';
import { reasonOf } from '../../exchange/partners/partner-schemas.ts';
import { type Check, ok, warning } from './finding.ts';

/** Reports partners that are on and could not be read the last time. */
export const checkPartners: Check = (context) =>
  context.readDatabase(async ({ read }) => {
    const partners = (await listPartners(read)).filter(({ state }) => state === 'on');
    if (partners.length === 0) return undefined;
    const failing = partners.flatMap(({ url, failure }) =>
      failure === undefined ? [] : [`${url}: ${reasonOf(failure).replace(/\.$/, '')}`],
    );
    return failing.length === 0
      ? ok(`${partners.length} on, and each was read`)
      : warning(failing.join('; '));
  });
