import { measureListLoad } from '../load/list-load.ts';
import { FIRST_PAGE } from '../load/requests.ts';
import type { Row } from '../row.ts';

export const listFirst: Row = {
  name: 'list-first',
  measure: (sizes) => measureListLoad({ sizes, target: 0.75, paths: () => [FIRST_PAGE] }),
};
