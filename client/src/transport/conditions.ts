import type { RequestOptions } from '../options.ts';

/** @throws {TypeError} for an `ifMatch` without a value: without the header, the change would be unconditional. */
export function conditionHeaders(options: RequestOptions): Record<string, string> {
  const { ifMatch, ifNoneMatch } = options;
  if ('ifMatch' in options && !ifMatch) throw new TypeError('ifMatch must be an ETag; see etagOf');
  return { ...(ifMatch && { 'if-match': ifMatch }), ...(ifNoneMatch && { 'if-none-match': ifNoneMatch }) };
}
