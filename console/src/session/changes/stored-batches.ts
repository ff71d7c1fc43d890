import type { Pet, PetStatus } from '@petstore/client';
import { StoredSetting, storedNames } from '../../stored-setting.ts';
import { DRAFT_PREFIX, type StoredDraft } from '../../ui/forms/stored-drafts.ts';

export type AnimalChange = { kind: 'removal' } | { kind: 'status'; status: PetStatus };

/** What the user requested for an animal. */
export interface RequestedChange {
  readonly pet: Pick<Pet, 'id' | 'name'>;
  readonly change: AnimalChange;
}

/** Changes that are sent with one request. The browser keeps them until its response arrives. */
export interface ChangeBatch {
  /** The `Idempotency-Key`: sent again, the batch is not applied again. */
  readonly key: string;
  /** Who requested the changes. They are not offered to another user of the browser. */
  readonly owner: string;
  /** When it was sent first, in Unix milliseconds. */
  readonly at: number;
  /** The position in the feed of events before that; undefined if it was not known. */
  readonly after: bigint | undefined;
  readonly changes: readonly RequestedChange[];
}

/** Stored as a draft, so that what ends drafts also ends them. */
export const PREFIX = `${DRAFT_PREFIX}changes `;

/** So many, of at most 90 bytes each, fit into the 64 KiB that a page may send when it is closed. */
const MAX_CHANGES = 700;

/** Divides changes into batches. */
export function batchesOf(
  changes: readonly RequestedChange[],
  { owner, after }: Pick<ChangeBatch, 'owner' | 'after'>,
): ChangeBatch[] {
  const count = Math.ceil(changes.length / MAX_CHANGES);
  return Array.from({ length: count }, (_, index) => ({
    // `crypto.randomUUID` does not exist on pages that were loaded over plain HTTP.
    key: crypto.getRandomValues(new Uint32Array(4)).join('-'),
    owner,
    at: Date.now(),
    after,
    changes: changes.slice(index * MAX_CHANGES, (index + 1) * MAX_CHANGES),
  }));
}

export function saveBatch({ key, owner, at, after, changes }: ChangeBatch): void {
  const items = changes.map(({ pet: { id, name }, change }) => ({
    id: String(id),
    name,
    ...(change.kind === 'status' && { status: change.status }),
  }));
  const values = { owner, after: after === undefined ? '' : String(after), items: JSON.stringify(items) };
  const draft: StoredDraft = { at, values };
  settingOf(key).saveJson(draft);
}

export function deleteBatch({ key }: ChangeBatch): void {
  settingOf(key).clear();
}

export function isStored({ key }: ChangeBatch): boolean {
  return settingOf(key).read() !== undefined;
}

/** Returns the names in the storage of the batches for which no response has arrived, in any tab. */
export function namesOfBatches(): string[] {
  return storedNames(PREFIX);
}

function settingOf(key: string): StoredSetting {
  return new StoredSetting(`${PREFIX}${key}`);
}
