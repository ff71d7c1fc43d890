import { type Application, PetstoreError } from '@petstore/client';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hrefOf } from '../../route.ts';
import { useMayManage, useSession } from '../../session/use-session.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { applicationOf } from '../application-queries.ts';
import { SectionPage } from '../section-page.tsx';
import { animalText, useAnimalNames } from '../use-animal-names.ts';
import { Answers } from './answers.tsx';
import { TEXTS } from './application-texts.ts';
import { Decision } from './decision.tsx';
import { EraseApplication } from './erase-application.tsx';
import { Facts } from './facts.tsx';
import { History } from './history.tsx';
import { Messages, Notes } from './written.tsx';
import './application.css';

/** One application: who asks, the answers, what was written, and the decision. */
export function ApplicationPage({ id }: { id: bigint }) {
  const { petstore } = useSession();
  const mayManage = useMayManage();
  const { data, error, refetch } = useQuery({ ...applicationOf(petstore, id), enabled: mayManage });
  const isMissing = error instanceof PetstoreError && error.code === 'application_not_found';
  const shown = isMissing ? undefined : data;
  return (
    <SectionPage
      title={shown?.applicant.name ?? TEXTS.numbered(id)}
      actions={shown !== undefined && <Actions application={shown} />}
    >
      <p className="back">
        <a href={hrefOf({ page: 'applications' })}>{TEXTS.back}</a>
      </p>
      {isMissing && <p className="empty">{TEXTS.doesNotExist(id)}</p>}
      {!isMissing && data === undefined && error !== null && <ErrorNote error={error} onRetry={refetch} />}
      {data === undefined && error === null && <Loading />}
      {shown !== undefined && <Content application={shown} />}
    </SectionPage>
  );
}

function Actions({ application }: { application: Application }) {
  const [isErasing, setErasing] = useState(false);
  return (
    <>
      <button type="button" onClick={() => print()}>
        {TEXTS.print}
      </button>
      <button type="button" onClick={() => setErasing(true)}>
        {TEXTS.erase}
      </button>
      {isErasing && <EraseApplication application={application} onClose={() => setErasing(false)} />}
    </>
  );
}

function Content({ application }: { application: Application }) {
  const { petId } = application;
  const nameOf = useAnimalNames([petId]);
  const animal = petId === undefined ? undefined : nameOf(petId);
  return (
    <div className="application">
      <div className="application-part">
        <Facts application={application} animal={animalText(petId, animal)} />
        <Decision application={application} animal={animal} />
      </div>
      <div className="application-part main-part">
        <Answers application={application} />
        <Messages application={application} />
      </div>
      <div className="application-part">
        <Notes application={application} />
        <History states={application.states} />
      </div>
    </div>
  );
}

/** Placeholders of about the final size. */
function Loading() {
  return (
    <div className="application" role="status" aria-label={TEXTS.loading}>
      <div className="application-part">
        <div className="application-facts skeleton" />
        <div className="application-decision skeleton" />
      </div>
      <div className="application-part main-part">
        <div className="application-answers skeleton" />
      </div>
    </div>
  );
}
