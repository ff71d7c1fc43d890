import type { PublishingSite } from '@petstore/client';
import { useQuery } from '@tanstack/react-query';
import { hrefOf } from '../../route.ts';
import { useSession } from '../../session/use-session.ts';
import { PAGE_NAMES } from '../../texts/page-names.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { ManagerPage } from '../manager-page.tsx';
import { type SiteId, sitesOf, useLeftOut, useSiteName } from '../publishing-queries.ts';
import { LeftOut } from './left-out.tsx';
import { SendNow } from './send-now.tsx';
import { SiteFiles } from './site-files.tsx';
import { SiteForm } from './site-form.tsx';
import { SiteRuns } from './site-runs.tsx';
import { TEXTS } from './site-texts.ts';

/** One site where adopters look: what it gets, what was sent, and how. */
export function SitePage({ id }: { id: SiteId }) {
  return (
    <ManagerPage title={useSiteName(id)}>
      <p>
        <a href={hrefOf({ page: 'publishing' })}>{PAGE_NAMES.publishing}</a>
      </p>
      <Content id={id} />
    </ManagerPage>
  );
}

function Content({ id }: { id: SiteId }) {
  const { petstore } = useSession();
  const { data, error, refetch } = useQuery(sitesOf(petstore));
  const leftOut = useLeftOut(id);
  const site = data?.find((one) => one.id === id);
  if (error !== null && site === undefined) return <ErrorNote error={error} onRetry={refetch} />;
  // The animals are above the rest, which they would move.
  if (site === undefined || (leftOut.isPending && site.leftOutCount > 0))
    return <div className="site-page skeleton" />;
  return (
    <div className="site-page">
      <What site={site} leftOut={leftOut} />
      <SendNow site={site} />
      <SiteForm site={site} />
      <SiteFiles site={site} />
      <SiteRuns site={site} />
    </div>
  );
}

/** What the site gets, and what it does not get and why. */
function What({ site, leftOut }: { site: PublishingSite; leftOut: ReturnType<typeof useLeftOut> }) {
  const { id, sentCount, leftOutCount, unmappedWords } = site;
  return (
    <section className="card place" aria-labelledby="what">
      <h2 id="what">{TEXTS.what}</h2>
      <p>{TEXTS.sent(sentCount, sentCount + leftOutCount)}</p>
      <p>
        {unmappedWords > 0 && `${TEXTS.unmapped(unmappedWords)} `}
        <a href={hrefOf({ page: 'site-words', site: id })}>{TEXTS.words}</a>
      </p>
      {leftOutCount > 0 && <LeftOut id={id} count={leftOutCount} list={leftOut} />}
    </section>
  );
}
