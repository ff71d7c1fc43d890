import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { allCategories } from '../../queries/category-queries.ts';
import { useSession } from '../../session/use-session.ts';
import { ErrorNote } from '../../ui/error-note.tsx';
import { type PreparedImport, useImport } from '../import-requests.ts';
import { csvFile, type Spreadsheet } from '../spreadsheet/read-file.ts';
import { type Columns, guessColumns, isExport } from './column-guesses.ts';
import { ColumnRow } from './column-row.tsx';
import { mappingOf, writeMapping } from './mapping.ts';
import { TEXTS } from './matching-texts.ts';
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
  const missing = isKnown ? undefined : missingText(columns);
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
      <h2>{TEXTS.title}</h2>
      <p className="hint">
        {TEXTS.rows(name, table.rows.length)} {isKnown ? TEXTS.isExport : TEXTS.unchosen}
      </p>
      <ul className="columns" hidden={isKnown}>
        {table.columns.filter(Boolean).map((column) => (
          <ColumnRow key={column} column={column} table={table} matching={matching} onChange={setMatching} />
        ))}
      </ul>
      {missing !== undefined && <p className="import-failure">{missing}</p>}
      <div role="alert">
        {(check.error ?? error) !== null && <ErrorNote error={(check.error ?? error) as Error} />}
      </div>
      <div className="form-actions">
        <button type="button" onClick={onCancel}>
          {TEXTS.anotherFile}
        </button>
        <button
          type="button"
          className="primary"
          disabled={missing !== undefined || check.isPending || categories === undefined}
          onClick={start}
        >
          {check.isPending ? TEXTS.sending : TEXTS.check}
        </button>
      </div>
    </section>
  );
}

function missingText({ name, categoryId }: Columns): string | undefined {
  if (name === undefined) return categoryId === undefined ? TEXTS.missingBoth : TEXTS.missingName;
  return categoryId === undefined ? TEXTS.missingKind : undefined;
}

/** The service recognises the format of a file by its name. */
function csvName(name: string): string {
  return name.toLowerCase().endsWith('.csv') ? name : `${name.replace(/\.\w+$/, '')}.csv`;
}
