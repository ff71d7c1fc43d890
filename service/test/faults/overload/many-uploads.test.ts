// Runs with two threads.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { assertError } from '@petstore/testing/http/expect-response.ts';
import { startService } from '@petstore/testing/service.ts';
import { PICTURE, PICTURE_HEADERS } from '../../api/photos/photo-fixture.ts';

const ACCOUNTS = 4;
const UPLOADS_OF_EACH = 15;
/** Three sizes, one of them also as JPEG, and the preview of links. */
const FILES_OF_A_PHOTO = 5;

test('of 60 uploads at once, each is 201 or 503 with Retry-After, and exactly the former are stored', async (t) => {
  const service = await startService(t);
  const uploads = [];
  for (let account = 0; account < ACCOUNTS; account += 1) {
    const { key } = await service.account({ perMinute: 1000 });
    for (let upload = 0; upload < UPLOADS_OF_EACH; upload += 1) {
      uploads.push({ key, petId: await addPet(service, key) });
    }
  }
  const responses = await Promise.all(
    uploads.map(({ key, petId }) =>
      service.send(`/v1/pets/${petId}/photos`, {
        method: 'POST',
        key,
        headers: PICTURE_HEADERS,
        body: PICTURE,
      }),
    ),
  );
  const accepted: string[] = [];
  for (const response of responses) {
    if (response.status === 201) {
      accepted.push((response.json as { id: string }).id); // as openapi.json describes it
      continue;
    }
    assertError(response, 503, 'service_unavailable');
    assert.equal(response.headers.get('retry-after'), '5');
  }
  assert.ok(accepted.length >= ACCOUNTS, `${accepted.length} were accepted`);
  assert.ok(accepted.length < uploads.length, 'no upload was rejected');
  const stored = await service.database.read.selectFrom('photos').select('id').execute();
  assert.deepEqual(stored.map(({ id }) => id).toSorted(), accepted.toSorted());
  const files = await service.database.read.selectFrom('photo_files').select('photo_id').execute();
  assert.equal(files.length, accepted.length * FILES_OF_A_PHOTO);
});
