import { useQuery } from '@tanstack/react-query';
import { allCategories } from '../../queries/category-queries.ts';
import { useSession } from '../../session/use-session.ts';
import { CancelImport } from '../cancel-import.tsx';
import { ImportError } from '../import-error.tsx';
import { hasEnded, importOf } from '../import-queries.ts';
import { TEXTS as IMPORT_TEXTS } from '../imports-texts.ts';
import { Progress } from '../progress.tsx';
import type { Answers } from './answers.ts';
import type { Mapping } from './mapping.ts';
import { MatchColumns } from './match-columns.tsx';
import { TEXTS } from './matching-texts.ts';

interface MatchStepProps {
  id: bigint;
  /** What was chosen before, on the way back from the next step. */
  answers: Answers | undefined;
  onCancel(): void;
  onChecking(answers: Answers | undefined, mapping: Mapping | undefined): void;
}

/** Waits until the service has read the file, and then shows what is in it. */
export function MatchStep({ id, answers, onCancel, onChecking }: MatchStepProps) {
  const { petstore } = useSession();
  const { data: job, error, refetch } = useQuery(importOf(petstore, id));
  const { data: categories, error: categoriesError } = useQuery(allCategories(petstore));
  const preview = job?.preview;
  if (job !== undefined && preview !== undefined && categories !== undefined) {
    const { sheet, headerRow } = preview;
    return (
      <MatchColumns
        key={`${sheet} ${headerRow}`}
        {...{ job, preview, categories, answers, onCancel, onChecking }}
      />
    );
  }
  const failure = error ?? categoriesError;
  return (
    <section className="card import-section">
      <h2>{TEXTS.title}</h2>
      {job?.failure !== undefined && <p className="import-failure">{job.failure}</p>}
      {failure !== null && <ImportError error={failure} onRetry={refetch} onRestart={onCancel} />}
      {failure === null && (job === undefined || !hasEnded(job)) && (
        <Progress text={IMPORT_TEXTS.reading} job={job} />
      )}
      <div className="form-actions">
        <button type="button" onClick={onCancel}>
          {TEXTS.anotherFile}
        </button>
        {job !== undefined && !hasEnded(job) && <CancelImport job={job} onCancelled={onCancel} />}
      </div>
    </section>
  );
}
