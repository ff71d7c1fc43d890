import type { OrderStatus } from '@petstore/client';
import { hrefOf, ORDER_STATUSES } from '../route.ts';
import { StatusFilter } from '../ui/status-filter.tsx';

export function OrderFilter({ status }: { status: OrderStatus | undefined }) {
  return (
    <div className="filters">
      <StatusFilter
        statuses={ORDER_STATUSES}
        current={status}
        hrefOf={(choice) => hrefOf({ page: 'orders', status: choice })}
      />
    </div>
  );
}
