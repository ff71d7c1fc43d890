import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Answer, Exchange, Values } from '../route.ts';
import { documentRoutes } from './document-routes.ts';

test('an int64 example has all digits in every format of the document', async () => {
  const document = { info: {}, paths: {}, example: 9007199254740993n };
  for (const { path, handle } of documentRoutes(() => document)) {
    const answer = (await handle({} as Exchange, {} as Values)) as Answer; // they use neither
    const { body } = answer.body as { body: string };
    assert.match(body, /"?example"?: 9007199254740993\b/, path);
  }
});
