import { etagOf } from '@petstore/client';
import { isPreconditionFailed } from '../../queries/errors.ts';
import { PageError } from '../../texts/error-text.ts';

const MAX_ATTEMPTS = 3;

/** Someone else has changed what the user wants to change. Nothing was sent, or the service rejected it. */
export class ConflictError<Item> extends PageError {
  override readonly name = 'ConflictError';
  readonly current: Item;

  constructor(message: string, current: Item) {
    super(message);
    this.current = current;
  }
}

interface GuardedChange<Item> {
  read(): Promise<Item>;
  /** Returns what the change would overwrite that the user has not seen; undefined if nothing. */
  conflictWith(current: Item): string | undefined;
  send(ifMatch: string): Promise<Item>;
}

/**
 * Reads the current version and changes only that one. If it is replaced in between (412), it reads and compares again, because
 * the new version may differ in other members only.
 *
 * @throws {ConflictError} for a conflict.
 */
export function changeUnlessConflict<Item extends object>({
  read,
  conflictWith,
  send,
}: GuardedChange<Item>): Promise<Item> {
  return sendCurrent(async () => {
    const current = await read();
    const conflict = conflictWith(current);
    if (conflict !== undefined) throw new ConflictError(conflict, current);
    return await send(etagOf(current) ?? '');
  });
}

/** Repeats a function that reads the current version and changes only that one, if the version is replaced in between (412). */
export async function sendCurrent<Result>(change: () => Promise<Result>): Promise<Result> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await change();
    } catch (error) {
      if (!isPreconditionFailed(error) || attempt === MAX_ATTEMPTS) throw error;
    }
  }
}
