import { measureListLoad } from '../load/list-load.ts';
import { randomPages } from '../load/requests.ts';
import type { Row } from '../row.ts';

export const listRandom: Row = {
  name: 'list-random',
  measure: (sizes) => measureListLoad({ sizes, target: 0.3, paths: randomPages }),
};
