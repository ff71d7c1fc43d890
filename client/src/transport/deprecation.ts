import type { Deprecation } from '../options.ts';
import { partsOf } from '../quota-headers.ts';

/** Reads `Deprecation` (RFC 9745: `@` and Unix seconds) and `Sunset` (RFC 8594: a date). */
export function deprecationOf(headers: Headers): Omit<Deprecation, 'operation'> | undefined {
  const [, seconds] = partsOf(headers, 'deprecation', /^@(\d+)/);
  if (seconds === undefined) return undefined;
  const sunset = new Date(headers.get('sunset') ?? Number.NaN);
  return {
    deprecatedAt: new Date(Number(seconds) * 1000),
    sunset: Number.isNaN(sunset.getTime()) ? undefined : sunset,
  };
}
