import type { Session } from '../session/session.ts';
import { announce } from './sign-in-channel.ts';

/**
 * Saves what waits to be sent, in every tab: after the user is signed out, nothing can be sent.
 *
 * @throws if something could not be saved. The page shows it, and offers it again.
 */
export async function saveBeforeSignOut({ changes, credential }: Session): Promise<void> {
  if (credential.get().person !== undefined) announce('signing-out');
  await changes.saveAll();
}
