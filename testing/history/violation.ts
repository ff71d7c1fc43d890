/** A promise that was not kept. */
export interface Violation {
  promise: string;
  /** What the clients know: what they sent, and what was answered. */
  acknowledged: unknown;
  found: unknown;
}

/** Enough to see what is wrong: what is broken once is often broken a thousand times. */
const MOST_SHOWN = 20;

/** For people: each promise, what was acknowledged, what was found, and how to do the same again. */
export function describeViolations(violations: readonly Violation[], seed: number): string {
  const shown = violations.slice(0, MOST_SHOWN).map(describe);
  const more = violations.length - shown.length;
  return [
    `${violations.length} violations with the seed ${seed}:`,
    ...shown,
    ...(more > 0 ? [`and ${more} more`] : []),
  ].join('\n');
}

function describe({ promise, acknowledged, found }: Violation): string {
  return `  broken: ${promise}\n    acknowledged: ${show(acknowledged)}\n    found:        ${show(found)}`;
}

function show(value: unknown): string {
  const text = JSON.stringify(value, (_, inner) => (typeof inner === 'bigint' ? String(inner) : inner));
  return text ?? 'nothing';
}
