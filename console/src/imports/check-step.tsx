import type { Import } from '@petstore/client';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../session/use-session.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { BadRows } from './bad-rows.tsx';
import { importOf } from './import-queries.ts';
import { type PreparedImport, useImport } from './import-requests.ts';
import { TEXTS } from './imports-texts.ts';
import { Progress } from './progress.tsx';
import { Summary } from './summary.tsx';

interface CheckStepProps {
  /** The import that only counts its effects. */
  id: bigint;
  prepared: PreparedImport;
  onBack(): void;
  onImporting(id: bigint): void;
}

/** Shows what the import would do, before it does it. */
export function CheckStep({ id, prepared, onBack, onImporting }: CheckStepProps) {
  const { data: check, error, refetch } = useQuery(importOf(useSession().petstore, id));
  const start = useImport(false, (created) => onImporting(created.id));
  const changes = (check?.summary?.created ?? 0) + (check?.summary?.updated ?? 0);
  return (
    <section className="card import-section">
      <h2>{TEXTS.checkTitle}</h2>
      {check !== undefined && <Result check={check} />}
      {(check === undefined || check.summary === undefined) && error === null && (
        <Progress text={TEXTS.checking} job={check} />
      )}
      {error !== null && <ErrorNote error={error} onRetry={refetch} />}
      <div role="alert">{start.error !== null && <ErrorNote error={start.error} />}</div>
      <div className="form-actions">
        <button type="button" onClick={onBack}>
          {TEXTS.back}
        </button>
        {check?.summary !== undefined && (
          <button
            type="button"
            className="primary"
            disabled={start.isPending || changes === 0}
            onClick={() => start.mutate(prepared)}
          >
            {start.isPending ? TEXTS.sending : TEXTS.importAnimals(changes)}
          </button>
        )}
      </div>
    </section>
  );
}

function Result({ check }: { check: Import }) {
  if (check.failure !== undefined) return <p className="import-failure">{check.failure}</p>;
  if (check.summary === undefined) return null;
  return (
    <>
      <Summary summary={check.summary} isDone={false} />
      <BadRows job={check} />
    </>
  );
}
