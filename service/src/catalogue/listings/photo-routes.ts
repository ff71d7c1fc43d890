import { Type } from 'typebox';
import { accountOf, actorOf } from '../../access/accounts/authenticate.ts';
import { type IdempotentWrites, idempotencyHeaders } from '../../access/idempotency/idempotent-writes.ts';
import type { Clock } from '../../platform/core/clock.ts';
import { ApiError } from '../../platform/core/errors.ts';
import { Int64 } from '../../platform/core/int64.ts';
import type { Database } from '../../platform/database/database.ts';
import { petLock } from '../../platform/database/locks.ts';
import { binarySchema } from '../../platform/http/openapi/binary.ts';
import { PHOTO_EXAMPLE } from '../../platform/http/openapi/examples.ts';
import type { UploadQueue } from '../../platform/http/overload/upload-queue.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { petWrite, requireOwnPet } from '../pets/owned-pet.ts';
import { petNotFound } from '../pets/pet.ts';
import { MAX_PHOTOS_OF_A_PET, type Photo, type PhotoChange, photoJson } from '../photos/photo.ts';
import { type PhotoStorage, requireRoom } from '../photos/photo-queries.ts';
import type { PhotoProcessor } from '../photos/processing/photo-processor.ts';
import {
  HEIC_ADVICE,
  HEIC_TYPES,
  MAX_PIXELS,
  MAX_SIDE,
  megapixels,
  PICTURE_TYPE_ALIASES,
} from '../photos/processing/picture-types.ts';
import { addPhoto, changePhoto, removePhoto } from './photo-changes.ts';
import { editRoute } from './photo-edit-route.ts';
import { MAX_PHOTO_BYTES, receivePhoto } from './photo-upload.ts';
import { processStored } from './stored-pictures.ts';

export interface PhotoRouteDependencies {
  database: Database;
  clock: Clock;
  writes: IdempotentWrites;
  processor: PhotoProcessor;
  uploads: UploadQueue;
  storage: PhotoStorage;
  publicUrl: string;
}

const PICTURE_TYPES = Object.keys(MAX_PIXELS);
const TYPE_ADVICE = Object.fromEntries(HEIC_TYPES.map((type) => [type, `${HEIC_ADVICE}.`]));
const LIMITS = Object.entries(MAX_PIXELS).map(([type, pixels]) => `${megapixels(pixels)} for \`${type}\``);
const NOTHING_TO_CHANGE = 'Send at least one of alt, position and focalPoint.';
const tags = ['Listings'];
const stability = 'experimental';
const petId = Int64({ description: 'Identifier of the animal.', examples: [3562n] });
const photoId = Type.String({ description: 'Identifier of the photo.', examples: [PHOTO_EXAMPLE.id] });
const PhotoRef = Type.Unsafe<Photo>({ $ref: 'Photo#' });

/** The routes that add, change and remove the photos of a pet. */
export function photoRoutes(dependencies: PhotoRouteDependencies): Route[] {
  const { database, clock, writes, processor, storage, publicUrl } = dependencies;
  return [
    route({
      method: 'POST',
      path: '/v1/pets/:petId/photos',
      isForVolunteers: true,
      schema: {
        operationId: 'addPhoto',
        tags,
        summary: 'Add a photo',
        description: `The body is the picture, at most ${MAX_PHOTO_BYTES / 1_000_000} MB; at most ${LIMITS.join(', ')}; each side at most ${MAX_SIDE} pixels. Its content decides its type: \`Content-Type\` may be any of these types, or another name of one, such as \`image/jpg\`. Transparent parts become white. Its orientation is applied, and nothing of its metadata, such as the place, is kept. An animal has at most ${MAX_PHOTOS_OF_A_PET} photos; the new one is the last.`,
        params: Type.Object({ petId }),
        headers: idempotencyHeaders,
        responses: {
          201: { ...PhotoRef, description: 'The photo.', examples: [{ ...PHOTO_EXAMPLE, alt: '' }] },
        },
      },
      body: {
        receive: receivePhoto(dependencies),
        types: PICTURE_TYPES,
        typeAliases: PICTURE_TYPE_ALIASES,
        typeAdvice: TYPE_ADVICE,
        limitBytes: MAX_PHOTO_BYTES,
        documented: pictureBody(),
      },
      stability,
      notFound: petNotFound,
      errorMessages: { payload_too_large: `The body must be at most ${MAX_PHOTO_BYTES} bytes.` },
      errors: [
        'invalid_image',
        'invalid_body',
        'insufficient_role',
        'not_owner',
        'pet_not_found',
        'too_many_photos',
        'idempotency_key_in_use',
        'idempotency_key_reused',
        'payload_too_large',
        'unsupported_media_type',
        'storage_full',
      ],
      handle: async (exchange, input) => {
        const { body: upload, bytes: picture } = input;
        try {
          if (picture.length === 0)
            throw new ApiError('invalid_body', 'The request needs a body: a picture.');
          const prepared = await upload.process(() => processor.prepare(picture));
          const account = accountOf(exchange);
          const { petId } = input.params;
          const change = { actor: actorOf(exchange), at: clock.now() };
          return await writes.respond(exchange, input, {
            locks: [petLock(petId)],
            check: async (db) => {
              await requireOwnPet(db, petId, account);
            },
            apply: async (db) => {
              await requireRoom(db, { petId, accountId: account.id }, storage);
              const photo = await addPhoto(db, { petId, accountId: account.id, prepared }, change, publicUrl);
              const location = `/v1/pets/${petId}/photos/${photo.id}`;
              return { status: 201, location, body: photoJson(photo, publicUrl) };
            },
          });
        } finally {
          upload.leave();
        }
      },
    }),

    route({
      method: 'PATCH',
      path: '/v1/pets/:petId/photos/:photoId',
      isForVolunteers: true,
      schema: {
        operationId: 'changePhoto',
        tags,
        summary: 'Change a photo',
        description:
          'Changes the given members of `alt`, `position` and `focalPoint`. A position beyond the last photo is that of the last photo. The preview of a link to the animal is made again for a new focal point.',
        params: Type.Object({ petId, photoId }),
        body: Type.Unsafe<PhotoChange>({ $ref: 'PhotoChange#' }),
        responses: {
          200: { ...PhotoRef, description: 'The changed photo.', examples: [PHOTO_EXAMPLE] },
        },
      },
      stability,
      notFound: petNotFound,
      errorMessages: { invalid_body: NOTHING_TO_CHANGE },
      errors: ['insufficient_role', 'not_owner', 'pet_not_found', 'photo_not_found'],
      handle: async (exchange, { params, body: { alt, position, focalPoint } }) => {
        if (alt === undefined && position === undefined && focalPoint === undefined)
          throw new ApiError('invalid_body', NOTHING_TO_CHANGE);
        const framed =
          focalPoint &&
          (await processStored(exchange, params, dependencies, (stored) =>
            processor.frame(stored, focalPoint),
          ));
        const change = { actor: actorOf(exchange), at: clock.now() };
        const photo = await database.write(
          async (db) => {
            await requireOwnPet(db, params.petId, accountOf(exchange));
            return changePhoto(db, { ...params, framed }, { alt, position, focalPoint }, change, publicUrl);
          },
          petWrite(exchange, params.petId),
        );
        return { status: 200, headers: [], body: photoJson(photo, publicUrl) };
      },
    }),

    editRoute(dependencies),

    route({
      method: 'DELETE',
      path: '/v1/pets/:petId/photos/:photoId',
      isForVolunteers: true,
      schema: {
        operationId: 'removePhoto',
        tags,
        summary: 'Remove a photo',
        description:
          'Removes a photo. Its addresses respond with 404 at once; copies in browsers and caches may remain.',
        params: Type.Object({ petId, photoId }),
        responses: { 204: Type.Null({ description: 'The photo was removed.' }) },
      },
      stability,
      notFound: petNotFound,
      errors: ['insufficient_role', 'not_owner', 'pet_not_found', 'photo_not_found'],
      handle: async (exchange, { params }) => {
        const change = { actor: actorOf(exchange), at: clock.now() };
        await database.write(
          async (db) => {
            await requireOwnPet(db, params.petId, accountOf(exchange));
            await removePhoto(db, params, change, publicUrl);
          },
          petWrite(exchange, params.petId),
        );
        return { status: 204, headers: [] };
      },
    }),
  ];
}

/** The body in openapi.json. It is not validated by a schema. */
function pictureBody(): object {
  return { content: Object.fromEntries(PICTURE_TYPES.map((type) => [type, { schema: binarySchema(type) }])) };
}
