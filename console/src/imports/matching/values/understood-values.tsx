import { nameOf } from '../../../category-name.tsx';
import { fullDay } from '../../../ui/local-text.ts';
import type { DateOrder, PreviewColumn, PreviewValue } from '../answers.ts';
import type { KnownCategory } from '../mapping.ts';
import { TEXTS } from '../matching-texts.ts';

const MAX_DATES = 5;

/** Some values of a column with dates, written out. */
export function UnderstoodDates({ column, order }: { column: PreviewColumn; order: DateOrder | undefined }) {
  const dates = column.values.flatMap((value) => {
    const date = dateIn(value, order);
    return date === undefined ? [] : [{ text: value.text, date }];
  });
  return (
    <ul className="understood">
      {dates.slice(0, MAX_DATES).map(({ text, date }) => (
        <li key={text}>{TEXTS.becomes(text, fullDay(date))}</li>
      ))}
    </ul>
  );
}

/** Returns the date of a value; undefined if the order matters and is not known. */
function dateIn({ dayFirst, monthFirst }: PreviewValue, order: DateOrder | undefined): string | undefined {
  if (order === 'day-first') return dayFirst;
  if (order === 'month-first') return monthFirst;
  return dayFirst === monthFirst ? dayFirst : undefined;
}

/** The kinds of a column and their categories, of which new ones are named. */
export function UnderstoodKinds({
  column,
  categories,
}: {
  column: PreviewColumn;
  categories: readonly KnownCategory[];
}) {
  const first = (id: string) => column.values.find(({ categoryId }) => categoryId === id)?.text ?? '';
  const kindOf = (id: string) => {
    const known = categories.find((category) => String(category.id) === id);
    return known === undefined ? `${first(id)} (${TEXTS.newKind})` : nameOf(known);
  };
  return (
    <>
      <ul className="understood">
        {column.values.map(({ text, rows, categoryId }) =>
          categoryId === undefined ? null : (
            <li key={text}>
              {TEXTS.becomes(text, kindOf(categoryId))} <span className="detail">{TEXTS.rowsOf(rows)}</span>
            </li>
          ),
        )}
      </ul>
      <MoreValues column={column} />
    </>
  );
}

/** A note if a column has more values than are listed. */
export function MoreValues({ column: { hasMore, distinct, values } }: { column: PreviewColumn }) {
  if (!hasMore && distinct <= values.length) return null;
  return <p className="hint more-values">{TEXTS.moreValues(values.length)}</p>;
}
