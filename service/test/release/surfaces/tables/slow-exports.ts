import { connect, type Socket } from 'node:net';
import { rawRequest } from '@petstore/testing/http/raw-http.ts';
import { AttackClient, addManyPets, waitUnless } from '../attack-tools.ts';
import type { SurfaceAttack } from '../surface-attack.ts';

const CONNECTIONS = 900;
/** More than the rule for slow readers of other responses demands. */
const BYTES_PER_SECOND = 2 * 1024;

/** 900 exports of 210,000 animals at a time, of which the client reads 2 KB a second. */
export const attack: SurfaceAttack = {
  plan: 'free',
  role: 'manager',
  dependsOnEngine: true,
  seed: addManyPets,
  run: async (target, isOver) => {
    const client = new AttackClient(target);
    const { hostname, port } = new URL(target.url);
    const request = rawRequest({ path: '/v1/exports/pets.csv', key: target.key });
    const open = (): Socket => {
      const socket = connect(Number(port), hostname);
      socket.on('error', () => client.count(undefined));
      socket.once('data', (head: Buffer) => {
        client.count(Number(head.toString('latin1', 9, 12)));
        socket.pause();
      });
      return socket;
    };
    const sockets = new Set<Socket>();
    while (!isOver()) {
      for (const socket of sockets) {
        if (socket.closed) sockets.delete(socket);
        else socket.read(BYTES_PER_SECOND);
      }
      while (sockets.size < CONNECTIONS) {
        const socket = open();
        sockets.add(socket);
        socket.write(request);
      }
      await waitUnless(isOver, 1_000);
    }
    for (const socket of sockets) socket.destroy();
    return client.counts;
  },
};
