import type { ValidateFunction } from 'ajv';
import { Type } from 'typebox';
import { ApiError } from '../core/errors.ts';
import { isJsonObject, type JsonObject } from '../core/json.ts';
import { once } from '../core/tasks/single-flight.ts';
import { refuseUnknownMembers } from '../http/requests/unknown-members.ts';
import { schemaCompiler, validationError } from '../http/requests/validation.ts';
import { type Preconditions, preconditionsOf } from '../http/responses/etag.ts';
import { FEE_FIELDS, PROFILE_FIELDS, PROFILE_SCHEMAS, type ProfileChange } from '../listings/profile.ts';
import { PROFILE_FORMATS } from '../listings/profile-fields.ts';
import { requireFields } from '../pets/own-pet-changes.ts';
import { type NewPet, nameFault, PET_FIELDS, PET_SCHEMAS, type PetChange } from '../pets/pet.ts';
import { BATCH_OPERATIONS, type BatchOperation, itemFields } from './batch-schemas.ts';

/** What an item of a batch asks for, validated as the body of the single operation. */
export type BatchCommand =
  | { readonly operation: 'createPet'; readonly pet: NewPet; readonly profile: ProfileChange | undefined }
  | (AskedChange & { readonly operation: 'changePet'; readonly fields: PetChange })
  | (AskedChange & { readonly operation: 'changeProfile'; readonly fields: ProfileChange })
  | (AskedChange & { readonly operation: 'removePet' });

interface AskedChange {
  readonly petId: bigint;
  readonly preconditions: Preconditions;
}

type ItemMember = 'petId' | 'ifMatch' | 'pet' | 'profile';

/** The members that the items of each operation have besides `operation`, each true if it is required. */
const MEMBERS: Readonly<Record<BatchOperation, Partial<Readonly<Record<ItemMember, boolean>>>>> = {
  createPet: { pet: true, profile: false },
  changePet: { petId: true, pet: true, ifMatch: false },
  changeProfile: { petId: true, profile: true, ifMatch: false },
  removePet: { petId: true, ifMatch: false },
};

const FORMATS = { 'pet-name': nameFault, ...PROFILE_FORMATS };

const validators = once(() => {
  const compile = schemaCompiler(FORMATS, [...PET_SCHEMAS, ...PROFILE_SCHEMAS]);
  const body = Type.Object({});
  const fields = { ...itemFields, pet: body, profile: body };
  const itemOf = (operation: BatchOperation) => {
    const members = Object.entries(MEMBERS[operation]).map(([name, isRequired]) => {
      const schema = fields[name as ItemMember];
      return [name, isRequired ? schema : Type.Optional(schema)];
    });
    return compile(Type.Object(Object.fromEntries(members)), 'body');
  };
  return {
    operation: compile(Type.Object({ operation: itemFields.operation }), 'body'),
    items: Object.fromEntries(BATCH_OPERATIONS.map((name) => [name, itemOf(name)])),
    newPet: compile({ $ref: 'NewPet#' }, 'body'),
    petChange: compile({ $ref: 'PetChange#' }, 'body'),
    profileChange: compile({ $ref: 'ProfileChange#' }, 'body'),
  };
});

/**
 * Reads an item, as `parseJson` returns it.
 *
 * @throws {ApiError} `invalid_body`, or `invalid_parameter` for a malformed `ifMatch`.
 */
export function commandOf(item: unknown): BatchCommand {
  if (!isJsonObject(item)) throw new ApiError('invalid_body', 'The item must be a JSON object');
  requireValid(validators().operation, item);
  const operation = item.operation as BatchOperation; // the schema has checked it
  refuseUnknownMembers(item, ['operation', ...Object.keys(MEMBERS[operation])], `an item with ${operation}`);
  requireValid(validators().items[operation], item);
  // The body before the conditions, as in a single operation.
  switch (operation) {
    case 'createPet':
      return { operation, pet: newPetOf(item), profile: profileOf(item) };
    case 'changePet':
      return { operation, fields: petChangeOf(item), ...askedOf(item) };
    case 'changeProfile':
      return { operation, fields: profileOf(item) ?? {}, ...askedOf(item) };
    case 'removePet':
      return { operation, ...askedOf(item) };
  }
}

function askedOf({ petId, ifMatch }: JsonObject): AskedChange {
  const headers = { 'if-match': ifMatch as string | undefined }; // the schema has checked both
  return { petId: petId as bigint, preconditions: preconditionsOf({ headers }) };
}

function newPetOf({ pet }: JsonObject): NewPet {
  return requireBody<NewPet>(validators().newPet, pet, PET_FIELDS, 'pet');
}

function petChangeOf({ pet }: JsonObject): PetChange {
  return requireFields(requireBody<PetChange>(validators().petChange, pet, PET_FIELDS, 'pet'));
}

function profileOf({ profile }: JsonObject): ProfileChange | undefined {
  if (profile === undefined) return undefined;
  const change = requireBody<ProfileChange>(validators().profileChange, profile, PROFILE_FIELDS, 'profile');
  if (change.adoptionFee) refuseUnknownMembers(change.adoptionFee, FEE_FIELDS, 'adoptionFee');
  return change;
}

/** Returns the body of a single operation, which the schema of its validator describes. */
function requireBody<Body extends object>(
  isValid: ValidateFunction,
  body: unknown,
  members: readonly string[],
  name: string,
): Body {
  refuseUnknownMembers(body as object, members, name);
  requireValid(isValid, body);
  return body as Body;
}

function requireValid(isValid: ValidateFunction | undefined, value: unknown): void {
  if (isValid?.(value) !== true) throw validationError(isValid?.errors ?? [], 'body', FORMATS);
}
