import type { ApplicationSummary } from '@petstore/client';
import { hrefOf } from '../route.ts';
import { Moment } from '../session/moment.tsx';
import { TEXTS } from './applications-texts.ts';
import { StateChip } from './state-chip.tsx';
import { animalText } from './use-animal-names.ts';
import { WaitingTime } from './waiting-time.tsx';

interface ApplicationRowProps {
  application: ApplicationSummary;
  /** Undefined until it is known. */
  animalName: string | undefined;
}

/** One application in a list. All of it leads to its page. */
export function ApplicationRow({ application, animalName }: ApplicationRowProps) {
  const { id, petId, state, applicant, createdAt, assignee, queue } = application;
  return (
    <li className="card application-row">
      <p className="row-name">
        <a href={hrefOf({ page: 'application', id })} data-row>
          <bdi>{applicant.name}</bdi>
        </a>
      </p>
      <p className="row-animal">{animalText(petId, animalName)}</p>
      <p className="row-state">
        <StateChip state={state} />
      </p>
      <p className="row-due detail">
        <WaitingTime application={application} />
      </p>
      <p className="row-more detail">
        <span>
          {TEXTS.received} <Moment at={createdAt} />
        </span>
        {assignee !== undefined && <span>{TEXTS.assigned(assignee.name)}</span>}
        {queue > 1 && <span>{TEXTS.second}</span>}
      </p>
    </li>
  );
}
