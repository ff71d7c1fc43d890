import { sendToSession } from '../session/session-requests.ts';

/** Leaves for the page of the provider, which leads back here. With the secret of an invitation, it becomes a way in of that person. */
export async function signInWithProvider(secret?: string): Promise<void> {
  const { url } = await sendToSession<{ url: string }>('POST', '/session/provider', { invitation: secret });
  location.assign(url);
}
