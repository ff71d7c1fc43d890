import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Work } from '../children/least-work/program.ts';
import { copyStore } from '../data/stores.ts';
import { startChild } from '../processes.ts';
import { temporaryFolder } from '../scope.ts';
import { recordedResponse } from './bare-http.ts';
import type { Candidates } from './candidate.ts';

/** `node:http` with the statements, the JSON and the headers of one operation, without keys, quotas and cache. */
export const leastWork: Candidates = async ({ store, core }) => [
  {
    name: 'the least work',
    serve: async (scope, load) => {
      const [request] = load.requests;
      if (load.leastWork === undefined || request === undefined) throw new Error(`${load.title} has none`);
      const work: Work = {
        operation: load.leastWork,
        store: await copyStore(scope, store),
        request,
        response: recordedResponse(load),
      };
      const file = join(temporaryFolder(scope), 'work.json');
      writeFileSync(file, JSON.stringify(work));
      const { pid, printed } = startChild(scope, 'least-work/program.ts', [file], { core });
      return { url: await printed(/listens on (http:\S+)/), pid };
    },
  },
];
