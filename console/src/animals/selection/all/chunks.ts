/** How many animals one request changes. Each 100 count as one request, and the progress moves with each. */
export const CHUNK_SIZE = 100;

/** What became of a change of many animals. */
export interface Outcome<Item> {
  readonly done: number;
  readonly failed: ReadonlyArray<{ readonly item: Item; readonly reason: string }>;
  /** Not sent, because the user stopped it or a request failed. */
  readonly left: readonly Item[];
  /** The error of a request, after which no other is sent. */
  readonly error?: unknown;
}

interface ChunkOptions<Item> {
  /** Changes the items. Returns for each the reason why it was not changed, or undefined. */
  send(chunk: readonly Item[]): Promise<ReadonlyArray<string | undefined>>;
  onProgress(outcome: Outcome<Item>): void;
  signal: AbortSignal;
}

/** Changes items in chunks, one after the other, until the signal stops it. A chunk that was sent is waited for, so that its result is known. */
export async function changeInChunks<Item>(
  items: readonly Item[],
  { send, onProgress, signal }: ChunkOptions<Item>,
): Promise<Outcome<Item>> {
  let outcome: Outcome<Item> = { done: 0, failed: [], left: items };
  while (outcome.left.length > 0 && !signal.aborted) {
    const chunk = outcome.left.slice(0, CHUNK_SIZE);
    try {
      outcome = after(outcome, chunk, await send(chunk));
    } catch (error) {
      return { ...outcome, error };
    }
    onProgress(outcome);
  }
  return outcome;
}

function after<Item>(
  before: Outcome<Item>,
  chunk: readonly Item[],
  reasons: ReadonlyArray<string | undefined>,
): Outcome<Item> {
  const failed = chunk.flatMap((item, index) => {
    const reason = reasons[index];
    return reason === undefined ? [] : [{ item, reason }];
  });
  return {
    done: before.done + chunk.length - failed.length,
    failed: [...before.failed, ...failed],
    left: before.left.slice(chunk.length),
  };
}

/** Returns the reasons with their items, the most frequent first. */
export function byReason<Item>({ failed }: Pick<Outcome<Item>, 'failed'>): Array<readonly [string, Item[]]> {
  const groups = new Map<string, Item[]>();
  for (const { item, reason } of failed) {
    const group = groups.get(reason);
    if (group === undefined) groups.set(reason, [item]);
    else group.push(item);
  }
  return [...groups].sort(([, one], [, other]) => other.length - one.length);
}
