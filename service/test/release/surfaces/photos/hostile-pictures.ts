import { jpegWithScans, pngWithTexts, widePng } from '@petstore/testing/pictures/hostile-pictures.ts';
import { AttackClient } from '../attack-tools.ts';
import type { SurfaceAttack } from '../surface-attack.ts';
import { beginUpload, pathOfPhotos, statusOf } from './upload-requests.ts';

const CONNECTIONS = 3;

/** Sends small pictures that take much memory or time to decode. */
export const attack: SurfaceAttack = {
  plan: 'free',
  role: 'member',
  async run(target, isOver) {
    const path = await pathOfPhotos(target);
    const pictures = [widePng(6_000_000, 4), await jpegWithScans(2500), pngWithTexts(1000)];
    const client = new AttackClient(target);
    return client.repeatWith(CONNECTIONS, isOver, async (index) => {
      const picture = pictures[index % pictures.length] ?? Buffer.alloc(0);
      const upload = beginUpload(target, path, picture.length);
      upload.end(picture);
      client.count(await statusOf(upload));
    });
  },
};
