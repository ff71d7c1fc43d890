import type { PublishingSite, Summary } from '@petstore/client';
import { hrefOf } from '../route.ts';
import { RUN_TEXTS } from '../texts/run-texts.ts';

/** Shows listing sites that ask something, or did not take the animals. */
export function ListingSites({ sites }: { sites: Summary['publishing'] }) {
  return (
    <section className="card today-card">
      {sites.map(({ siteId, name, reason }) => (
        // A newer service may have other reasons.
        <p key={siteId}>
          {/* An unknown one leads to the list of all. */}
          <a href={hrefOf({ page: 'site', site: siteId as PublishingSite['id'] })}>
            {RUN_TEXTS.line(
              name,
              (reason === undefined ? undefined : RUN_TEXTS.reasons[reason]) ?? RUN_TEXTS.unknown,
            )}
          </a>
        </p>
      ))}
    </section>
  );
}
