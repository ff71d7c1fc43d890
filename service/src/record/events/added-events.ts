import { CommitMark } from '../../platform/database/commit-mark.ts';

/** The mark of transactions that have recorded events. */
export const addedEvents = new CommitMark();
