import { DAY } from '../../../platform/core/clock.ts';
import type { Language } from '../../../platform/core/languages.ts';
import type { LetterKind } from '../../../platform/database/column-values.ts';
import { dayText } from './day-text.ts';
import type { LetterValues } from './fill-letter.ts';
import { KIND_RULES } from './letter-texts.ts';

interface SampleContext {
  readonly shelter: LetterShelter;
  readonly publicUrl: string;
  readonly now: number;
}

/** Who writes the letters. */
interface LetterShelter {
  readonly name: string;
  readonly timeZone?: string | undefined;
}

/** Returns values for a preview. */
export function sampleValues(
  kind: LetterKind,
  language: Language,
  { shelter, publicUrl, now }: SampleContext,
): LetterValues {
  const all = {
    animal: 'Bella',
    shelter: shelter.name,
    date: dayText(now + 7 * DAY, language, shelter.timeZone),
    message: '…',
    animals: [1, 2, 3].map((id) => `${publicUrl}/adopt/${id}`),
    link: [`${publicUrl}/application/…`],
  };
  return Object.fromEntries(KIND_RULES[kind].allowed.map((name) => [name, all[name]]));
}
