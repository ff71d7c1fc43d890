import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { TestContext } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { type ApiResponse, listOf } from '@petstore/testing/http/expect-response.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import sharp from 'sharp';
import { DEFAULT_FOCAL_POINT, type FocalPoint } from '../../../src/catalogue/photos/focal-point.ts';
import { insertPhoto } from '../../../src/catalogue/photos/photo-queries.ts';

/** A picture to upload. */
export const PICTURE = await sharp({
  create: { width: 400, height: 200, channels: 3, background: '#336699' },
})
  .jpeg()
  .toBuffer();
const LARGEST = await sharp(PICTURE).webp().toBuffer();
export const PICTURE_HEADERS = { 'content-type': 'image/jpeg' };

/** The id of the photo that `storePhoto` adds. */
export const PHOTO_ID = '0123456789abcdef'.repeat(2);

/** Adds a photo to the store, without processing a picture. */
export function storePhoto(
  { database }: Pick<TestService, 'database'>,
  petId: number,
  id = PHOTO_ID,
): Promise<void> {
  const facts = {
    ...{ accountId: null, position: 0, alt: '', width: 1, height: 1, color: '#000000' },
    focalPoint: DEFAULT_FOCAL_POINT,
  };
  const files = [
    { name: '800.jpg', content: new Uint8Array([1]) },
    { name: '1600.webp', content: LARGEST },
  ] as const;
  return database.write((db) => insertPhoto(db, { id, petId: BigInt(petId), ...facts, files }));
}

export interface Photo {
  readonly id: string;
  readonly width: number;
  readonly height: number;
  readonly alt: string;
  readonly focalPoint: FocalPoint;
  readonly urls: Readonly<Record<string, string>>;
}

/** Starts a service with a pet, and returns what its tests of photos need. */
export async function startPhotos(t: TestContext, env: Record<string, string> = {}) {
  return photosOn(await startService(t, { env: { ...PHOTOS_AT, ...env } }));
}

export const PHOTOS_AT = { PUBLIC_URL: 'https://pets.example' };

/** Adds an account with a pet. */
export async function photosOn(service: TestService) {
  const { key } = await service.account({ perMinute: 1000 });
  const petId = await addPet(service, key);
  const path = `/v1/pets/${petId}/photos`;
  const send = (sent: { key?: string; headers?: Record<string, string>; body?: Uint8Array } = {}) =>
    service.send(path, { method: 'POST', key, headers: PICTURE_HEADERS, body: PICTURE, ...sent });
  const add = async () => photoOf(await send());
  /** Adds a photo to the store, without processing a picture. Returns its id. */
  const store = async () => {
    const id = randomBytes(16).toString('hex');
    await storePhoto(service, petId, id);
    return id;
  };
  const listing = async () =>
    (await service.send(`/v1/listings/${petId}`, { key })).json as { photos: Photo[] };
  const events = async () => listOf(await service.send(`/v1/events?petId=${petId}`, { key }));
  return { service, key, petId, path, send, add, store, listing, events };
}

export function photoOf({ status, json, text }: ApiResponse): Photo {
  assert.equal(status, 201, text);
  return json as Photo; // as openapi.json describes it
}
