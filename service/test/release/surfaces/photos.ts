import { type ClientRequest, request as send } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { jpegWithScans, pngWithTexts, widePng } from '@petstore/testing/pictures/hostile-pictures.ts';
import { AttackClient, addAnimal } from './attack-tools.ts';
import type { SurfaceAttack, Target } from './surface-attack.ts';

/** Uploads of photos. */

const BYTES = 9_900_000;
/** More than the service has places for, for one account. */
const CONNECTIONS = 4;
/** A picture that takes long to decode, so that others wait behind it. What follows its end is ignored. */
const PICTURE = Buffer.concat([widePng(6000, 4000), Buffer.alloc(BYTES)]).subarray(0, BYTES);
/** A little more than the service demands each second. */
const PIECE = Buffer.alloc(34 * 1024);

/** Sends photos of 10 MB, and closes each connection when the service has the photo: a `connection error` in the result. */
export const abandonedUploads: SurfaceAttack = {
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

/** Sends small pictures that take much memory or time to decode. */
export const hostilePictures: SurfaceAttack = {
  plan: 'free',
  role: 'member',
  async run(target, isOver) {
    const path = await pathOfPhotos(target);
    const pictures = [widePng(6_000_000, 4), await jpegWithScans(2500), pngWithTexts(1000)];
    const client = new AttackClient(target);
    return client.repeatWith(3, isOver, async (index) => {
      const picture = pictures[index % pictures.length] ?? Buffer.alloc(0);
      const upload = beginUpload(target, path, picture.length);
      upload.end(picture);
      client.count(await statusOf(upload));
    });
  },
};

/** Sends photos of 10 MB as slowly as the service allows, on more connections than it has places for one account. */
export const slowUploads: SurfaceAttack = {
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

/** Adds an animal, and returns the path of its photos. */
async function pathOfPhotos(target: Target): Promise<string> {
  return `/v1/pets/${await addAnimal(target)}/photos`;
}

/** Begins an upload over a connection of its own. The caller sends the body. */
function beginUpload({ url, key }: Target, path: string, bytes: number): ClientRequest {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'image/png', 'content-length': bytes };
  return send(`${url}${path}`, { method: 'POST', headers, agent: false });
}

/** Resolves to the status of the response, or to `connection error`, when the connection is closed. */
function statusOf(upload: ClientRequest): Promise<number | string> {
  let status: number | string = 'connection error';
  upload.on('response', (response) => {
    status = response.statusCode ?? 0;
    response.resume();
  });
  upload.on('error', () => {});
  return new Promise((resolve) => upload.on('close', () => resolve(status)));
}
