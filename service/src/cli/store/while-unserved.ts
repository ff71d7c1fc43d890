import { describeStore, type StoreAddress } from '../../platform/config/store-address.ts';
import { takeInstanceLock } from '../../platform/database/sqlite/instance-lock.ts';
import { CommandFailure } from '../context.ts';

/** Runs `work` while it holds the instance lock of each store, so that no process serves them. */
export async function whileUnserved<T>(
  stores: readonly StoreAddress[],
  work: () => T | Promise<T>,
): Promise<T> {
  await using locks = new AsyncDisposableStack();
  for (const store of stores) {
    const release = await takeLock(store);
    if (release === undefined) throw inUse(store);
    locks.defer(release);
  }
  return await work();
}

async function takeLock(store: StoreAddress): Promise<(() => void | Promise<void>) | undefined> {
  if (store.engine === 'sqlite') return takeInstanceLock(store.path);
  const { takePostgresInstanceLock } = await import('../../platform/database/postgres/instance-lock.ts');
  return takePostgresInstanceLock(store.url, 'exclusive', () => {});
}

function inUse(store: StoreAddress): CommandFailure {
  const name = store.engine === 'sqlite' ? store.path : describeStore(store);
  return new CommandFailure(`a "petstore serve" or another command is using ${name}: stop it first`);
}
