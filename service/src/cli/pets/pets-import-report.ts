import { SingleBar } from 'cli-progress';
import type { ImportProgress } from '../../exchange/import-export/import-pets.ts';
import {
  type CappedList,
  type ImportSummary,
  ROW_COUNTS,
  type RowCount,
  type RowFault,
} from '../../exchange/import-export/summary.ts';

/** Returns the summary of an import as lines of text. */
export function importReport(summary: ImportSummary, dryRun: boolean): string[] {
  return [
    ...(dryRun ? ['Dry run: nothing was written. The import would do the following:'] : []),
    ...countLines(summary),
    ...listLines('Failed rows', summary.failed, errorLines),
    ...listLines(
      'Skipped animals that are in the catalogue and stay there',
      summary.left,
      ({ reference, reason }) => [`${reference}: ${reason}`],
    ),
    ...photoLines(summary),
    ...movementLines(summary),
    ...bondLines(summary),
    ...noteLines(summary),
  ];
}

/** Printed unless the count is 0. */
const NOTES: Partial<Record<RowCount, string>> = {
  kept: 'exported by this store; they differ from the file and stay unchanged',
  held: 'an open order sets their status; import again once it has ended',
  deleted: 'deleted from the catalogue earlier; not added again',
  superseded: 'a newer or later row has the same reference',
  older: 'an earlier import applied a newer row',
};

function countLines(summary: ImportSummary): string[] {
  const { skipped, failed } = summary;
  const counts: { label: string; rows: number; note?: string | undefined }[] = [
    ...ROW_COUNTS.map((name) => ({
      label: name === 'rows' ? name : `  ${name}`,
      rows: summary[name],
      note: NOTES[name],
    })),
    { label: '  skipped', rows: skipped.reduce((sum, { rows }) => sum + rows, 0) },
    ...skipped.map(({ reason, rows }) => ({ label: '', rows, note: reason })),
    { label: '  failed', rows: failed.count },
  ];
  const labelWidth = Math.max(...counts.map(({ label }) => label.length));
  const numberWidth = digits(summary.rows).length + INDENT.length;
  return counts.map(({ label, rows, note = '' }) => {
    const number = digits(rows).padStart(numberWidth);
    return `${label.padEnd(labelWidth)}${number}${rows === 0 ? '' : `  ${note}`}`.trimEnd();
  });
}

const INDENT = '  ';

function digits(count: number): string {
  return count.toLocaleString('en');
}

function listLines<T>(title: string, list: CappedList<T>, describe: (item: T) => string[]): string[] {
  if (list.count === 0) return [];
  const more = list.count - list.first.length;
  return [
    '',
    `${title}: ${digits(list.count)}`,
    ...list.first.flatMap(describe).map((line) => INDENT + line),
    ...(more > 0 ? [`${INDENT}and ${digits(more)} more`] : []),
  ];
}

function errorLines({ line, faults }: RowFault): string[] {
  return faults.map(({ column, reason }) =>
    column === undefined ? `line ${line} ${reason}` : `line ${line}, ${column} ${reason}`,
  );
}

function photoLines({ photosAdded, photosUnchanged, photosFailed }: ImportSummary): string[] {
  const counts =
    photosAdded + photosUnchanged === 0
      ? []
      : ['', `Photos added: ${digits(photosAdded)}; added by an earlier import: ${digits(photosUnchanged)}`];
  return [...counts, ...listLines('Rows with photos that were not added', photosFailed, errorLines)];
}

function movementLines(summary: ImportSummary): string[] {
  const { movementsAdded, movementsChanged, movementsUnchanged, movementsFailed } = summary;
  const counts =
    movementsAdded + movementsChanged + movementsUnchanged === 0
      ? []
      : [
          '',
          `Movements added: ${digits(movementsAdded)}; changed: ${digits(movementsChanged)}; already there: ${digits(movementsUnchanged)}`,
        ];
  return [...counts, ...listLines('Rows whose movement was not added', movementsFailed, errorLines)];
}

function bondLines({ bondsChanged, bondsUnchanged, bondsFailed }: ImportSummary): string[] {
  const counts =
    bondsChanged + bondsUnchanged === 0
      ? []
      : [
          '',
          `Rows of animals that go together: ${digits(bondsChanged)} changed; ${digits(bondsUnchanged)} unchanged`,
        ];
  return [...counts, ...listLines('Rows whose animals cannot go together', bondsFailed, errorLines)];
}

function noteLines({ withoutReference }: ImportSummary): string[] {
  if (withoutReference === 0) return [];
  return [
    '',
    `Pets without a reference: ${digits(withoutReference)}; another import of the file adds them again.`,
  ];
}

/** Two progress bars on standard error, one for reading and one for applying; none without a terminal. */
export class ProgressBars {
  readonly #bytes: number;
  #bar: SingleBar | undefined;
  #stage: ImportProgress['stage'] | undefined;

  /** @param bytes the size of the file; 0 if unknown. */
  constructor(bytes: number) {
    this.#bytes = bytes;
  }

  show(reached: ImportProgress): void {
    if (!process.stderr.isTTY) return;
    const [done, of] =
      reached.stage === 'reading' ? [reached.bytes, this.#bytes] : [reached.rows, reached.of];
    if (of === 0) return;
    if (this.#stage !== reached.stage) this.#start(reached.stage, of);
    this.#bar?.update(done);
  }

  #start(stage: ImportProgress['stage'], of: number): void {
    this.end();
    this.#stage = stage;
    this.#bar = new SingleBar({
      format: `${stage.padEnd(8)} [{bar}] {percentage}% | {eta_formatted} left`,
      clearOnComplete: true,
      hideCursor: true,
    });
    this.#bar.start(of, 0);
  }

  end(): void {
    this.#bar?.stop();
  }
}
