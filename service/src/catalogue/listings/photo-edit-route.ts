import { Type } from 'typebox';
import { accountOf, actorOf } from '../../access/accounts/authenticate.ts';
import { type IdempotentWrites, idempotencyHeaders } from '../../access/idempotency/idempotent-writes.ts';
import type { Clock } from '../../platform/core/clock.ts';
import { Int64 } from '../../platform/core/int64.ts';
import { petLock } from '../../platform/database/locks.ts';
import { PHOTO_EXAMPLE } from '../../platform/http/openapi/examples.ts';
import { type Route, route } from '../../platform/http/route.ts';
import { requireOwnPet } from '../pets/owned-pet.ts';
import { petNotFound } from '../pets/pet.ts';
import { type Photo, photoJson, photoNotFound } from '../photos/photo.ts';
import { NOTHING_TO_EDIT, type PhotoEdit, requireEdit } from '../photos/photo-edit.ts';
import type { PhotoProcessor } from '../photos/processing/photo-processor.ts';
import { replacePhoto } from './photo-changes.ts';
import { processStored, type StoredPictureDependencies } from './stored-pictures.ts';

interface EditDependencies extends StoredPictureDependencies {
  clock: Clock;
  writes: IdempotentWrites;
  processor: PhotoProcessor;
  publicUrl: string;
}

/** The route that rotates and crops a photo (docs/adr/0085). */
export function editRoute(dependencies: EditDependencies): Route {
  const { clock, writes, processor, publicUrl } = dependencies;
  return route({
    method: 'POST',
    path: '/v1/pets/:petId/photos/:photoId/edits',
    schema: {
      operationId: 'editPhoto',
      tags: ['Listings'],
      summary: 'Rotate and crop a photo',
      description:
        'Replaces a photo by its rotated and cropped picture, which is made from the largest stored file. The new photo has another id, the same text and place, and the focal point at the same part of the picture. The addresses of the replaced photo respond with 404.',
      params: Type.Object({
        petId: Int64({ description: 'Identifier of the animal.', examples: [3562n] }),
        photoId: Type.String({ description: 'Identifier of the photo.', examples: [PHOTO_EXAMPLE.id] }),
      }),
      headers: idempotencyHeaders,
      body: Type.Unsafe<PhotoEdit>({ $ref: 'PhotoEdit#' }),
      responses: {
        201: {
          ...Type.Unsafe<Photo>({ $ref: 'Photo#' }),
          description: 'The new photo.',
          examples: [PHOTO_EXAMPLE],
        },
      },
    },
    stability: 'experimental',
    isForVolunteers: true,
    notFound: petNotFound,
    errorMessages: { invalid_body: NOTHING_TO_EDIT },
    errors: [
      'invalid_image',
      'insufficient_role',
      'not_owner',
      'pet_not_found',
      'photo_not_found',
      'idempotency_key_in_use',
      'idempotency_key_reused',
    ],
    handle: async (exchange, input) => {
      const { params, body: edit } = input;
      requireEdit(edit);
      // A repeated request finds its response. The photo that it replaced is gone.
      const prepared = (await writes.hasResponse(exchange))
        ? undefined
        : await processStored(exchange, params, dependencies, (stored, { focalPoint }) =>
            processor.edit(stored, edit, focalPoint),
          );
      const { petId, photoId } = params;
      const change = { actor: actorOf(exchange), at: clock.now() };
      return writes.respond(exchange, input, {
        locks: [petLock(petId)],
        check: async (db) => {
          await requireOwnPet(db, petId, accountOf(exchange));
        },
        apply: async (db) => {
          if (prepared === undefined) throw photoNotFound(photoId);
          const photo = await replacePhoto(db, { petId, photoId, prepared }, change, publicUrl);
          const location = `/v1/pets/${petId}/photos/${photo.id}`;
          return { status: 201, location, body: photoJson(photo, publicUrl) };
        },
      });
    },
  });
}
