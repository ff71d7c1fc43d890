import type { Summary } from '@petstore/client';
import { hrefOf } from '../route.ts';
import { statusName } from '../texts/status-names.ts';
import { countText } from '../ui/local-text.ts';
import { TEXTS } from './today-texts.ts';

/** The number of animals of each status. Each leads to their list. */
export function StatusCounts({ counts }: { counts: Summary['counts'] }) {
  return (
    <nav className="status-counts" aria-label={TEXTS.counts}>
      {counts.map(({ status, ...count }) => (
        <a key={status} href={hrefOf({ page: 'animals', status })} className={`card status-${status}`}>
          <strong>{countText(count)}</strong> {statusName(status)}
        </a>
      ))}
    </nav>
  );
}
