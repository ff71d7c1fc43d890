import assert from 'node:assert/strict';
import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { assertError } from '@petstore/testing/http/expect-response.ts';
import { RawConnection, rawRequest } from '@petstore/testing/http/raw-http.ts';
import sharp from 'sharp';
import { PICTURE, photoOf, startPhotos } from '../../api/photos/photo-fixture.ts';

type Photos = Awaited<ReturnType<typeof startPhotos>>;

/** Sends the beginning of an upload. Returns its connection when the service has received its head, and the request there. */
async function begin({ service, key, path }: Photos, declaredBytes: number, begun: Uint8Array) {
  const connection = await RawConnection.open(service.url);
  const received = once(service.app.server, 'request');
  const headers = ['Content-Type: image/jpeg', `Content-Length: ${declaredBytes}`];
  connection.write(rawRequest({ method: 'POST', path, key, headers }));
  connection.write(begun);
  const [request]: IncomingMessage[] = await received;
  assert.ok(request !== undefined);
  return { connection, request };
}

async function disconnect({ connection, request }: Awaited<ReturnType<typeof begin>>): Promise<void> {
  const closed = new Promise((resolve) => request.socket.once('close', resolve));
  connection.reset();
  await closed;
}

test('an upload whose client resets the connection is dropped, and no other one waits for it', async (t) => {
  const photos = await startPhotos(t);
  const large = await sharp({ create: { width: 4000, height: 3000, channels: 3, background: '#336699' } })
    .jpeg()
    .toBuffer();
  const begun = once(photos.service.app.server, 'request');
  const processed = photos.send({ body: large });
  await begun;
  for (let count = 0; count < 5; count += 1) {
    const upload = await begin(photos, PICTURE.length, PICTURE);
    if (!upload.request.complete) await new Promise((resolve) => upload.request.once('end', resolve));
    await disconnect(upload);
  }
  const { id } = photoOf(await processed);
  const last = await photos.add();
  assert.deepEqual(
    (await photos.listing()).photos.map((photo) => photo.id),
    [id, last.id],
  );
  assert.deepEqual(
    photos.service.logged.filter((line) => line.includes('"level":50')),
    [],
  );
});

test('an upload whose client resets the connection before or in its body takes no room', async (t) => {
  const photos = await startPhotos(t);
  for (let count = 0; count < 8; count += 1) {
    await disconnect(await begin(photos, 10_000_000, PICTURE.subarray(0, count % 2)));
  }
  await photos.add();
});

test('two accounts that send slowly do not keep a third one out: one of their uploads is 503', async (t) => {
  const photos = await startPhotos(t);
  const slow = [];
  for (let count = 0; count < 2; count += 1) {
    const { key } = await photos.service.account({ role: 'manager' });
    slow.push(await begin({ ...photos, key }, 10_000_000, new Uint8Array(1000)));
  }
  slow.push(await begin(photos, 10_000_000, new Uint8Array(1000)));
  const { key } = await photos.service.account({ perMinute: 1000 });
  const path = `/v1/pets/${await addPet(photos.service, key)}/photos`;
  const body = Buffer.concat([PICTURE, new Uint8Array(6_000_000)]);
  photoOf(
    await photos.service.send(path, { method: 'POST', key, headers: { 'content-type': 'image/jpeg' }, body }),
  );
  const dropped = await Promise.any(slow.map(({ connection }) => connection.readResponse()));
  assertError(dropped, 503, 'service_unavailable');
  assert.equal(dropped.headers.get('retry-after'), '5');
  for (const { connection } of slow) connection.close();
});
