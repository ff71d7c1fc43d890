import type { OrderStatus, PetStatus } from '@petstore/client';
import { statusName } from '../texts/status-names.ts';
import { TEXTS } from './ui-texts.ts';

interface StatusFilterProps<Status> {
  statuses: readonly Status[];
  /** Undefined for all. */
  current: Status | undefined;
  /** Shows how many there are. The place is reserved if this is given. */
  countOf?(status: Status): string | undefined;
  hrefOf(status: Status | undefined): string;
}

/** Links that filter a list by status. */
export function StatusFilter<Status extends PetStatus | OrderStatus>(props: StatusFilterProps<Status>) {
  const { statuses, current, hrefOf, countOf } = props;
  return (
    <nav aria-label={TEXTS.status}>
      <ul>
        {[undefined, ...statuses].map((choice) => (
          <li key={choice ?? 'all'}>
            <a href={hrefOf(choice)} aria-current={choice === current ? 'true' : undefined}>
              {choice === undefined ? TEXTS.all : statusName(choice)}
              {choice !== undefined && countOf !== undefined && (
                <>
                  {' '}
                  <span className="count">{countOf(choice)}</span>
                </>
              )}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}
