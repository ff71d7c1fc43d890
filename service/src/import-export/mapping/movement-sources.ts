import type { JsonObject } from '../../core/json.ts';
import {
  INTAKE_REASONS,
  MOVEMENT_TYPES,
  type MovementReason,
  type MovementType,
  OUTCOME_REASONS,
  REGIONS,
  type Region,
} from '../../database/column-values.ts';
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
const REASON: ValueParser<MovementReason> = oneOf([...new Set([...INTAKE_REASONS, ...OUTCOME_REASONS])]);
const REGION: ValueParser<Region> = oneOf(REGIONS);

/** Reads the member `movement` of a mapping file. */
export function readMovementSources(fields: JsonObject, report: Report): MovementSources | undefined {
  if (fields.movement === undefined) return undefined;
  const members = readObject(fields.movement, 'movement', MEMBERS, report);
  if (members === undefined) return undefined;
  const inMovement: Report = (fault) => report(`movement.${fault}`);
  const type = readMappedSource(members, 'type', TYPE, inMovement);
  const reason = readMappedSource(members, 'reason', REASON, inMovement);
  const date = readSource(members, 'date', inMovement, ['column', 'fallback', 'skip']);
  const endDate = readSource(members, 'endDate', inMovement, ['column', 'fallback']);
  const region = readMappedSource(members, 'region', REGION, inMovement);
  const note = readSource(members, 'note', inMovement, ['column', 'fallback', 'constant']);
  for (const member of ['type', 'date'])
    if (members[member] === undefined) report(`movement needs the member ${member}`);
  const isFoster = type?.constant === 'foster';
  if (members.reason === undefined && !isFoster) report('movement needs the member reason');
  if (type?.constant !== undefined && TYPE.parse(type.constant) === undefined)
    report(`movement.type.constant ${TYPE.fault(type.constant)}`);
  // Without it, an import adds each animal again, and could not know which movements it has.
  if (fields.reference === undefined) report('movement needs the member reference');
  return type && date && { type, reason, date, endDate, region, note };
}
