import type { Listing } from '@petstore/client';
import { useEffect, useRef, useState } from 'react';
import { settingsOf } from '../../queries/settings-query.ts';
import { type CardsRoute, hrefOf } from '../../route.ts';
import { useRole, useSession } from '../../session/use-session.ts';
import { useSettings } from '../../session/use-settings.ts';
import { PageError } from '../../texts/error-text.ts';
import { formatNumber } from '../../texts/in-language.ts';
import { PAGE_NAMES } from '../../texts/page-names.ts';
import { Page } from '../../ui/page.tsx';
import { categoryNamesOf } from '../category-names.ts';
import { PrintButton } from '../print-button.tsx';
import { ReadingProgress } from '../reading-progress.tsx';
import { useListReading } from '../use-list-reading.ts';
import { bondedNamesOf } from './bonded-names.ts';
import { CardChoices } from './card-choices.tsx';
import { TEXTS } from './cards-texts.ts';
import { KennelCard, pageOf } from './kennel-card.tsx';
import { type CardLayout, lastLayout, saveLayout, usePaper } from './paper.ts';
import './cards.css';
import '../exports.css';

/** Each has a large photo: more would take minutes to load, and a printer an hour. */
const MAX_CARDS = 200;

/** Cards for kennels, of some animals or of all of a list, for the paper. */
export function CardsPage(route: CardsRoute) {
  return <Cards key={hrefOf(route)} {...route} />;
}

function Cards({ ids, ...filters }: CardsRoute) {
  const session = useSession();
  const [layout, setLayout] = useState(lastLayout);
  // All that is printed appears at a time, so that nothing moves.
  const prepare = async (animals: readonly Listing[]) => {
    await Promise.all([session.queries.ensureQueryData(settingsOf(session.petstore)), import('uqr')]);
    return {
      animals: inOrder(animals, ids),
      categoryName: await categoryNamesOf(session, animals),
      bondedOf: await bondedNamesOf(session, animals),
    };
  };
  const reading = useListReading({ filters, ids, checkCount, use: prepare });
  // biome-ignore lint/correctness/useExhaustiveDependencies: read once
  useEffect(() => reading.start(), []);
  const list = useRef<HTMLDivElement>(null);
  const { animals = [], categoryName = String, bondedOf = () => [] } = reading.result ?? {};
  usePaper(layout.paper);
  const choose = (chosen: CardLayout) => {
    saveLayout(chosen);
    setLayout(chosen);
  };
  return (
    <Page
      title={PAGE_NAMES.cards}
      className={`print-page paper-${layout.paper}`}
      actions={animals.length > 0 && <PrintButton list={list} />}
    >
      <p className="not-printed">
        <BackLink ids={ids} {...filters} />
      </p>
      <ReadingProgress reading={reading} />
      {reading.result !== undefined && animals.length === 0 && <p className="empty">{TEXTS.noAnimals}</p>}
      {animals.length > 0 && (
        <>
          <CardChoices layout={layout} onChoose={choose} />
          <p className="hint not-printed">
            {TEXTS.sheets(animals.length, Math.ceil(animals.length / layout.perSheet))}
          </p>
          <WithoutCode animals={animals} />
          <div className={`kennel-sheets per-sheet-${layout.perSheet}`} ref={list}>
            {sheetsOf(animals, layout.perSheet).map((sheet) => (
              <section key={String(sheet[0]?.pet.id)} className="kennel-sheet">
                {sheet.map((listing) => (
                  <KennelCard
                    key={String(listing.pet.id)}
                    listing={listing}
                    category={categoryName(listing.pet.categoryId)}
                    bonded={bondedOf(listing)}
                    perSheet={layout.perSheet}
                  />
                ))}
              </section>
            ))}
          </div>
        </>
      )}
    </Page>
  );
}

/** Leads to where the cards were chosen. */
function BackLink({ ids, ...filters }: CardsRoute) {
  const [id] = ids ?? [];
  if (ids?.length === 1 && id !== undefined)
    return <a href={hrefOf({ page: 'animal', id })}>{TEXTS.backToAnimal}</a>;
  if (ids !== undefined) return <a href={hrefOf({ ...filters, page: 'animals' })}>{TEXTS.backToList}</a>;
  return <a href={hrefOf({ ...filters, page: 'export' })}>{TEXTS.backToChoice}</a>;
}

/** States why cards have no code, and what an admin can do about it. */
function WithoutCode({ animals }: { animals: readonly Listing[] }) {
  const isAdmin = useRole() === 'admin';
  const arePublicPagesOff = useSettings()?.publicPages === false;
  const count = animals.filter((listing) => pageOf(listing) === undefined).length;
  if (arePublicPagesOff)
    return (
      <p className="note not-printed">
        {TEXTS.pagesAreOff}{' '}
        {isAdmin ? <a href={hrefOf({ page: 'settings' })}>{TEXTS.turnOn}</a> : TEXTS.askAdmin}
      </p>
    );
  return count > 0 && <p className="note not-printed">{TEXTS.withoutCode(count, animals.length)}</p>;
}

function sheetsOf(animals: readonly Listing[], perSheet: number): Listing[][] {
  const count = Math.ceil(animals.length / perSheet);
  return Array.from({ length: count }, (_, sheet) => animals.slice(sheet * perSheet, (sheet + 1) * perSheet));
}

/** Returns animals in the order in which they were chosen; those of a list keep its order. */
function inOrder(animals: readonly Listing[], ids: readonly bigint[] | undefined): readonly Listing[] {
  if (ids === undefined) return animals;
  const byId = new Map(animals.map((listing) => [listing.pet.id, listing]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

function checkCount(count: number): void {
  if (count > MAX_CARDS) throw new PageError(TEXTS.tooMany(formatNumber(MAX_CARDS)));
}
