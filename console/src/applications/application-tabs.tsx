import { APPLICATION_PAGES } from '../route.ts';
import { useSeesApplications } from '../session/use-session.ts';
import { PAGE_NAMES } from '../texts/page-names.ts';
import { Tabs } from '../ui/tabs.tsx';

const ONLY_ORDERS = ['orders'] as const;

/** The tabs of the pages about applications. Readers and volunteers see nothing of applications, but the orders. */
export function ApplicationTabs({ current }: { current: (typeof APPLICATION_PAGES)[number] }) {
  const seesOnlyOrders = useSeesApplications() === false;
  return (
    <Tabs
      label={PAGE_NAMES.applications}
      pages={seesOnlyOrders ? ONLY_ORDERS : APPLICATION_PAGES}
      current={current}
    />
  );
}
