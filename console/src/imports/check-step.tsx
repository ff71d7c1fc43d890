import type { Import, ImportSummary } from '@petstore/client';
import { useQuery } from '@tanstack/react-query';
import { allCategories } from '../queries/category-queries.ts';
import { useSession } from '../session/use-session.ts';
import { BadRows } from './bad-rows.tsx';
import { CancelImport } from './cancel-import.tsx';
import { ImportError } from './import-error.tsx';
import { hasEnded, importOf } from './import-queries.ts';
import { useChange } from './import-requests.ts';
import { TEXTS } from './imports-texts.ts';
import { kindNames, type Mapping } from './matching/mapping.ts';
import { Sample } from './matching/sample.tsx';
import { Progress } from './progress.tsx';
import { Summary } from './summary.tsx';

interface CheckStepProps {
  id: bigint;
  /** Undefined for an export. */
  mapping: Mapping | undefined;
  onBack(): void;
  onRestart(): void;
  onImporting(): void;
}

/** Shows what the import would do, before it does it. */
export function CheckStep({ id, mapping, onBack, onRestart, onImporting }: CheckStepProps) {
  const { data: check, error, refetch } = useQuery(importOf(useSession().petstore, id));
  const start = useChange(id, onImporting);
  const isChecked = check !== undefined && hasEnded(check);
  const { summary } = check ?? {};
  return (
    <section className="card import-section">
      <h2>{TEXTS.checkTitle}</h2>
      {isChecked && <Result check={check} mapping={mapping} />}
      {check?.state === 'cancelled' && <p>{TEXTS.stoppedTitle}</p>}
      {!isChecked && error === null && <Progress text={TEXTS.checking} job={check} />}
      {error !== null && <ImportError error={error} onRetry={refetch} onRestart={onRestart} />}
      <div role="alert">
        {start.error !== null && <ImportError error={start.error} onRestart={onRestart} />}
      </div>
      <div className="form-actions">
        <button type="button" onClick={onBack} disabled={!isChecked && error === null}>
          {TEXTS.back}
        </button>
        {check !== undefined && !isChecked && <CancelImport job={check} onCancelled={onRestart} />}
        {isChecked && summary !== undefined && (
          <button
            type="button"
            className="primary"
            disabled={start.isPending || importText(summary) === undefined}
            onClick={() => start.mutate(mapping === undefined ? {} : { mapping })}
          >
            {start.isPending ? TEXTS.sending : (importText(summary) ?? TEXTS.importAnimals(0))}
          </button>
        )}
      </div>
    </section>
  );
}

/** Returns what would be imported; undefined if the file changes nothing. */
function importText(summary: ImportSummary): string | undefined {
  const { created, updated, movementsAdded = 0, movementsChanged = 0, bondsChanged = 0 } = summary;
  if (created + updated > 0) return TEXTS.importAnimals(created + updated);
  const movements = movementsAdded + movementsChanged;
  if (movements > 0) return TEXTS.importMovements(movements);
  return bondsChanged > 0 ? TEXTS.importBonds(bondsChanged) : undefined;
}

function Result({ check, mapping }: { check: Import; mapping: Mapping | undefined }) {
  const { data: categories = [] } = useQuery(allCategories(useSession().petstore));
  if (check.failure !== undefined) return <p className="import-failure">{check.failure}</p>;
  if (check.summary === undefined) return null;
  return (
    <>
      <Summary summary={check.summary} isDone={false} />
      <BadRows job={check} />
      <Sample rows={check.preview?.sample ?? []} kinds={kindNames(mapping, categories)} />
    </>
  );
}
