import type { TestEnvironment } from './test-case.ts';

/** Connects to an environment server, which runs in another process. */
export async function remoteEnvironment(server: string): Promise<TestEnvironment> {
  const post = async (path: string, body: object = {}): Promise<Record<string, string>> => {
    const response = await fetch(`${server}/${path}`, { method: 'POST', body: JSON.stringify(body) });
    const result: unknown = await response.json();
    return Object.fromEntries(Object.entries(result ?? {}));
  };
  return {
    url: (await post('service')).url ?? '',
    redirectingUrl: `${server}/redirecting`,
    account: async (terms) => (await post('account', terms)).key ?? '',
    advance: async (ms) => {
      await post('advance', { ms });
    },
    nextMinute: async () => {
      await post('next-minute');
    },
  };
}
