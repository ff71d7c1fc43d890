import type { Import } from '@petstore/client';
import { useMutation } from '@tanstack/react-query';
import { useSession } from '../session/use-session.ts';
import { formatNumber } from '../texts/in-language.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { saveBadRows } from './import-requests.ts';
import { TEXTS } from './imports-texts.ts';

const MAX_SHOWN = 20;

/** The rows that an import leaves out, with what is wrong with each. */
export function BadRows({ job }: { job: Import }) {
  const { petstore } = useSession();
  const saving = useMutation({ mutationFn: () => saveBadRows(petstore, job) });
  const { badRows = [], summary } = job;
  if (badRows.length === 0) return null;
  const { failed = badRows.length, movementsFailed = 0, bondsFailed = 0 } = summary ?? {};
  const all = failed + movementsFailed + bondsFailed;
  const others = all - Math.min(badRows.length, MAX_SHOWN);
  return (
    <div className="bad-rows">
      <h3>{TEXTS.badRows}</h3>
      <ul>
        {badRows.slice(0, MAX_SHOWN).map(({ row, reason }) => (
          <li key={`${row} ${reason}`}>
            <strong>{TEXTS.row(formatNumber(row))}</strong> {reason}
          </li>
        ))}
      </ul>
      {others > 0 && <p className="detail">{TEXTS.more(formatNumber(others))}</p>}
      {failed > 0 && (
        <>
          <p>
            <button type="button" onClick={() => saving.mutate()} disabled={saving.isPending}>
              {TEXTS.downloadBad}
            </button>
          </p>
          <p className="hint">{TEXTS.correct}</p>
        </>
      )}
      <div role="alert">{saving.error !== null && <ErrorNote error={saving.error} />}</div>
    </div>
  );
}
