import type { Summary } from '@petstore/client';
import { Countdown } from '../ui/countdown.tsx';
import { AnimalRow } from './animal-row.tsx';
import { TodayCard } from './today-card.tsx';
import { TEXTS } from './today-texts.ts';

/** The animals whose holds end first unless somebody approves the order. */
export function HoldsEndingSoon({ holds }: { holds: Summary['holdsEndingSoon'] }) {
  return (
    <TodayCard title={TEXTS.holdsEndingSoon}>
      {holds.length === 0 && <p className="detail">{TEXTS.noHolds}</p>}
      <ul>
        {holds.map(({ order, listing }) => (
          <AnimalRow key={String(order.id)} listing={listing}>
            {order.expiresAt !== undefined && (
              <>
                {TEXTS.endsIn} <Countdown until={Date.parse(order.expiresAt)} />
              </>
            )}
          </AnimalRow>
        ))}
      </ul>
    </TodayCard>
  );
}
