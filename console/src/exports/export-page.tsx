import { AnimalFilter } from '../animals/filters/animal-filter.tsx';
import type { AnimalFilters } from '../queries/animal-queries.ts';
import { hrefOf } from '../route.ts';
import { useUsage } from '../session/use-session.ts';
import { PAGE_NAMES } from '../texts/page-names.ts';
import { Page } from '../ui/page.tsx';
import { TEXTS } from './exports-texts.ts';
import { SpreadsheetSection } from './spreadsheet-section.tsx';
import { WholeExport } from './whole-export.tsx';
import './exports.css';

/** What takes animals out of the console: for people those of a list, and for another store all. */
export function ExportPage(filters: AnimalFilters) {
  // The first request of the page: the filters are read after it.
  const role = useUsage().data?.role;
  const printHref = hrefOf({ ...filters, page: 'print' });
  return (
    <Page title={PAGE_NAMES.export}>
      <h2 className="visually-hidden">{TEXTS.which}</h2>
      <AnimalFilter {...filters} page="export" />
      {filters.q !== undefined && (
        <p>
          {TEXTS.search(filters.q)}{' '}
          <a href={hrefOf({ ...filters, page: 'export', q: undefined })}>{TEXTS.removeSearch}</a>
        </p>
      )}
      {filters.tag !== undefined && (
        <p>
          {TEXTS.tag(filters.tag)}{' '}
          <a href={hrefOf({ ...filters, page: 'export', tag: undefined })}>{TEXTS.removeTag}</a>
        </p>
      )}
      <div className="export-sections">
        {/* Its address identifies a list. Another list begins without the result of the one before. */}
        <SpreadsheetSection key={printHref} {...filters} />
        <section className="card export-section" aria-labelledby="paper">
          <h2 id="paper">{TEXTS.paper}</h2>
          <p>{TEXTS.paperHelp}</p>
          <a className="button primary" href={printHref}>
            {TEXTS.seeList}
          </a>
        </section>
        <section className="card export-section" aria-labelledby="cards">
          <h2 id="cards">{TEXTS.cards}</h2>
          <p>{TEXTS.cardsHelp}</p>
          <a className="button" href={hrefOf({ ...filters, page: 'cards' })}>
            {TEXTS.seeCards}
          </a>
        </section>
        {(role === 'manager' || role === 'admin') && <WholeExport />}
      </div>
    </Page>
  );
}
