import { type ClientRequest, request as send } from 'node:http';
import { addAnimal } from '../attack-tools.ts';
import type { Target } from '../surface-attack.ts';

/** Adds an animal, and returns the path of its photos. */
export async function pathOfPhotos(target: Target): Promise<string> {
  return `/v1/pets/${await addAnimal(target)}/photos`;
}

/** Begins an upload over a connection of its own. The caller sends the body. */
export function beginUpload({ url, key }: Target, path: string, bytes: number): ClientRequest {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'image/png', 'content-length': bytes };
  return send(`${url}${path}`, { method: 'POST', headers, agent: false });
}

/** Resolves to the status of the response, or to `connection error`, when the connection is closed. */
export function statusOf(upload: ClientRequest): Promise<number | string> {
  let status: number | string = 'connection error';
  upload.on('response', (response) => {
    status = response.statusCode ?? 0;
    response.resume();
  });
  upload.on('error', () => {});
  return new Promise((resolve) => upload.on('close', () => resolve(status)));
}
