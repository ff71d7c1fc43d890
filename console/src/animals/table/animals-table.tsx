import type { ReactNode } from 'react';
import { sortOf } from '../../queries/animal-queries.ts';
import { type AnimalsRoute, hrefOf } from '../../route.ts';
import { directionOf, nextSort, type SortedColumn } from './columns.ts';
import { TEXTS } from './table-texts.ts';
import './animals-table.css';

/**
 * The roles of a table. Its rows are grids, so that the browser does not lay out those that are not visible; some browsers take an
 * element of a table for no part of one if it has another layout.
 */
export const ROLES = {
  table: { role: 'table' },
  group: { role: 'rowgroup' },
  row: { role: 'row' },
  header: { role: 'columnheader' },
  cell: { role: 'cell' },
} as const;

/** A table of animals, whose headers sort all that match. Its children are groups of rows. */
export function AnimalsTable({ children, ...route }: AnimalsRoute & { children: ReactNode }) {
  return (
    <table className="animals-table" {...ROLES.table}>
      <caption className="visually-hidden">{TEXTS.caption}</caption>
      <thead {...ROLES.group}>
        <tr {...ROLES.row}>
          <th scope="col" className="select-cell" {...ROLES.header}>
            <span className="visually-hidden">{TEXTS.selection}</span>
          </th>
          <th scope="col" className="photo-cell" {...ROLES.header}>
            <span className="visually-hidden">{TEXTS.photo}</span>
          </th>
          <SortHeader column="name" route={route} />
          <th scope="col" className="breed-cell" {...ROLES.header}>
            {TEXTS.breed}
          </th>
          <SortHeader column="age" route={route} />
          <SortHeader column="waiting" route={route} />
          <SortHeader column="added" route={route} />
          <SortHeader column="changed" route={route} />
          <th scope="col" className="status-cell" {...ROLES.header}>
            {TEXTS.status}
          </th>
        </tr>
      </thead>
      {children}
    </table>
  );
}

/** A header that sorts. A search has one order, so its headers are texts. */
function SortHeader({ column, route }: { column: SortedColumn; route: AnimalsRoute }) {
  const name = TEXTS.columns[column];
  const className = `${column}-cell`;
  if (route.q !== undefined) {
    return (
      <th scope="col" className={className} {...ROLES.header}>
        {name}
      </th>
    );
  }
  const sort = sortOf(route);
  return (
    <th scope="col" className={className} aria-sort={directionOf(column, sort)} {...ROLES.header}>
      <a href={hrefOf({ ...route, sort: nextSort(column, sort) })}>{name}</a>
    </th>
  );
}
