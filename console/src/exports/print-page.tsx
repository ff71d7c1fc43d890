import type { Listing } from '@petstore/client';
import { useEffect, useRef } from 'react';
import { ShelterContact } from '../animals/shelter-contact.tsx';
import type { AnimalFilters } from '../queries/animal-queries.ts';
import { settingsOf } from '../queries/settings-query.ts';
import { hrefOf } from '../route.ts';
import { useSession } from '../session/use-session.ts';
import { useTimeZone } from '../session/use-settings.ts';
import { PageError } from '../texts/error-text.ts';
import { formatNumber } from '../texts/in-language.ts';
import { PAGE_NAMES } from '../texts/page-names.ts';
import { dayOf, fullDay } from '../ui/local-text.ts';
import { Page } from '../ui/page.tsx';
import { categoryNamesOf } from './category-names.ts';
import { TEXTS } from './exports-texts.ts';
import { PrintButton } from './print-button.tsx';
import { PrintedAnimal } from './printed-animal.tsx';
import { ReadingProgress } from './reading-progress.tsx';
import { useListReading } from './use-list-reading.ts';
import './exports.css';

/** Two hundred sheets. The service sends an address 3,000 photos a minute. */
const MAX_ANIMALS = 1000;
const ANIMALS_PER_SHEET = 5;
/** A longer list has smaller files, which are loaded in a fifth of the time. */
const MAX_LARGE_PHOTOS = 200;

/** All animals of a list with their photos, for the paper. */
export function PrintPage(filters: AnimalFilters) {
  const back = hrefOf({ ...filters, page: 'export' });
  return <PrintableList key={back} filters={filters} back={back} />;
}

function PrintableList({ filters, back }: { filters: AnimalFilters; back: string }) {
  const session = useSession();
  // All that is printed appears at a time, so that nothing moves.
  const prepare = async (animals: readonly Listing[]): Promise<SheetsProps> => {
    await session.queries.ensureQueryData(settingsOf(session.petstore));
    return { animals, categoryName: await categoryNamesOf(session, animals) };
  };
  const reading = useListReading({ filters, checkCount, use: prepare });
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once
  useEffect(() => reading.start(), []);
  const list = useRef<HTMLDivElement>(null);
  const sheets = reading.result;
  const count = sheets?.animals.length ?? 0;
  return (
    <Page title={PAGE_NAMES.print} className="print-page" actions={count > 0 && <PrintButton list={list} />}>
      <p className="not-printed">
        <a href={back}>{TEXTS.back}</a>
      </p>
      <ReadingProgress reading={reading} />
      {sheets !== undefined && count === 0 && <p className="empty">{TEXTS.noAnimals}</p>}
      {sheets !== undefined && count > 0 && (
        <>
          <p className="hint not-printed">{TEXTS.sheets(count, sheetCount(count))}</p>
          <div className="printed-list" ref={list}>
            <Sheets {...sheets} />
          </div>
        </>
      )}
    </Page>
  );
}

interface SheetsProps {
  animals: readonly Listing[];
  categoryName(id: bigint): string;
}

function Sheets({ animals, categoryName }: SheetsProps) {
  const timeZone = useTimeZone();
  return (
    <>
      <header>
        <ShelterContact className="printed-shelter" />
        <p className="detail">{fullDay(dayOf(Date.now(), timeZone))}</p>
      </header>
      <ul>
        {animals.map((listing) => (
          <PrintedAnimal
            key={String(listing.pet.id)}
            listing={listing}
            category={categoryName(listing.pet.categoryId)}
            photoWidth={animals.length > MAX_LARGE_PHOTOS ? 320 : 800}
          />
        ))}
      </ul>
    </>
  );
}

/** The name of the shelter takes the place of one animal. */
function sheetCount(animals: number): number {
  return Math.ceil((animals + 1) / ANIMALS_PER_SHEET);
}

function checkCount(count: number): void {
  if (count > MAX_ANIMALS) {
    throw new PageError(TEXTS.tooMany(formatNumber(MAX_ANIMALS)));
  }
}
