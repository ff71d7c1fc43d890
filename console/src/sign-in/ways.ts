import { PetstoreError } from '@petstore/client';
import { useEffect, useState } from 'react';
import { sendToSession } from '../session/session-requests.ts';

/** The ways in that the service offers besides an invitation and a key. */
export interface Ways {
  readonly passkeys: { readonly offered: true } | { readonly offered: false; readonly reason: string };
  readonly codes: boolean;
  readonly provider: { readonly name: string } | null;
}

const NONE: Ways = { passkeys: { offered: false, reason: 'unknown' }, codes: false, provider: null };

/** Returns the ways in; undefined until they are known. If they cannot be read, an invitation and a key still work. */
export function useWays(): Ways | undefined {
  const [ways, setWays] = useState<Ways>();
  useEffect(() => {
    sendToSession<Ways>('GET', '/session/ways').then(setWays, () => setWays(NONE));
  }, []);
  return ways;
}

/** Returns true if the browser and the service can use passkeys. */
export function offersPasskeys({ passkeys }: Ways): boolean {
  return passkeys.offered && 'PublicKeyCredential' in window;
}

/** The user closed the dialog of the browser, or it found no passkey. That is no error of the service. */
export function isCancelled(error: unknown): boolean {
  return !(error instanceof PetstoreError) && error instanceof DOMException;
}
