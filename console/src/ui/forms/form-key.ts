import { useState } from 'react';

/**
 * Returns the `Idempotency-Key` of a form. The service processes a form once, even if the user sends it again after a lost
 * response. Call `renew` when the form changes.
 */
export function useFormKey(): { key: string; renew(): void } {
  const [key, setKey] = useState(newKey);
  return { key, renew: () => setKey(newKey()) };
}

/** Returns an `Idempotency-Key` that no other request has. */
export function newKey(): string {
  return `console ${crypto.getRandomValues(new BigUint64Array(2)).join('-')}`;
}
