import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { RawConnection, rawRequest } from '@petstore/testing/http/raw-http.ts';
import { send } from '@petstore/testing/http/send.ts';
import { clientAddress, SERVICE_ADDRESS } from '../namespaces/network-namespace.ts';
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

  /** Reads up to this number of received bytes on each connection. */
  read(bytes: number): void {
    for (const socket of this.#sockets) socket.read(bytes);
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

/** A client of another account that sends one request after the other, to each process in turn. */
export class PoliteClient {
  readonly #connections: readonly RawConnection[];
  readonly #request: string;

  private constructor(connections: readonly RawConnection[], request: string) {
    this.#connections = connections;
    this.#request = request;
  }

  static async open(t: TestContext, { urls, otherKey }: MeasuredService): Promise<PoliteClient> {
    const connections = await Promise.all(urls.map((url) => RawConnection.open(url)));
    t.after(() => {
      for (const connection of connections) connection.close();
    });
    return new PoliteClient(connections, rawRequest({ path: '/v1/usage', key: otherKey }));
  }

  /** Sends requests, which must all succeed; the median of their milliseconds. */
  async medianOf(count: number): Promise<number> {
    const times: number[] = [];
    while (times.length < count) {
      const connection = this.#connections[times.length % this.#connections.length];
      assert.ok(connection !== undefined);
      const start = performance.now();
      connection.write(this.#request);
      const { status, text } = await connection.readResponse();
      assert.equal(status, 200, text);
      times.push(performance.now() - start);
    }
    return times.sort((a, b) => a - b)[Math.floor(count / 2)] ?? Number.NaN;
  }
}
