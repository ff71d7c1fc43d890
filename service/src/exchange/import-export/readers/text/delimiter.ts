const DELIMITERS = [',', ';', '\t'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

/** A first line by which Excel knows the delimiter: `sep=;`. */
const SEP_LINE = /^\uFEFF?"?sep=([,;\t])"?\r?$/i;

export function delimiterOfSepLine(line: string): Delimiter | undefined {
  return SEP_LINE.exec(line)?.[1] as Delimiter | undefined; // the pattern has only these
}

/**
 * Returns the delimiter of a file by its first lines: the one by which most lines have the same number of values, and among
 * these the most values. So commas in texts do not make a file with semicolons a file with commas.
 */
export function delimiterOf(lines: readonly string[]): Delimiter {
  const scores = DELIMITERS.map((delimiter) => scoreOf(countsOf(lines, delimiter)));
  const best = scores.reduce((one, other) => (isBetter(other, one) ? other : one));
  return DELIMITERS[scores.indexOf(best)] ?? ',';
}

interface Score {
  readonly lines: number;
  readonly delimiters: number;
}

function isBetter(one: Score, other: Score): boolean {
  return one.lines === other.lines ? one.delimiters > other.delimiters : one.lines > other.lines;
}

function scoreOf(counts: readonly number[]): Score {
  const lines = new Map<number, number>();
  for (const count of counts) if (count > 0) lines.set(count, (lines.get(count) ?? 0) + 1);
  const scores = [...lines].map(([delimiters, number]) => ({ delimiters, lines: number }));
  return scores.reduce((one, other) => (isBetter(other, one) ? other : one), { lines: 0, delimiters: 0 });
}

/** Returns how often each line has the delimiter outside of quotes. A quoted value may have several lines. */
function countsOf(lines: readonly string[], delimiter: string): number[] {
  let isQuoted = false;
  return lines
    .filter((line) => line.trim() !== '')
    .map((line) => {
      let count = 0;
      for (const character of line) {
        if (character === '"') isQuoted = !isQuoted;
        else if (!isQuoted && character === delimiter) count += 1;
      }
      return count;
    });
}
