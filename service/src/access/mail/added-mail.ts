import { CommitMark } from '../../platform/database/commit-mark.ts';

/** The mark of transactions that have added an e-mail to the outbox. */
export const addedMail = new CommitMark();
