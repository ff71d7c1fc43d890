/** What a figure is judged by in a full run, in the unit of the figure. */
export type Target = { readonly min: number } | { readonly max: number };

/** One figure of a scenario. */
export interface Result {
  readonly what: string;
  readonly value: number;
  /** Empty for a ratio. */
  readonly unit?: string;
  readonly target?: Target | undefined;
  /** The absolute figures behind the value, which change with the machine and its other work. */
  readonly figures?: string;
}

export interface ScenarioResult extends Result {
  readonly scenario: string;
}

/** Returns undefined where there is no target. */
export function isReached({ value, target }: Result): boolean | undefined {
  if (target === undefined) return undefined;
  return 'min' in target ? value >= target.min : value <= target.max;
}

const HEADER = ['scenario', 'what', 'result', 'target', 'reached', 'figures of this run'];

/** Returns an aligned table in Markdown. */
export function markdownTable(results: readonly ScenarioResult[], isJudged: boolean): string {
  const cells = results.map((result) => [
    result.scenario,
    result.what,
    valueText(result),
    targetText(result),
    isJudged ? verdict(result) : 'not judged',
    result.figures ?? '',
  ]);
  const widths = HEADER.map((title, column) =>
    Math.max(title.length, ...cells.map((row) => row[column]?.length ?? 0)),
  );
  const rule = widths.map((width) => '-'.repeat(width));
  const lines = [HEADER, rule, ...cells].map((row) =>
    row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | '),
  );
  return lines.map((line) => `| ${line} |`).join('\n');
}

function withUnit(value: string | number, { unit = '' }: Result): string {
  return unit === '' ? `${value}` : `${value} ${unit}`;
}

export function valueText(result: Result): string {
  return withUnit(result.value.toFixed(result.value < 100 ? 2 : 0), result);
}

export function targetText(result: Result): string {
  const { target } = result;
  if (target === undefined) return '';
  return 'min' in target ? `>= ${withUnit(target.min, result)}` : `<= ${withUnit(target.max, result)}`;
}

function verdict(result: Result): string {
  if (result.target === undefined) return '';
  return isReached(result) ? 'yes' : 'no';
}

/** Returns a number such as `12,345`. */
export function thousands(value: number): string {
  return Math.round(value).toLocaleString('en');
}
