// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { assertError, at, nextOf } from '@petstore/testing/http/expect-response.ts';
import { startSharedService } from '@petstore/testing/service.ts';

/** docs/adr/0069: a list of ids is the parameter `ids`; older names stay accepted. */

const service = await startSharedService();
const { key } = await service.account({ role: 'manager', perMinute: 10_000 });
const ids = [await addPet(service, key), await addPet(service, key), await addPet(service, key)];
const read = (path: string) => service.send(path, { key });

const OLDER = { '/v1/listings': 'petId', '/v1/permissions': 'petIds' };

for (const [path, older] of Object.entries(OLDER)) {
  test(`${path}: ${older} is the same as ids, and both at once are rejected (400)`, async () => {
    const list = ids.slice(0, 2).join();
    const [byIds, byOlder] = [await read(`${path}?ids=${list}`), await read(`${path}?${older}=${list}`)];
    assert.equal(byIds.status, 200);
    assert.equal((byIds.json as unknown[]).length, 2);
    assert.equal(byIds.text, byOlder.text);
    const both = await read(`${path}?ids=${list}&${older}=${list}`);
    assertError(both, 400, 'invalid_parameter');
    assert.equal(at(both.json, 'message'), `${older} is an older name of ids; send only ids.`);
    assert.equal(both.headers.get('invalid-fields'), older);
  });
}

test('a page by ids leads on with the name that was sent', async () => {
  for (const name of ['ids', 'petId']) {
    const page = await read(`/v1/listings?${name}=${ids.join()}&limit=2`);
    const next = nextOf(page) ?? '';
    assert.match(next, new RegExp(`[?&]${name}=`));
    assert.equal(((await read(next)).json as unknown[]).length, 1);
  }
});
