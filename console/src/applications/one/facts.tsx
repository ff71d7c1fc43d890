import type { Application } from '@petstore/client';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { hrefOf } from '../../route.ts';
import { Moment } from '../../session/moment.tsx';
import { useSession } from '../../session/use-session.ts';
import { capitalised } from '../../texts/in-language.ts';
import { languageName } from '../../texts/language-names.ts';
import { countText } from '../../ui/local-text.ts';
import { applicationsOf } from '../application-queries.ts';
import { StateChip } from '../state-chip.tsx';
import { WaitingTime } from '../waiting-time.tsx';
import { TEXTS } from './application-texts.ts';
import { AssignedTo } from './assigned-to.tsx';

interface FactsProps {
  application: Application;
  /** The animal in words. */
  animal: string;
}

/** Who asks for which animal, since when, how to answer, and who handles it. */
export function Facts({ application, animal }: FactsProps) {
  const { petId, state, applicant, createdAt, language, orderId, failedEmail } = application;
  const id = useId();
  return (
    <section className="card application-facts" aria-labelledby={id}>
      <h2 id={id}>{TEXTS.facts}</h2>
      <dl>
        <dt>{TEXTS.animal}</dt>
        <dd>
          {petId === undefined ? animal : <a href={hrefOf({ page: 'animal', id: petId })}>{animal}</a>}
          {petId !== undefined && <Others petId={petId} />}
        </dd>
        <dt>{TEXTS.state}</dt>
        <dd>
          <StateChip state={state} />{' '}
          <span className="detail">
            <WaitingTime application={application} />
          </span>
        </dd>
        <dt>{TEXTS.contact}</dt>
        <dd>
          {applicant.email !== undefined && (
            <a href={`mailto:${encodeURIComponent(applicant.email)}`}>{applicant.email}</a>
          )}
          {applicant.telephone !== undefined && (
            <a href={`tel:${applicant.telephone.replace(/[^0-9+]/g, '')}`}>{applicant.telephone}</a>
          )}
        </dd>
        {failedEmail !== undefined && (
          <dd className="late">
            {TEXTS.failedEmail} <bdi>{failedEmail.reason}</bdi> (<Moment at={failedEmail.at} />)
          </dd>
        )}
        <dt>{TEXTS.language}</dt>
        <dd>{capitalised(languageName(language))}</dd>
        <dt>{TEXTS.received}</dt>
        <dd>
          <Moment at={createdAt} />
        </dd>
        {orderId !== undefined && (
          <>
            <dt>{TEXTS.reservation}</dt>
            <dd>
              <a href={hrefOf({ page: 'orders' })}>{TEXTS.reservationNumber(orderId)}</a>
            </dd>
          </>
        )}
      </dl>
      <AssignedTo application={application} />
    </section>
  );
}

/** Leads to the others who want the same animal. */
function Others({ petId }: { petId: bigint }) {
  const { petstore } = useSession();
  const { data } = useQuery(applicationsOf(petstore, petId));
  return (
    <span className="others">
      {data !== undefined && data.items.length > 1 && (
        <a href={hrefOf({ page: 'applications', pet: petId })}>
          {TEXTS.others(countText({ count: data.items.length, more: data.more }))}, {TEXTS.compare}
        </a>
      )}
    </span>
  );
}
