import { etagOf, PetstoreError } from '@petstore/client';

const MAX_ATTEMPTS = 3;

/** Somebody else has changed what the reader was about to change. Nothing was sent, or the service refused it. */
export class ChangedByOthers<Item> extends Error {
  override readonly name = 'ChangedByOthers';
  readonly current: Item;

  constructor(message: string, current: Item) {
    super(message);
    this.current = current;
  }
}

interface GuardedChange<Item> {
  read(): Promise<Item>;
  /** Returns why the change would overwrite what others did since the reader saw it; undefined if it would not. */
  conflictWith(current: Item): string | undefined;
  send(ifMatch: string): Promise<Item>;
}

/**
 * Reads the current version and changes exactly that one. A version that was replaced in between (412) is read and compared
 * again, since others may have changed something else.
 *
 * @throws {ChangedByOthers} for a conflict.
 */
export async function changeUnlessConflict<Item extends object>({
  read,
  conflictWith,
  send,
}: GuardedChange<Item>): Promise<Item> {
  for (let attempt = 1; ; attempt += 1) {
    const current = await read();
    const conflict = conflictWith(current);
    if (conflict !== undefined) throw new ChangedByOthers(conflict, current);
    try {
      return await send(etagOf(current) ?? '');
    } catch (error) {
      if (!isPreconditionFailed(error) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}

function isPreconditionFailed(error: unknown): boolean {
  return error instanceof PetstoreError && error.code === 'precondition_failed';
}
