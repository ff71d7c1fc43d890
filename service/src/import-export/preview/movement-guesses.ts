import { plain } from '../values/words.ts';
import type { FieldColumns } from './column-guesses.ts';

/** The headers of why an animal came in and how it left, the most certain first, in the form that `plain` returns. */
const REASON_HEADERS = {
  intake: [
    'intake reason',
    'intake type',
    'reason for intake',
    'type of intake',
    'came in as',
    'how it came in',
    'motivo de ingreso',
    'tipo de ingreso',
    'motivo de entrada',
    'tipo de entrada',
    'motif d arrivee',
    'motif d entree',
    'type d entree',
    'aufnahmegrund',
    'aufnahmeart',
    'grund der aufnahme',
  ],
  outcome: [
    'outcome reason',
    'outcome type',
    'outcome',
    'type of outcome',
    'disposition',
    'how it left',
    'left as',
    'motivo de salida',
    'tipo de salida',
    'motivo de egreso',
    'tipo de egreso',
    'motif de sortie',
    'type de sortie',
    'abgangsgrund',
    'abgangsart',
    'grund des abgangs',
  ],
} as const;

/** The headers of a day, by what happened then. An intake is on `intakeDate`. */
const DATE_HEADERS = {
  outcome: [
    'outcome date',
    'outcome datetime',
    'date of outcome',
    'date out',
    'out date',
    'left on',
    'adoption date',
    'fecha de salida',
    'fecha salida',
    'fecha de egreso',
    'date de sortie',
    'abgangsdatum',
    'abgang',
  ],
  /** Of a file that has only intakes, or only outcomes. */
  either: ['datetime', 'date time', 'date', 'event date', 'fecha', 'datum'],
} as const;

/** The columns of an intake or an outcome. */
export interface GuessedMovement {
  readonly type: keyof typeof REASON_HEADERS;
  readonly reason: string;
  readonly date: string;
}

interface MovementGuess {
  /** In the order in which they happen. */
  readonly movements: readonly GuessedMovement[];
  /** The columns of the other fields. */
  readonly columns: FieldColumns;
}

/**
 * Guesses the columns of movements: each a reason with its day. The status then follows from how an animal left, unless it has a
 * column of its own. Without a number of the animal, movements cannot be imported.
 */
export function guessMovements(names: readonly string[], columns: FieldColumns): MovementGuess {
  const byHeader = new Map(names.toReversed().map((name) => [plain(name), name]));
  const find = (headers: readonly string[]) => headers.flatMap((header) => byHeader.get(header) ?? [])[0];
  if (columns.reference === undefined) return { movements: [], columns };
  const reasons = { intake: find(REASON_HEADERS.intake), outcome: find(REASON_HEADERS.outcome) };
  const either = find(DATE_HEADERS.either);
  const dates = {
    intake: columns.intakeDate ?? (reasons.outcome === undefined ? either : undefined),
    outcome: find(DATE_HEADERS.outcome) ?? (columns.intakeDate === either ? undefined : either),
  };
  const movements = (['intake', 'outcome'] as const).flatMap((type): GuessedMovement[] => {
    const [reason, date] = [reasons[type], dates[type]];
    return reason === undefined || date === undefined || reason === date ? [] : [{ type, reason, date }];
  });
  const taken = movements.flatMap(({ reason, date }) => [reason, date]);
  const others = Object.entries(columns).filter(([, column]) => !taken.includes(column));
  const isIntake = movements[0]?.type === 'intake';
  return {
    movements,
    columns: { ...Object.fromEntries(others), ...(isIntake && { intakeDate: movements[0]?.date }) },
  };
}
