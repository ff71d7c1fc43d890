/** How the tabs of this browser tell each other that someone signed in or out. */
const channel = new BroadcastChannel('petstore.sign-in');

/** Before someone signs out, every tab sends what waits. */
type SignInNews = 'signed-in' | 'signing-out' | 'signed-out';

/** Lets the other tabs know. */
export function announce(news: SignInNews): void {
  channel.postMessage(news);
}

/** Calls `listener` when another tab has announced something. Returns what ends that. */
export function onAnnounced(listener: (news: SignInNews) => void): () => void {
  const receive = ({ data }: MessageEvent<SignInNews>) => listener(data);
  channel.addEventListener('message', receive);
  return () => channel.removeEventListener('message', receive);
}
