import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Store } from '../data/seed.ts';
import { withTemporaryFolder } from '../data/temporary-folder.ts';
import { startChild } from '../processes/processes.ts';
import { addressOf } from '../processes/service-process.ts';
import type { Sizes } from '../sizes.ts';
import { send } from './overload-load.ts';

/** About as long as a page of 20 pets. */
const BODY = 'x'.repeat(1_500);

/** Requests a second that the generator of the load sends, and reads the answers to, when nothing but Node answers. */
export function generatorPower(store: Store, { overload }: Sizes): Promise<number> {
  return withTemporaryFolder(async (folder) => {
    const file = join(folder, 'answer.json');
    await writeFile(file, JSON.stringify({ headers: ['content-length', String(BODY.length)], body: BODY }));
    const server = startChild('bare-http.ts', [file], { core: 'server' });
    try {
      const { connections, loadSeconds: seconds } = overload;
      const size = { connections, mostConnections: connections, perSecond: undefined };
      const answers = await send({ ...size, url: await addressOf(server), store, seconds, first: 0 });
      return answers.acceptedPerSecond;
    } finally {
      await server.stop();
    }
  });
}
