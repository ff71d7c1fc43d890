import type { JsonObject } from '../../../platform/core/json.ts';
import {
  INTAKE_REASONS,
  MOVEMENT_TYPES,
  type MovementReason,
  type MovementType,
  OUTCOME_REASONS,
  REGIONS,
  type Region,
} from '../../../platform/database/column-values.ts';
import type { MovementSources } from './mapping.ts';
import {
  expecting,
  type Report,
  readMappedSource,
  readObject,
  readSource,
  type ValueParser,
} from './mapping-members.ts';

const MEMBERS = ['type', 'reason', 'date', 'endDate', 'region', 'note'];

function oneOf<T extends string>(allowed: readonly T[]): ValueParser<T> {
  return {
    parse: (value) => allowed.find((one) => one === value),
    fault: expecting(`one of ${allowed.join(', ')}`),
  };
}

const TYPE: ValueParser<MovementType> = oneOf(MOVEMENT_TYPES);
const REASONS = [...new Set<MovementReason>([...INTAKE_REASONS, ...OUTCOME_REASONS])];
const REASON: ValueParser<MovementReason | null> = {
  parse: (value) => (value === null ? null : oneOf(REASONS).parse(value)),
  fault: expecting(`one of ${REASONS.join(', ')}, or null`),
};
const REGION: ValueParser<Region> = oneOf(REGIONS);

const MAX_MOVEMENTS = 4;

/** Reads the member `movement` of a mapping file: an object, or a list of what one row records. */
export function readMovementSources(
  fields: JsonObject,
  report: Report,
): readonly MovementSources[] | undefined {
  const { movement } = fields;
  if (movement === undefined) return undefined;
  const isOne = !Array.isArray(movement);
  const all: readonly unknown[] = isOne ? [movement] : movement;
  if (all.length === 0 || all.length > MAX_MOVEMENTS)
    report(`movement must be an object, or a list of 1 to ${MAX_MOVEMENTS} objects`);
  const sources = all
    .slice(0, MAX_MOVEMENTS)
    .flatMap((one, index) => readSources(one, isOne ? 'movement' : `movement[${index}]`, report) ?? []);
  // Without it, an import adds each animal again, and could not know which movements it has.
  if (fields.reference === undefined) report('movement needs the member reference');
  return sources;
}

function readSources(value: unknown, path: string, report: Report): MovementSources | undefined {
  const members = readObject(value, path, MEMBERS, report);
  if (members === undefined) return undefined;
  const inMovement: Report = (fault) => report(`${path}.${fault}`);
  const type = readMappedSource(members, 'type', TYPE, inMovement);
  const reason = readMappedSource(members, 'reason', REASON, inMovement);
  const date = readSource(members, 'date', inMovement, ['column', 'fallback', 'skip']);
  const endDate = readSource(members, 'endDate', inMovement, ['column', 'fallback']);
  const region = readMappedSource(members, 'region', REGION, inMovement);
  const note = readSource(members, 'note', inMovement, ['column', 'fallback', 'constant']);
  for (const member of ['type', 'date'])
    if (members[member] === undefined) report(`${path} needs the member ${member}`);
  const isFoster = type?.constant === 'foster';
  if (members.reason === undefined && !isFoster) report(`${path} needs the member reason`);
  if (type?.constant !== undefined && TYPE.parse(type.constant) === undefined)
    report(`${path}.type.constant ${TYPE.fault(type.constant)}`);
  return type && date && { type, reason, date, endDate, region, note };
}
