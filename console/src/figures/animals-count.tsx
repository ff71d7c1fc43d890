import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { nameOf } from '../category-name.tsx';
import { useSession } from '../session/use-session.ts';
import { formatNumber } from '../texts/in-language.ts';
import { ErrorNote } from '../ui/error-note.tsx';
import { saveFile } from '../ui/save-file.ts';
import { TEXTS } from './figures-texts.ts';
import { MonthSelect } from './period-fields.tsx';

/** Saves the matrix of Shelter Animals Count for one month, and states what it lacks. */
export function AnimalsCountSection({ months }: { months: readonly string[] }) {
  const { petstore } = useSession();
  const [month, setMonth] = useState(months[1] ?? months[0] ?? '');
  const saving = useMutation({
    mutationFn: async () => {
      const [file, counts] = await Promise.all([
        petstore.reports.animalsCountCsv({ month }),
        petstore.reports.animalsCount({ month }),
      ]);
      saveFile(`animals-count-${month}.csv`, file);
      return counts;
    },
  });
  const counts = saving.data;
  const others = counts?.otherCategories ?? [];
  return (
    <section className="card figures-card not-printed" aria-labelledby="animals-count">
      <h2 id="animals-count">Shelter Animals Count</h2>
      <p>{TEXTS.matrix}</p>
      <div className="figures-fields">
        <MonthSelect label={TEXTS.month} months={months} value={month} onChange={setMonth} />
        <button type="button" disabled={saving.isPending} onClick={() => saving.mutate()}>
          {TEXTS.saveMatrix}
        </button>
      </div>
      <div role="status">
        {counts !== undefined && others.length === 0 && counts.outcomesWithoutColumn === 0 && (
          <p className="hint">{TEXTS.matrixComplete}</p>
        )}
        {others.length > 0 && (
          <p className="hint">
            {TEXTS.otherCategories(
              others.map(({ name, categoryId }) => nameOf({ id: categoryId, name })).join(', '),
            )}
          </p>
        )}
        {counts !== undefined && counts.outcomesWithoutColumn > 0 && (
          <p className="hint">{TEXTS.withoutColumn(formatNumber(counts.outcomesWithoutColumn))}</p>
        )}
      </div>
      <div role="alert">{saving.error !== null && <ErrorNote error={saving.error} />}</div>
    </section>
  );
}
