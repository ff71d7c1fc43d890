import type { PublishingSite } from '@petstore/client';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { settingsOf } from '../queries/settings-query.ts';
import { hrefOf } from '../route.ts';
import { useRole, useSession } from '../session/use-session.ts';
import { PAGE_NAMES } from '../texts/page-names.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { ManagerPage } from './manager-page.tsx';
import { PartnersSection } from './partners/partners-section.tsx';
import { sitesOf } from './publishing-queries.ts';
import { TEXTS } from './publishing-texts.ts';
import { RunLine } from './run-line.tsx';

/** Everywhere adopters can see the animals, and what they see there. */
export function PublishingPage() {
  return (
    <ManagerPage title={PAGE_NAMES.publishing}>
      <Places />
    </ManagerPage>
  );
}

function Places() {
  const { petstore } = useSession();
  const { data: sites, error, refetch } = useQuery(sitesOf(petstore));
  const { data: settings } = useQuery(settingsOf(petstore));
  if (sites === undefined || settings === undefined)
    return error !== null ? (
      <ErrorNote error={error} onRetry={refetch} />
    ) : (
      <div className="places skeleton" />
    );
  return (
    <div className="places">
      <OwnPages isOn={settings.publicPages} />
      {sites.map((site) => (
        <SiteCard key={site.id} site={site} />
      ))}
      <Place id="people" title={TEXTS.people} state={undefined}>
        <p>{TEXTS.peopleHelp}</p>
        <p>
          <a href={hrefOf({ page: 'export', status: 'available' })}>{PAGE_NAMES.export}</a>
        </p>
      </Place>
      <PartnersSection />
    </div>
  );
}

interface PlaceProps {
  id: string;
  title: string;
  /** Undefined for what is neither on nor off. */
  state: boolean | undefined;
  children: ReactNode;
}

function Place({ id, title, state, children }: PlaceProps) {
  return (
    <section className="card place" aria-labelledby={id}>
      <div className="place-head">
        <h2 id={id}>{title}</h2>
        {state !== undefined && (
          <span className={state ? 'place-state is-on' : 'place-state'}>{state ? TEXTS.on : TEXTS.off}</span>
        )}
      </div>
      {children}
    </section>
  );
}

function OwnPages({ isOn }: { isOn: boolean }) {
  const isAdmin = useRole() === 'admin';
  return (
    <Place id="own" title={TEXTS.own} state={isOn}>
      <p>{TEXTS.ownHelp}</p>
      {isOn && (
        <p>
          <a href="/adopt">{`${location.host}/adopt`}</a>
        </p>
      )}
      {isAdmin ? (
        <p>
          <a href={hrefOf({ page: 'settings' })}>{isOn ? TEXTS.webSite : TEXTS.turnOnPages}</a>
        </p>
      ) : (
        <p className="hint">{TEXTS.askAdmin}</p>
      )}
    </Place>
  );
}

function SiteCard({ site }: { site: PublishingSite }) {
  const { id, name, isOn, sentCount, leftOutCount, lastRun } = site;
  return (
    <Place id={id} title={name} state={isOn}>
      <p>{TEXTS.sent(sentCount, sentCount + leftOutCount)}</p>
      {leftOutCount > 0 && <p className="detail">{TEXTS.leftOut(leftOutCount)}</p>}
      {lastRun !== undefined && <RunLine run={lastRun} />}
      <p>
        <a className="button" href={hrefOf({ page: 'site', site: id })}>
          {isOn ? TEXTS.open(name) : TEXTS.setUp(name)}
        </a>
      </p>
    </Place>
  );
}
