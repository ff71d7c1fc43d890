// Runs on SQLite and on PostgreSQL.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { assertError } from '@petstore/testing/http/expect-response.ts';
import { RawConnection, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { examplePicture } from '@petstore/testing/pictures/example-pictures.ts';
import { startSharedService } from '@petstore/testing/service.ts';
import sharp from 'sharp';
import {
  PHOTOS_AT,
  type Photo,
  PICTURE,
  PICTURE_HEADERS,
  photoOf,
  photosOn,
  startPhotos,
} from './photo-fixture.ts';

/** One service for all tests, each of which has an account and a pet of its own: each service starts a process that decodes pictures. */
const shared = await startSharedService({ env: PHOTOS_AT });

test('an upload is 201 with the photo and its place, and the listing has it', async () => {
  const { send, petId, listing } = await photosOn(shared);
  const response = await send();
  const photo = photoOf(response);
  assert.match(photo.id, /^[0-9a-f]{32}$/);
  assert.equal(response.headers.get('location'), `/v1/pets/${petId}/photos/${photo.id}`);
  const base = `https://pets.example/photos/${photo.id}`;
  assert.deepEqual(photo, {
    id: photo.id,
    alt: '',
    width: 400,
    height: 200,
    color: '#336799',
    focalPoint: { x: 50, y: 20 },
    urls: { 320: `${base}/320.webp`, 800: `${base}/800.webp`, 1600: `${base}/1600.webp` },
  });
  assert.deepEqual((await listing()).photos, [photo]);
});

test('each change of photos is one event listing.updated with the listing as it then was', async () => {
  const { service, key, path, add, events } = await photosOn(shared);
  const first = await add();
  const second = await add();
  const change = { method: 'PATCH', key, body: { alt: 'asleep', position: 0 } };
  assert.equal((await service.send(`${path}/${second.id}`, change)).status, 200);
  assert.equal((await service.send(`${path}/${second.id}`, change)).status, 200);
  assert.equal((await service.send(`${path}/${first.id}`, { method: 'DELETE', key })).status, 204);
  const photos = (await events())
    .filter(({ type }) => type === 'listing.updated')
    .map((event) => (event.listing as { photos: Photo[] }).photos.map(({ id }) => id));
  assert.deepEqual(photos, [[first.id], [first.id, second.id], [second.id, first.id], [second.id]]);
});

test('a focal point is one event, frames the preview again, and stays as it is with the same one', async () => {
  const { service, key, path, add, listing, events } = await photosOn(shared);
  const { id } = await add();
  const preview = `/photos/${id}/1200x630.jpg`;
  const before = await service.send(preview);
  const focalPoint = { x: 0, y: 100 };
  const change = { method: 'PATCH', key, body: { focalPoint } };
  const { status, json } = await service.send(`${path}/${id}`, change);
  assert.deepEqual([status, (json as Photo).focalPoint], [200, focalPoint]);
  assert.equal((await service.send(`${path}/${id}`, change)).status, 200);
  assert.deepEqual((await listing()).photos[0]?.focalPoint, focalPoint);
  const after = await service.send(`${preview}?focus=0-100`);
  assert.equal(after.status, 200);
  assert.notEqual(after.headers.get('etag'), before.headers.get('etag'));
  assert.deepEqual(
    (await events())
      .slice(-2)
      .map((event) => (event.listing as { photos: Photo[] }).photos.map((photo) => photo.focalPoint)),
    [[{ x: 50, y: 20 }], [focalPoint]],
  );
});

test('rejects a focal point outside of the picture, with a missing or an unknown member (400)', async () => {
  const { service, key, path, store } = await photosOn(shared);
  const id = await store();
  for (const focalPoint of [
    { x: 101, y: 0 },
    { x: 0.5, y: 0 },
    { x: 1 },
    { x: 1, y: 1, z: 1 },
    null,
    'top',
  ]) {
    const response = await service.send(`${path}/${id}`, { method: 'PATCH', key, body: { focalPoint } });
    assertError(response, 400, 'invalid_body');
  }
});

test('an edit replaces the photo at its place, with its text, once for each Idempotency-Key', async () => {
  const { service, key, petId, path, add, listing } = await photosOn(shared);
  const [first, second] = [await add(), await add()];
  await service.send(`${path}/${first.id}`, { method: 'PATCH', key, body: { alt: 'asleep' } });
  const body = { rotate: 90, crop: { x: 0, y: 50, width: 100, height: 50 } };
  const edit = { method: 'POST', key, headers: { 'idempotency-key': 'edit-1' }, body };
  const response = await service.send(`${path}/${first.id}/edits`, edit);
  const edited = photoOf(response);
  assert.equal(response.headers.get('location'), `${path}/${edited.id}`);
  assert.deepEqual([edited.width, edited.height, edited.alt], [200, 200, 'asleep']);
  assert.notEqual(edited.id, first.id);
  const again = await service.send(`${path}/${first.id}/edits`, edit);
  assert.equal(again.headers.get('idempotent-replayed'), 'true');
  assert.deepEqual(
    (await listing()).photos.map(({ id }) => id),
    [edited.id, second.id],
  );
  assertError(await service.send(`/photos/${first.id}/320.webp`), 404, 'route_not_found');
  assert.equal((await service.send(`/photos/${edited.id}/320.webp`)).status, 200);
  const { headers, ...unkeyed } = edit;
  assertError(await service.send(`${path}/${first.id}/edits`, unkeyed), 404, 'photo_not_found');
  const photos = await service.database.read
    .selectFrom('photos')
    .select(['account_id', 'bytes'])
    .where('pet_id', '=', BigInt(petId))
    .execute();
  assert.ok(photos.every((row) => row.account_id !== null && row.bytes > 0n));
});

test('rejects an edit that changes nothing, and a crop larger than the picture (400)', async () => {
  const { service, key, path, add } = await photosOn(shared);
  const { id } = await add();
  const send = (body: unknown) => service.send(`${path}/${id}/edits`, { method: 'POST', key, body });
  assertError(await send({}), 400, 'invalid_body');
  assertError(await send({ rotate: 45 }), 400, 'invalid_body');
  const wide = await send({ crop: { x: 50, y: 0, width: 60, height: 100 } });
  assertError(wide, 400, 'invalid_body');
  assert.equal(wide.headers.get('invalid-fields'), 'crop.width');
});

test('a file is served without a key, for ever and to any page, and 304 to a client that has it', async () => {
  const { service, add } = await photosOn(shared);
  const { id } = await add();
  for (const [file, type] of [
    ['320.webp', 'image/webp'],
    ['800.jpg', 'image/jpeg'],
  ]) {
    const url = `${service.url}/photos/${id}/${file}`;
    const response = await fetch(url);
    assert.equal(response.status, 200);
    assert.equal(response.headers.get('content-type'), type);
    assert.equal(response.headers.get('cache-control'), 'public, max-age=31536000, immutable');
    assert.equal(response.headers.get('cross-origin-resource-policy'), 'cross-origin');
    assert.equal(response.headers.get('x-content-type-options'), 'nosniff');
    const bytes = Buffer.from(await response.arrayBuffer());
    assert.equal((await sharp(bytes).metadata()).width, file === '320.webp' ? 320 : 400);
    const etag = response.headers.get('etag') ?? '';
    const again = await fetch(url, { headers: { 'if-none-match': etag } });
    assert.equal(again.status, 304);
    const head = await fetch(url, { method: 'HEAD' });
    assert.equal(head.headers.get('content-length'), String(bytes.length));
    assert.equal((await head.arrayBuffer()).byteLength, 0);
  }
});

test('a removed photo is 404 at once, also if it was just sent', async () => {
  const { service, key, path, store } = await photosOn(shared);
  const id = await store();
  const file = `/photos/${id}/1600.webp`;
  for (const _ of [1, 2]) assert.equal((await service.send(file)).status, 200);
  await service.send(`${path}/${id}`, { method: 'DELETE', key });
  assertError(await service.send(file), 404, 'route_not_found');
  assertError(await service.send(`/photos/${id}/640.webp`), 404, 'route_not_found');
});

test('rejects the wrong type before the body, and content that is no picture after it', async () => {
  const { service, key, path, send, listing } = await photosOn(shared);
  const picture = { method: 'POST', key, headers: PICTURE_HEADERS, body: PICTURE };
  assertError(await service.send('/v1/pets', picture), 415, 'unsupported_media_type');
  const text = await send({ headers: { 'content-type': 'text/plain' } });
  assertError(text, 415, 'unsupported_media_type');
  assert.equal(text.headers.get('accept-post'), 'image/jpeg, image/png, image/webp, image/avif');
  const options = await service.send(path, { method: 'OPTIONS', key });
  assert.equal(options.headers.get('accept-post'), 'image/jpeg, image/png, image/webp, image/avif');
  assertError(await send({ body: Buffer.from('no picture') }), 400, 'invalid_image');
  assertError(await send({ body: PICTURE.subarray(0, 500) }), 400, 'invalid_image');
  assertError(await send({ body: new Uint8Array() }), 400, 'invalid_body');
  assertError(await send({ body: new Uint8Array(10_000_001) }), 413, 'payload_too_large');
  assert.deepEqual((await listing()).photos, []);
});

test('the content decides the type: any accepted Content-Type is 201, and so is another name of one', async () => {
  const { send, listing } = await photosOn(shared);
  const png = await examplePicture('really-png.jpg');
  const types = ['image/avif', 'IMAGE/JPG ; q=1', 'image/x-png'];
  for (const type of types) {
    const { width, height } = photoOf(await send({ headers: { 'content-type': type }, body: png }));
    assert.deepEqual([width, height], [300, 200], type);
  }
  assert.equal((await listing()).photos.length, types.length);
});

test('HEIC is rejected with what to do on an iPhone: 415 by its Content-Type, 400 by its content', async () => {
  const { send } = await photosOn(shared);
  const body = await examplePicture('iphone.heic');
  const advice = /On an iPhone, choose Settings > Camera > Formats > Most Compatible .* as JPEG\."/;
  for (const type of ['image/heic', 'image/HEIF', 'image/heic-sequence; q=1']) {
    const response = await send({ headers: { 'content-type': type }, body });
    assertError(response, 415, 'unsupported_media_type');
    assert.match(response.text, advice);
    assert.equal(response.headers.get('accept-post'), 'image/jpeg, image/png, image/webp, image/avif');
  }
  const response = await send({ body });
  assertError(response, 400, 'invalid_image');
  assert.match(response.text, advice);
});

test('an upload that does not declare its size is 201, or 413 if it is too large', async (t) => {
  const { service, key, path, listing } = await photosOn(shared);
  const headers = ['Content-Type: image/jpeg', 'Transfer-Encoding: chunked'];
  const upload = async (body: Uint8Array) => {
    const connection = await RawConnection.open(service.url);
    t.after(() => connection.close());
    connection.write(rawRequest({ method: 'POST', path, key, headers }));
    connection.write(Buffer.concat([Buffer.from(`${body.length.toString(16)}\r\n`), body]));
    connection.write('\r\n0\r\n\r\n');
    return connection.readResponse();
  };
  const photo = photoOf(await upload(PICTURE));
  assertError(await upload(new Uint8Array(10_000_001)), 413, 'payload_too_large');
  assert.deepEqual((await listing()).photos, [photo]);
});

test('only the owner and managers may change photos', async () => {
  const { service, path, send, store } = await photosOn(shared);
  const id = await store();
  const other = await service.account();
  const reader = await service.account({ role: 'reader' });
  const manager = await service.account({ role: 'manager' });
  for (const [account, code] of [
    [other, 'not_owner'],
    [reader, 'insufficient_role'],
  ] as const) {
    assertError(await send({ key: account.key }), 403, code);
    const change = { method: 'PATCH', key: account.key, body: { position: 0 } };
    assertError(await service.send(`${path}/${id}`, change), 403, code);
    assertError(await service.send(`${path}/${id}`, { method: 'DELETE', key: account.key }), 403, code);
  }
  assert.equal((await send({ key: manager.key })).status, 201);
  assertError(
    await service.send(`${path}/ab`, { method: 'DELETE', key: manager.key }),
    404,
    'photo_not_found',
  );
  const post = { method: 'POST', key: manager.key, headers: PICTURE_HEADERS, body: PICTURE };
  assertError(await service.send('/v1/pets/99/photos', post), 404, 'pet_not_found');
  assertError(await service.send('/v1/pets/x/photos', post), 404, 'pet_not_found');
});

test('a pet has at most 12 photos, and a repeated upload adds none', async () => {
  const { send, store, listing } = await photosOn(shared);
  for (let count = 0; count < 11; count += 1) await store();
  const keyed = { headers: { ...PICTURE_HEADERS, 'idempotency-key': 'twelfth' } };
  const last = photoOf(await send(keyed));
  const replay = await send(keyed);
  assert.deepEqual(photoOf(replay), last);
  assert.equal(replay.headers.get('idempotent-replayed'), 'true');
  assertError(await send(), 409, 'too_many_photos');
  assert.equal((await listing()).photos.length, 12);
});

test('the storage of all photos and that of an account are limited (507)', async (t) => {
  for (const [name, ofOthers] of [
    ['PHOTO_STORAGE_MAX', 507],
    ['PHOTO_STORAGE_MAX_PER_ACCOUNT', 201],
  ] as const) {
    const { service, send, add, key, path } = await startPhotos(t, { [name]: '1' });
    const [{ id }] = [await add(), await add()];
    const { key: other } = await service.account({ role: 'manager' });
    await service.database.write((db) => db.updateTable('photos').set({ bytes: 500_000n }).execute());
    assertError(await send(), 507, 'storage_full');
    assert.equal((await send({ key: other })).status, ofOthers, name);
    await service.send(`${path}/${id}`, { method: 'DELETE', key });
    assert.equal((await send()).status, 201, 'a removed photo uses no storage');
  }
});

test('photos count against nothing but the limit of the client address', async (t) => {
  const { service, key, store } = await startPhotos(t);
  const path = `/photos/${await store()}/800.jpg`;
  const remaining = async () =>
    Number((await service.send('/v1/usage', { key })).headers.get('x-ratelimit-remaining'));
  const before = await remaining();
  const connection = await RawConnection.open(service.url);
  t.after(() => connection.close());
  for (let sent = 0; sent < 3_000; sent += 100) {
    connection.write(rawRequest({ path }).repeat(100));
    for (let count = 0; count < 100; count += 1) assert.equal((await connection.readResponse()).status, 200);
  }
  const refused = await service.send(path);
  assertError(refused, 429, 'rate_limit_exceeded');
  assert.ok(Number(refused.headers.get('retry-after')) > 0);
  assert.equal(before - (await remaining()), 1);
});
