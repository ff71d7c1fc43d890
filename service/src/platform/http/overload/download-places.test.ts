import assert from 'node:assert/strict';
import { EventEmitter } from 'node:events';
import { test } from 'node:test';
import { ApiError } from '../../core/errors.ts';
import { DownloadPlaces } from './download-places.ts';

/** A response of which a test decides when it is closed. */
function fakeExchange() {
  const response = Object.assign(new EventEmitter(), { destroyed: false });
  const close = () => {
    response.destroyed = true;
    response.emit('close');
  };
  return { response, close };
}

type Sender = ReturnType<typeof fakeExchange>;

/** Takes a place for an account whose only part comes when the test sends it. */
function take(places: DownloadPlaces<Sender>, accountId: bigint) {
  const exchange = fakeExchange();
  const part = Promise.withResolvers<string>();
  async function* parts() {
    yield await part.promise;
  }
  const stream = places.take(exchange, accountId, parts())[Symbol.asyncIterator]();
  return { ...exchange, stream, sendPart: () => part.resolve('x') };
}

function assertRefused(places: DownloadPlaces<Sender>, accountId: bigint, message: RegExp): void {
  assert.throws(
    () => take(places, accountId),
    (error) =>
      error instanceof ApiError &&
      error.code === 'service_unavailable' &&
      error.headers['Retry-After'] === '10' &&
      message.test(error.message),
  );
}

test('an account has one place, and there are two', () => {
  const places = new DownloadPlaces<Sender>(() => true);
  take(places, 1n);
  assertRefused(places, 1n, /^This account downloads a file already\./);
  take(places, 2n);
  assertRefused(places, 3n, /^2 downloads of other accounts are being sent\./);
});

test('a download has its place until its last read has ended, although the client has disconnected', async () => {
  const places = new DownloadPlaces<Sender>(() => true);
  const download = take(places, 1n);
  const reading = download.stream.next();
  download.close();
  const ended = download.stream.return?.();
  assertRefused(places, 1n, /already/);
  download.sendPart();
  await Promise.all([reading, ended]);
  take(places, 1n);
});

test('a download that fails gives its place back', async () => {
  const places = new DownloadPlaces<Sender>(() => true);
  async function* failing(): AsyncGenerator<string> {
    yield 'x';
    throw new Error('the store is away');
  }
  await assert.rejects(Array.fromAsync(places.take(fakeExchange(), 1n, failing())), /away/);
  take(places, 1n);
});

test('a download whose client disconnects before the first part gives its place back', () => {
  const places = new DownloadPlaces<Sender>(() => true);
  take(places, 1n).close();
  const gone = fakeExchange();
  gone.close();
  assert.throws(() => places.take(gone, 1n, take(places, 2n).stream as never), ApiError);
  take(places, 1n);
});
