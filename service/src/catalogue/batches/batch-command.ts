import type { ValidateFunction } from 'ajv';
import { Type } from 'typebox';
import { ApiError } from '../../platform/core/errors.ts';
import { type FieldFault, fieldsError } from '../../platform/core/field-faults.ts';
import { isJsonObject, type JsonObject } from '../../platform/core/json.ts';
import { once } from '../../platform/core/tasks/single-flight.ts';
import { schemaCompiler } from '../../platform/http/requests/schema-compiler.ts';
import { schemaFaults } from '../../platform/http/requests/schema-faults.ts';
import { memberPreconditions, type Preconditions } from '../../platform/http/responses/etag.ts';
import { dateFaults, PROFILE_SCHEMAS, type ProfileChange } from '../listings/profile.ts';
import { PROFILE_FORMATS } from '../listings/profile-fields.ts';
import { requireFields } from '../pets/own-pet-changes.ts';
import {
  type NewPet,
  NewPetSchema,
  nameFault,
  PET_SCHEMAS,
  type PetChange,
  PetChangeSchema,
} from '../pets/pet.ts';
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

const OPTIONAL_MEMBERS = Object.fromEntries(
  Object.entries(MEMBERS).map(([operation, members]) => [
    operation,
    Object.entries(members).flatMap(([name, isRequired]) => (isRequired ? [] : name)),
  ]),
);

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
    const properties = { operation: itemFields.operation, ...Object.fromEntries(members) };
    return compile(Type.Object(properties, { additionalProperties: false }), 'body');
  };
  return {
    operation: compile(Type.Object({ operation: itemFields.operation }), 'body'),
    items: Object.fromEntries(BATCH_OPERATIONS.map((name) => [name, itemOf(name)])),
    newPet: compile(closed(NewPetSchema), 'body'),
    petChange: compile(closed(PetChangeSchema), 'body'),
    profileChange: compile({ $ref: 'ProfileChange#' }, 'body'),
  };
});

/** The single operations are older than batches, and ignore unknown members. */
function closed({ $id: _id, ...schema }: object & { $id?: string }): object {
  return { ...schema, additionalProperties: false };
}

/**
 * Reads an item, as `parseJson` returns it.
 *
 * @param now the time of the request, in Unix milliseconds.
 * @throws {ApiError} `invalid_body`.
 */
export function commandOf(item: unknown, now: number): BatchCommand {
  if (!isJsonObject(item)) throw new ApiError('invalid_body', 'The item must be a JSON object.');
  requireValid(validators().operation, item);
  const operation = item.operation as BatchOperation; // the schema has checked it
  requireValid(validators().items[operation], item, { optional: OPTIONAL_MEMBERS[operation] });
  // The body before the conditions, as in a single operation.
  switch (operation) {
    case 'createPet':
      return { operation, pet: newPetOf(item), profile: newProfileOf(item, now) };
    case 'changePet':
      return { operation, fields: petChangeOf(item), ...askedOf(item) };
    case 'changeProfile':
      return { operation, fields: profileOf(item, now) ?? {}, ...askedOf(item) };
    case 'removePet':
      return { operation, ...askedOf(item) };
  }
}

function askedOf({ petId, ifMatch }: JsonObject): AskedChange {
  // The schema has checked the types of both.
  const preconditions = memberPreconditions('ifMatch', ifMatch as string | undefined);
  return { petId: petId as bigint, preconditions };
}

function newPetOf({ pet }: JsonObject): NewPet {
  requireValid(validators().newPet, pet, { optional: ['status'] });
  return pet as NewPet; // the schema has checked it
}

function petChangeOf({ pet }: JsonObject): PetChange {
  requireValid(validators().petChange, pet);
  return requireFields(pet as PetChange); // the schema has checked it
}

/** Returns undefined also for an empty profile. */
function newProfileOf(item: JsonObject, now: number): ProfileChange | undefined {
  const profile = profileOf(item, now);
  return profile !== undefined && Object.keys(profile).length > 0 ? profile : undefined;
}

function profileOf({ profile }: JsonObject, now: number): ProfileChange | undefined {
  if (profile === undefined) return undefined;
  const change = profile as ProfileChange; // the schema checks it
  requireValid(validators().profileChange, profile, { others: () => dateFaults(change, now) });
  return change;
}

interface Expectations {
  /** The members that may be absent. */
  readonly optional?: readonly string[];
  /** Returns what the schema cannot describe. */
  readonly others?: () => FieldFault[];
}

/** @throws {ApiError} `invalid_body` with every invalid field, as a single operation answers. */
function requireValid(
  isValid: ValidateFunction | undefined,
  value: unknown,
  { optional, others = () => [] }: Expectations = {},
): void {
  const faults =
    isValid?.(value) === true
      ? others()
      : schemaFaults(isValid?.errors ?? [], { part: 'body', formats: FORMATS, optional });
  if (faults.length > 0) throw fieldsError('invalid_body', faults);
}
