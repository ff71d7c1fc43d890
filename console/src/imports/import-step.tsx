import type { Import } from '@petstore/client';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { ANIMAL_LISTS } from '../queries/animal-queries.ts';
import { CATEGORIES } from '../queries/category-queries.ts';
import { hrefOf } from '../route.ts';
import { useSession } from '../session/use-session.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { BadRows } from './bad-rows.tsx';
import { CancelImport } from './cancel-import.tsx';
import { hasEnded, importOf } from './import-queries.ts';
import { TEXTS } from './imports-texts.ts';
import { Progress } from './progress.tsx';
import { Summary } from './summary.tsx';

interface ImportStepProps {
  id: bigint;
  /** Leads back to the columns, if nothing could be imported with what was chosen there. */
  onBack(): void;
  onRestart(): void;
}

/** Shows the progress of an import, and then what it did. */
export function ImportStep({ id, onBack, onRestart }: ImportStepProps) {
  const { petstore, queries } = useSession();
  const { data: job, error, refetch } = useQuery(importOf(petstore, id));
  const isOver = job !== undefined && hasEnded(job);
  useEffect(() => {
    if (!isOver) return;
    for (const queryKey of [ANIMAL_LISTS, CATEGORIES]) queries.invalidateQueries({ queryKey });
  }, [isOver, queries]);
  return (
    <section className="card import-section">
      <h2 role="status">{isOver ? titleOf(job) : TEXTS.importing}</h2>
      {!isOver && error === null && (
        <>
          <Progress text={TEXTS.adding} job={job} />
          <p className="hint">{TEXTS.canLeave}</p>
          {job !== undefined && <CancelImport job={job} />}
        </>
      )}
      {job?.state === 'cancelled' && <p>{TEXTS.stopped(job.processed)}</p>}
      {job?.failure !== undefined && <p className="import-failure">{job.failure}</p>}
      {job?.state === 'done' && job.summary !== undefined && (
        <>
          <Summary summary={job.summary} isDone />
          <BadRows job={job} />
        </>
      )}
      {error !== null && <ErrorNote error={error} onRetry={refetch} />}
      {isOver && (
        <div className="form-actions">
          {job.state === 'preview' && (
            <button type="button" onClick={onBack}>
              {TEXTS.back}
            </button>
          )}
          <button type="button" onClick={onRestart}>
            {TEXTS.another}
          </button>
          <a className="button primary" href={hrefOf({ page: 'animals' })}>
            {TEXTS.seeAnimals}
          </a>
        </div>
      )}
    </section>
  );
}

function titleOf({ state }: Import): string {
  if (state === 'cancelled') return TEXTS.stoppedTitle;
  return state === 'done' ? TEXTS.done : TEXTS.failed;
}
