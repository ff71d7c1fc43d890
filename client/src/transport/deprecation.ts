import type { Deprecation } from '../options.ts';

/** Reads `Deprecation` (RFC 9745: `@` and Unix seconds) and `Sunset` (RFC 8594: a date). */
export function deprecationOf(headers: Headers): Omit<Deprecation, 'operation'> | undefined {
  const [, seconds] = /^@(\d+)/.exec(headers.get('deprecation') ?? '') ?? [];
  if (seconds === undefined) return undefined;
  const sunset = new Date(headers.get('sunset') ?? Number.NaN);
  return {
    deprecatedAt: new Date(Number(seconds) * 1000),
    sunset: Number.isNaN(sunset.getTime()) ? undefined : sunset,
  };
}
