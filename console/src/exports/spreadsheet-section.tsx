import type { Listing } from '@petstore/client';
import type { AnimalFilters } from '../queries/animal-queries.ts';
import { useSession } from '../session/use-session.ts';
import { useTimeZone } from '../session/use-settings.ts';
import { locale } from '../texts/language.ts';
import { dayOf } from '../ui/local-text.ts';
import { saveFile } from '../ui/save-file.ts';
import { categoryNamesOf } from './category-names.ts';
import { TEXTS } from './exports-texts.ts';
import { ReadingProgress } from './reading-progress.tsx';
import { spreadsheetOf } from './spreadsheet.ts';
import { useListReading } from './use-list-reading.ts';

/** Saves all animals of a list as a spreadsheet for people. */
export function SpreadsheetSection(filters: AnimalFilters) {
  const session = useSession();
  const timeZone = useTimeZone();
  const save = async (animals: readonly Listing[]) => {
    const categoryName = await categoryNamesOf(session, animals);
    const now = Date.now();
    const context = { now, timeZone, locale, origin: location.origin, categoryName };
    const file = new Blob([spreadsheetOf(animals, context)], { type: 'text/csv' });
    saveFile(`${TEXTS.fileName}-${dayOf(now, timeZone)}.csv`, file);
    return animals.length;
  };
  const reading = useListReading({ filters, use: save });
  return (
    <section className="card export-section" aria-labelledby="spreadsheet">
      <h2 id="spreadsheet">{TEXTS.spreadsheet}</h2>
      <p>{TEXTS.spreadsheetHelp}</p>
      {reading.isReading ? (
        <button type="button" onClick={reading.cancel}>
          {TEXTS.cancel}
        </button>
      ) : (
        <button type="button" className="primary" onClick={reading.start}>
          {TEXTS.download}
        </button>
      )}
      <ReadingProgress reading={reading} />
      {reading.isReading && <p className="hint">{TEXTS.stay}</p>}
      <p role="status">{reading.result !== undefined && TEXTS.downloaded(reading.result)}</p>
    </section>
  );
}
