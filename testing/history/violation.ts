/** A broken promise. */
export interface Violation {
  promise: string;
  /** What the clients sent and received. */
  acknowledged: unknown;
  found: unknown;
}

/** One fault often causes thousands of violations. */
const MAX_SHOWN = 20;

/** Returns a text with each promise, what was acknowledged, what was found, and the seed that repeats the run. */
export function describeViolations(violations: readonly Violation[], seed: number): string {
  const shown = violations.slice(0, MAX_SHOWN).map(describe);
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
