import type { Stage } from './case.ts';

/** A stage that is in another process: its control is an HTTP server beside the service. */
export async function remoteStage(control: string): Promise<Stage> {
  const ask = async (what: string, body: object = {}): Promise<Record<string, string>> => {
    const response = await fetch(`${control}/${what}`, { method: 'POST', body: JSON.stringify(body) });
    const said: unknown = await response.json();
    return Object.fromEntries(Object.entries(said ?? {}));
  };
  return {
    url: (await ask('service')).url ?? '',
    redirectingUrl: `${control}/redirecting`,
    account: async (terms) => (await ask('account', terms)).key ?? '',
    advance: async (ms) => {
      await ask('advance', { ms });
    },
    nextMinute: async () => {
      await ask('next-minute');
    },
  };
}
