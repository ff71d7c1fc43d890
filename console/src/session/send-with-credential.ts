import type { PetstoreError } from '@petstore/client';
import { isInvalidKey } from '../queries/errors.ts';
import type { Credential } from './credential.ts';
import { fetchWithProgress } from './upload-progress.ts';

/** Sends a request with a credential, and once more with the next one if the service refuses the first. */
export async function sendWithCredential(
  credential: Credential,
  input: Parameters<typeof fetch>[0],
  init?: RequestInit,
): Promise<Response> {
  // A request that starts while the page is being closed must outlive the page.
  const keepalive = init?.keepalive === true || document.visibilityState === 'hidden';
  const send = (bearer: string) => {
    const headers = new Headers(init?.headers);
    headers.set('Authorization', `Bearer ${bearer}`);
    return fetchWithProgress(input, { ...init, headers, keepalive });
  };
  try {
    const known = credential.bearer(keepalive);
    // Without a pause if it is known: a page that is being closed does not go on after one.
    const bearer = typeof known === 'string' ? known : await known;
    const response = await send(bearer);
    if (response.status !== 401 || credential.renew === undefined) return response;
    // The connection is free for others only when nothing waits for the rest of the response.
    response.body?.cancel();
    return await send(await credential.renew(bearer));
  } catch (error) {
    if (isInvalidKey(error)) return refusal(error);
    throw error;
  }
}

/** What the service answers to a request without a session: the page shows it as it shows that of any other request. */
function refusal({ code, message, status }: PetstoreError): Response {
  const headers = { 'Content-Type': 'application/json' };
  return new Response(JSON.stringify({ code, message, status }), { status, headers });
}
