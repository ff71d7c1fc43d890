import type { Usage } from '@petstore/client';

/** A UTC day and the requests counted on it. */
export type DayCount = Usage['days'][number];
