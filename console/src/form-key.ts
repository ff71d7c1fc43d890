import { useState } from 'react';

/**
 * The `Idempotency-Key` of a form, so that it is carried out once, however often it is sent: an answer may have been
 * lost. Another one is needed when the form has changed.
 */
export function useFormKey(): { key: string; renew(): void } {
  const [key, setKey] = useState(newKey);
  return { key, renew: () => setKey(newKey()) };
}

function newKey(): string {
  return `console ${crypto.getRandomValues(new BigUint64Array(2)).join('-')}`;
}
