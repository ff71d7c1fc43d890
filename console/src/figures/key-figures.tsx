import type { StaysReport } from '@petstore/client';
import { formatNumber } from '../texts/in-language.ts';
import { TEXTS } from './figures-texts.ts';
import { daysText, rateText } from './numbers.ts';

/** The figures of the whole period. */
export function KeyFigures({ total }: { total: StaysReport['total'] }) {
  const figures = [
    [TEXTS.begin, formatNumber(total.begin)],
    [TEXTS.intakes, formatNumber(total.intakes)],
    [TEXTS.outcomes, formatNumber(total.outcomes)],
    [TEXTS.end, formatNumber(total.end)],
    [TEXTS.inFoster, formatNumber(total.inFoster)],
    [TEXTS.median, daysText(total.medianDays)],
    [TEXTS.p90, daysText(total.p90Days)],
    [TEXTS.liveRelease, rateText(total.liveReleaseRate)],
  ] as const;
  return (
    <section className="card figures-card" aria-label={TEXTS.keyFigures}>
      <dl className="key-figures">
        {figures.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className="hint">{TEXTS.liveReleaseFormula}</p>
      <p className="hint">{TEXTS.stayNote}</p>
    </section>
  );
}
