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

/** The headers of when a stay in foster care began and ended. */
const FOSTER_HEADERS = {
  date: [
    'foster start',
    'foster start date',
    'foster date',
    'foster from',
    'foster since',
    'in foster since',
    'foster begin',
    'date to foster',
    'date in foster',
    'foster out date',
    'foster placement date',
    'start of foster care',
    'foster care start',
    'foster care since',
    'inicio de acogida',
    'inicio acogida',
    'fecha de acogida',
    'fecha de inicio de acogida',
    'fecha inicio acogida',
    'en acogida desde',
    'acogida desde',
    'inicio de hogar temporal',
    'hogar temporal desde',
    'en hogar temporal desde',
    'famille d accueil depuis',
    'en famille d accueil depuis',
    'en famille d accueil le',
    'en accueil depuis',
    'debut d accueil',
    'debut famille d accueil',
    'debut de la famille d accueil',
    'date de mise en famille d accueil',
    'pflegestelle seit',
    'auf pflegestelle seit',
    'pflegestelle ab',
    'pflegestelle von',
    'pflegestelle beginn',
    'beginn pflegestelle',
    'in pflege seit',
    'pflege von',
    'pflegebeginn',
  ],
  endDate: [
    'foster end',
    'foster end date',
    'foster until',
    'foster return date',
    'foster back date',
    'date from foster',
    'back from foster',
    'returned from foster',
    'end of foster care',
    'foster care end',
    'foster care until',
    'fin de acogida',
    'fin acogida',
    'fecha de fin de acogida',
    'fecha fin acogida',
    'en acogida hasta',
    'acogida hasta',
    'fin de hogar temporal',
    'hogar temporal hasta',
    'en hogar temporal hasta',
    'famille d accueil jusqu au',
    'en famille d accueil jusqu au',
    'en accueil jusqu au',
    'fin d accueil',
    'fin famille d accueil',
    'fin de la famille d accueil',
    'retour de famille d accueil',
    'pflegestelle bis',
    'auf pflegestelle bis',
    'pflegestelle ende',
    'ende pflegestelle',
    'in pflege bis',
    'pflege bis',
    'pflegeende',
  ],
} as const;

/** The columns of an intake, of an outcome, or of a stay in foster care, which has no reason. */
export interface GuessedMovement {
  readonly type: 'intake' | 'foster' | 'outcome';
  readonly reason?: string;
  readonly date: string;
  readonly endDate?: string;
}

interface MovementGuess {
  /** In the order in which they happen. */
  readonly movements: readonly GuessedMovement[];
  /** The columns of the other fields. */
  readonly columns: FieldColumns;
}

/**
 * Guesses the columns of movements: each a reason with its day, and the days of a stay in foster care. The status then follows from
 * how an animal left, unless it has a column of its own. Without a number of the animal, movements cannot be imported.
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
  const inOrOut = (type: keyof typeof REASON_HEADERS): GuessedMovement[] => {
    const [reason, date] = [reasons[type], dates[type]];
    return reason === undefined || date === undefined || reason === date ? [] : [{ type, reason, date }];
  };
  const foster = { date: find(FOSTER_HEADERS.date), endDate: find(FOSTER_HEADERS.endDate) };
  const movements = [...inOrOut('intake'), ...inFoster(foster), ...inOrOut('outcome')];
  const taken = movements.flatMap(({ reason, date, endDate }) => [reason, date, endDate]);
  const others = Object.entries(columns).filter(([, column]) => !taken.includes(column));
  const isIntake = movements[0]?.type === 'intake';
  return {
    movements,
    columns: { ...Object.fromEntries(others), ...(isIntake && { intakeDate: movements[0]?.date }) },
  };
}

function inFoster({
  date,
  endDate,
}: {
  date: string | undefined;
  endDate: string | undefined;
}): GuessedMovement[] {
  return date === undefined ? [] : [{ type: 'foster', date, ...(endDate !== undefined && { endDate }) }];
}
