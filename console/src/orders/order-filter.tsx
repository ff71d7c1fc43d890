import type { OrderStatus } from '@petstore/client';
import { hrefOf, ORDER_STATUSES } from '../route.ts';
import { statusName } from '../ui/status.tsx';

/** Narrows the list to a status; what is chosen is in the address. */
export function OrderFilter({ status }: { status: OrderStatus | undefined }) {
  return (
    <div className="filters">
      <nav aria-label="Status">
        <ul>
          {[undefined, ...ORDER_STATUSES].map((choice) => (
            <li key={choice ?? 'all'}>
              <a
                href={hrefOf({ page: 'orders', status: choice })}
                aria-current={choice === status ? 'true' : undefined}
              >
                {choice === undefined ? 'All' : statusName(choice)}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}
