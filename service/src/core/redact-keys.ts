/** What looks like an API key, or the beginning of one. In a URL its underscores may be encoded. */
const KEY = /(petstore(?:_|%5f)(?:live|test)(?:_|%5f))[0-9a-z]{8,}/gi;

/** Replaces API keys, which clients put into paths and parameters by mistake. The hint of a key stays. */
export function redactKeys(text: string): string {
  return text.replace(KEY, '$1REDACTED');
}
