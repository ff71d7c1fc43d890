/** The methods that an attribute may name. Any other text would make a time series for each value that a client invents. */
const METHODS = new Set([
  'CONNECT',
  'DELETE',
  'GET',
  'HEAD',
  'OPTIONS',
  'PATCH',
  'POST',
  'PUT',
  'QUERY',
  'TRACE',
]);

export function methodAttribute(method: string): string {
  return METHODS.has(method) ? method : '_OTHER';
}
