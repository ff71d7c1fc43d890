import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { send } from '@petstore/testing/http/send.ts';
import { clientAddress, SERVICE_ADDRESS } from '../namespaces/network-namespace.ts';
import { PoliteClient } from './flood.ts';
import type { MeasuredService } from './measured-service.ts';

/** Clients that send a request and do not read the response, and a client beside them that reads. */

const BATCH = 100;
const LONG_NAME = '🐈'.repeat(1_000);

interface SlowReadersOptions {
  url: string;
  count: number;
  /** The request of the client with this number. */
  requestOf: (index: number) => string;
  /** The address of the client with this number; each has its own unless this is given. */
  addressOf?: (index: number) => string;
}

export class SlowReaders {
  readonly #sockets: Socket[] = [];

  /** Opens the connections, some at a time, and sends a request on each. */
  static async open(
    t: TestContext,
    { url, count, requestOf, addressOf = clientAddress }: SlowReadersOptions,
  ): Promise<SlowReaders> {
    const readers = new SlowReaders();
    t.after(() => readers.close());
    for (let opened = 0; opened < count; opened += BATCH) {
      const indexes = Array.from({ length: Math.min(BATCH, count - opened) }, (_, index) => opened + index);
      await Promise.all(
        indexes.map((index) => readers.#open(Number(new URL(url).port), addressOf(index), requestOf(index))),
      );
    }
    return readers;
  }

  async #open(port: number, localAddress: string, request: string): Promise<void> {
    const socket = connect({ port, host: SERVICE_ADDRESS, localAddress }).pause();
    this.#sockets.push(socket);
    socket.on('error', () => {}); // The service closes some of them.
    await once(socket, 'connect');
    socket.write(request);
  }

  close(): void {
    for (const socket of this.#sockets) socket.destroy();
  }
}

/** Adds 100 pets, so that a page of their events has 0.4 MB. */
export async function addPetsWithLongNames({ url, key }: MeasuredService): Promise<void> {
  const body = { name: LONG_NAME, categoryId: 1, status: 'available' };
  const adding = Array.from({ length: 100 }, () => send(`${url}/v1/pets`, { method: 'POST', key, body }));
  for (const { status } of await Promise.all(adding)) assert.equal(status, 201);
}

/** Opens a client of another account. Returns a function that sends requests, which must all succeed: the median of their milliseconds. */
export async function openPolite(t: TestContext, { urls, otherKey }: MeasuredService) {
  const client = await PoliteClient.open(t, { urls, key: otherKey }, ['/v1/usage']);
  return async (requestsOnEachConnection: number): Promise<number> => {
    const { share, p50 } = await client.measure(requestsOnEachConnection);
    assert.equal(share, 1, 'the share of requests that succeeded');
    return p50;
  };
}
