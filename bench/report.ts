/** One line of the table: a ratio, or a figure where the target is one. */
export interface Line {
  readonly what: string;
  readonly result: string;
  /** Empty where nothing is promised. */
  readonly target: string;
  readonly isReached: boolean | undefined;
  /** The absolute figures behind the result, which are not stable on a shared machine. */
  readonly figures: string;
}

export interface Target {
  readonly text: string;
  isReached(value: number): boolean;
}

export function atLeast(value: number): Target {
  return { text: `>= ${value}`, isReached: (measured) => measured >= value };
}

export function atMost(value: number, unit = ''): Target {
  return { text: `<= ${value}${unit}`, isReached: (measured) => measured <= value };
}

/** A line whose value is judged against a target; `unit` follows the value. */
export function line(
  what: string,
  value: number,
  target: Target | undefined,
  figures: string,
  unit = '',
): Line {
  return {
    what,
    result: `${value.toFixed(value < 100 ? 2 : 0)}${unit}`,
    target: target?.text ?? '',
    isReached: target?.isReached(value),
    figures,
  };
}

const HEADER = ['row', 'what', 'result', 'target', 'reached', 'figures of this run'];

/** The lines as an aligned table. Small sizes are not judged. */
export function table(lines: ReadonlyArray<Line & { row: string }>, isJudged: boolean): string {
  const cells = lines.map(({ row, what, result, target, isReached, figures }) => [
    row,
    what,
    result,
    target,
    isJudged ? verdict(isReached) : 'not judged',
    figures,
  ]);
  const widths = HEADER.map((title, column) =>
    Math.max(title.length, ...cells.map((row) => row[column]?.length ?? 0)),
  );
  const rule = widths.map((width) => '-'.repeat(width));
  return [HEADER, rule, ...cells]
    .map((row) =>
      row
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

function verdict(isReached: boolean | undefined): string {
  if (isReached === undefined) return '';
  return isReached ? 'yes' : 'no';
}

export function thousands(value: number): string {
  return Math.round(value).toLocaleString('en');
}
