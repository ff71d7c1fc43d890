import type { StaysReport } from '@petstore/client';
import { hrefOf } from '../route.ts';
import { formatNumber } from '../texts/in-language.ts';
import { fullDay } from '../ui/local-text.ts';
import { TEXTS } from './figures-texts.ts';

/** States whether begin + in - out is the end, and lists the animals for which it is not. */
export function Gaps({ gaps, total }: Pick<StaysReport, 'gaps' | 'total'>) {
  const { begin, intakes, outcomes, end } = total;
  const sum = [
    formatNumber(begin),
    formatNumber(intakes),
    formatNumber(outcomes),
    formatNumber(end),
  ] as const;
  if (gaps.count === 0) return <p className="hint">{TEXTS.balanced(...sum)}</p>;
  return (
    <section className="card figures-card" aria-labelledby="gaps">
      <h2 id="gaps">{TEXTS.gaps(gaps.count)}</h2>
      <p>{TEXTS.unbalanced(...sum)}</p>
      <details>
        <summary>{TEXTS.showGaps}</summary>
        <ul className="gap-list">
          {gaps.animals.map(({ petId, name, date, problem }) => (
            <li key={`${petId} ${date}`}>
              <a href={hrefOf({ page: 'animal', id: petId })}>
                <bdi>{name}</bdi>
              </a>{' '}
              {problem === 'no_intake' ? TEXTS.noIntake(fullDay(date)) : TEXTS.noOutcome(fullDay(date))}
            </li>
          ))}
        </ul>
        {gaps.count > gaps.animals.length && (
          <p className="hint">{TEXTS.moreGaps(gaps.count - gaps.animals.length)}</p>
        )}
      </details>
    </section>
  );
}
