import { type SignInLink, signInLinkIn } from '../route.ts';

interface LinkState {
  readonly link?: SignInLink;
}

/**
 * Returns the link that was opened, and removes its secret from the address, which others see, and which the browser remembers. The
 * secret stays with the entry of the history, so that the page can be loaded again, for example in another language.
 */
export function takeSignInLink(): SignInLink | undefined {
  const link = signInLinkIn(location.hash);
  if (link === undefined) return (history.state as LinkState | null)?.link; // only this function sets it
  history.replaceState({ link } satisfies LinkState, '', `#/${link.kind}`);
  return link;
}

/** Forgets the link, and goes to another page. */
export function leaveSignInLink(href: string): void {
  history.replaceState(null, '', href);
}
