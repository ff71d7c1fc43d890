import type { Application } from '@petstore/client';
import { useId, useState } from 'react';
import { usePerson } from '../../session/use-session.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { DecideDialog, type Decision as DecisionKind } from './decide-dialog.tsx';
import { DECISION_TEXTS } from './decision-texts.ts';
import { useApplicationChange } from './use-application-change.ts';

interface DecisionProps {
  application: Application;
  /** The name of the animal; undefined if there is none, or until it is known. */
  animal: string | undefined;
}

/** What can be decided in each state, the most likely first. */
const STEPS: Readonly<Record<Application['state'], readonly DecisionKind[]>> = {
  received: ['accept', 'decline'],
  in_review: ['accept', 'decline'],
  accepted: ['complete', 'takeBack', 'decline'],
  adopted: [],
  declined: [],
  withdrawn: [],
  closed: [],
};

/** The buttons that decide about an application, each with a dialog that explains what follows. */
export function Decision({ application, animal }: DecisionProps) {
  const { state, someoneAhead } = application;
  const id = useId();
  const [dialog, setDialog] = useState<DecisionKind>();
  // Only one can be accepted at a time.
  const steps = STEPS[state].filter((step) => step !== 'accept' || !someoneAhead);
  return (
    <section className="card application-decision" aria-labelledby={id}>
      <h2 id={id}>{DECISION_TEXTS.title}</h2>
      {someoneAhead && <p>{DECISION_TEXTS.ahead}</p>}
      {(state === 'adopted' || state === 'withdrawn') && <p>{DECISION_TEXTS.final[state]}</p>}
      <div className="decision-actions">
        {steps.map((step, index) => (
          <button
            key={step}
            type="button"
            className={index === 0 && step !== 'decline' ? 'primary' : undefined}
            onClick={() => setDialog(step)}
          >
            {DECISION_TEXTS[step].button}
          </button>
        ))}
        {state === 'received' && <Review application={application} texts={DECISION_TEXTS.review} />}
        {(state === 'declined' || state === 'closed') && (
          <Review application={application} texts={DECISION_TEXTS.reopen} />
        )}
      </div>
      {dialog !== undefined && steps.includes(dialog) && (
        <DecideDialog
          decision={dialog}
          application={application}
          animal={animal}
          onClose={() => setDialog(undefined)}
        />
      )}
    </section>
  );
}

interface ReviewProps {
  application: Application;
  texts: { button: string; pending: string };
}

/** Takes it into review, and into the hands of the person who does it unless someone else has it. */
function Review({ application, texts }: ReviewProps) {
  const self = usePerson();
  const change = useApplicationChange(application);
  const takes = application.assignee === undefined && self !== undefined;
  return (
    <>
      <button
        type="button"
        disabled={change.isPending}
        onClick={() => change.mutate({ state: 'in_review', ...(takes && { assignedTo: self.id }) })}
      >
        {change.isPending ? texts.pending : texts.button}
      </button>
      <div role="alert">{change.error !== null && <ErrorNote error={change.error} />}</div>
    </>
  );
}
