import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { allCategories } from '../../queries/category-queries.ts';
import { useSession } from '../../session/use-session.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { formatNumber } from '../../ui/local-text.tsx';
import { type PreparedImport, useImport } from '../import-requests.ts';
import { csvFile, type Spreadsheet } from '../spreadsheet/read-file.ts';
import { ColumnRow } from './column-row.tsx';
import { guessColumns, isExport } from './fields.ts';
import { mappingOf, writeMapping } from './mapping.ts';
import { type Matching, rememberedMatchings } from './remembered.ts';

interface MatchColumnsProps {
  spreadsheet: Spreadsheet;
  onCancel(): void;
  onChecking(prepared: PreparedImport, id: bigint): void;
}

/** Matches the columns of a spreadsheet to the fields of an animal. Begins with what was chosen for such a file before, or with guesses. */
export function MatchColumns({ spreadsheet, onCancel, onChecking }: MatchColumnsProps) {
  const { name, table } = spreadsheet;
  const [matching, setMatching] = useState<Matching>(
    () => rememberedMatchings.read(table.columns) ?? { columns: guessColumns(table.columns), choices: {} },
  );
  const { petstore } = useSession();
  const { data: categories, error } = useQuery(allCategories(petstore));
  const check = useImport(true, ({ id }, sent) => onChecking(sent, id));
  const { columns } = matching;
  const isKnown = isExport(table.columns);
  const missing = isKnown
    ? []
    : [columns.name ? '' : 'name', columns.categoryId ? '' : 'kind of animal'].filter(Boolean);
  const start = () => {
    if (categories === undefined) return;
    const fileName = csvName(name);
    if (isKnown) return check.mutate({ fileName, file: spreadsheet.file, mapping: undefined });
    rememberedMatchings.save(table.columns, matching);
    const { mapping, file } = mappingOf({ table, ...matching, categories });
    check.mutate({
      fileName,
      file: file === undefined ? spreadsheet.file : csvFile(file),
      mapping: writeMapping(mapping),
    });
  };
  return (
    <section className="card import-section">
      <h2>What is in each column?</h2>
      <p className="hint">
        {name}: {formatNumber(table.rows.length)} rows.{' '}
        {isKnown
          ? 'It is an export of Petstore, whose columns are known.'
          : 'Columns without a choice are left out.'}
      </p>
      <ul className="columns" hidden={isKnown}>
        {table.columns.filter(Boolean).map((column) => (
          <ColumnRow key={column} column={column} table={table} matching={matching} onChange={setMatching} />
        ))}
      </ul>
      {missing.length > 0 && (
        <p className="import-failure">
          Choose the column that has the {missing.join(', and the one that has the ')}.
        </p>
      )}
      <div role="alert">
        {(check.error ?? error) !== null && <ErrorNote error={(check.error ?? error) as Error} />}
      </div>
      <div className="form-actions">
        <button type="button" onClick={onCancel}>
          Another file
        </button>
        <button
          type="button"
          className="primary"
          disabled={missing.length > 0 || check.isPending || categories === undefined}
          onClick={start}
        >
          {check.isPending ? 'Sending…' : 'Check the file'}
        </button>
      </div>
    </section>
  );
}

/** The service recognises the format of a file by its name. */
function csvName(name: string): string {
  return name.toLowerCase().endsWith('.csv') ? name : `${name.replace(/\.\w+$/, '')}.csv`;
}
