import type { FieldFault } from '../../platform/core/field-faults.ts';
import { once } from '../../platform/core/tasks/single-flight.ts';
import { schemaCompiler } from '../../platform/http/requests/schema-compiler.ts';
import { schemaFaults } from '../../platform/http/requests/schema-faults.ts';
import { dateFaults, type WholeProfile, WholeProfileSchema } from './profile.ts';
import { PROFILE_FORMATS } from './profile-fields.ts';

const validator = once(() => schemaCompiler(PROFILE_FORMATS, [])(WholeProfileSchema, 'body'));

/** Returns true if the values of the field are true and false. */
export function isFlag(field: keyof WholeProfile): boolean {
  const schema = WholeProfileSchema.properties[field];
  return 'type' in schema && schema.type === 'boolean';
}

/** Returns true if the field has several texts. */
export function isList(field: keyof WholeProfile): boolean {
  const schema = WholeProfileSchema.properties[field];
  return 'type' in schema && schema.type === 'array';
}

/** Returns the maximum number of characters of a text; infinity for another field. */
export function maxLengthOf(field: keyof WholeProfile): number {
  const schema = WholeProfileSchema.properties[field];
  return 'maxLength' in schema && typeof schema.maxLength === 'number'
    ? schema.maxLength
    : Number.POSITIVE_INFINITY;
}

/**
 * Checks the value of one field by the rules of `PATCH /v1/pets/{petId}/profile`. Returns what is wrong, as the end of a
 * sentence that begins with the field; undefined if it is valid. Without `now`, a date may be in the future.
 *
 * @param now in Unix milliseconds.
 */
export function profileFault(field: keyof WholeProfile, value: unknown, now?: number): string | undefined {
  const profile = { [field]: value };
  const validate = validator();
  if (!validate(profile)) {
    return withoutField(schemaFaults(validate.errors ?? [], { part: 'body', formats: PROFILE_FORMATS }));
  }
  return now === undefined ? undefined : withoutField(dateFaults(profile, now));
}

/** Returns undefined if there are no faults. */
function withoutField(faults: readonly FieldFault[]): string | undefined {
  if (faults.length === 0) return undefined;
  const text = faults.map((fault) => fault.text).join('; ');
  return text.slice(text.indexOf(' ') + 1);
}
