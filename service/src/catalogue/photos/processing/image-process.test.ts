// Runs in npm run test:all only.
// Waits for processes.
import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { FakeClock } from '@petstore/testing/fake-clock.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { until } from '@petstore/testing/until.ts';
import { MINUTE, SECOND } from '../../../platform/core/clock.ts';
import { ThreadTurns } from '../../../platform/core/threads/thread-turns.ts';
import { ImageProcess } from './image-process.ts';
import type { PictureRequest } from './messages.ts';
import { PhotoProcessor } from './photo-processor.ts';

function requestOf(picture: Uint8Array): PictureRequest {
  return { task: 'prepare', picture };
}

/** Starts a process whose child handles each picture by its first byte. */
async function start(t: TestContext, clock = new FakeClock(), turns?: ThreadTurns): Promise<ImageProcess> {
  const script = join(await temporaryFolder(t), 'child.ts');
  await writeFile(
    script,
    `process.on('message', ({ picture }) => {
      const [kind] = picture;
      if (kind === 0) process.exit(1);
      if (kind === 9) process.kill(process.pid, 'SIGKILL');
      if (kind >= 78) process.exit(kind);
      if (kind === 1) return;
      process.send({ width: process.pid, height: 1, color: '', isLast: kind === 3, files: [picture] });
    });`,
  );
  const images = new ImageProcess(clock, { script, turns });
  t.after(() => images.close());
  return images;
}

async function pidOf(images: ImageProcess, kind = 2): Promise<number> {
  const reply = await images.run(requestOf(new Uint8Array([kind])));
  assert.ok(reply.fault === undefined);
  return reply.width;
}

/** Returns false when a child has ended and its parent has seen it. */
function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

test('a child that crashes fails that picture, and the next one works', async (t) => {
  const images = await start(t);
  const first = await pidOf(images);
  const crashed = images.run(requestOf(new Uint8Array([0])));
  const next = pidOf(images);
  await assert.rejects(crashed, { kind: 'crash', message: 'its decoder crashed' });
  assert.notEqual(await next, first);
});

test('a child that hangs fails that picture after the time limit, and the next one works', async (t) => {
  const clock = new FakeClock();
  const images = await start(t, clock);
  const first = await pidOf(images);
  const hung = images.run(requestOf(new Uint8Array([1])));
  const next = pidOf(images);
  await Promise.resolve();
  await new Promise(setImmediate);
  clock.advance(30 * SECOND);
  await assert.rejects(hung, { kind: 'timeout', message: 'it was not decoded within 30 s' });
  assert.notEqual(await next, first);
});

test('a machine without the image library is named as such', async (t) => {
  const images = await start(t);
  await assert.rejects(images.run(requestOf(new Uint8Array([78]))), { kind: 'unavailable' });
});

test('a child that gets no memory is no fault of its picture, which is 503', async (t) => {
  const images = await start(t);
  for (const kind of [9, 79]) {
    await assert.rejects(images.run(requestOf(new Uint8Array([kind]))), { kind: 'unavailable' });
  }
  const processor = new PhotoProcessor(new FakeClock(), images);
  await assert.rejects(processor.prepare(new Uint8Array([9])), {
    code: 'service_unavailable',
    headers: { 'Retry-After': '5' },
  });
  await assert.rejects(processor.prepare(new Uint8Array([0])), { code: 'invalid_image' });
});

test('a child that ends while it is idle fails no picture, and neither does one whose reply was its last', async (t) => {
  const images = await start(t);
  const first = await pidOf(images);
  process.kill(first, 'SIGKILL');
  await until(async () => !isRunning(first));
  const second = await pidOf(images, 3);
  const third = await pidOf(images);
  assert.equal(new Set([first, second, third]).size, 3);
});

test('keeps one child for the pictures of a minute, and ends it after that', async (t) => {
  const clock = new FakeClock();
  const images = await start(t, clock);
  const first = await pidOf(images);
  clock.advance(MINUTE - 1);
  assert.equal(await pidOf(images), first);
  clock.advance(MINUTE);
  assert.notEqual(await pidOf(images), first);
});

test('passes 10 MB to the child and back unchanged', async (t) => {
  const images = await start(t);
  const picture = Buffer.alloc(10_000_000, 'abcdefg');
  picture[0] = 2;
  const reply = await images.run(requestOf(picture));
  assert.ok(reply.fault === undefined);
  assert.ok(Buffer.from(reply.files[0] ?? []).equals(picture));
});

test('of several threads one decodes at a time, and the next one begins when a picture has failed', async (t) => {
  const clock = new FakeClock();
  const state = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const [first, second] = [
    await start(t, clock, new ThreadTurns(state, 1)),
    await start(t, clock, new ThreadTurns(state, 2)),
  ];
  const endless = first.run(requestOf(new Uint8Array([1])));
  const failed = assert.rejects(endless, { kind: 'timeout' });
  let hasDecoded = false;
  const waiting = pidOf(second).then(() => {
    hasDecoded = true;
  });
  // Its child starts later than that of the second one would.
  await pidOf(await start(t, clock));
  assert.equal(hasDecoded, false);
  clock.advance(30 * SECOND);
  await failed;
  await waiting;
});
