import { type Agent, type IncomingHttpHeaders, request } from 'node:http';

export interface AgentRequest {
  method?: string;
  key?: string | undefined;
  headers?: Readonly<Record<string, string>>;
  body?: string | Uint8Array;
}

export interface AgentResponse {
  status: number;
  headers: IncomingHttpHeaders;
}

/** Sends a request on a connection of the agent, which limits and reuses them, and reads the whole response. */
export function sendOn(
  agent: Agent,
  url: string,
  { method = 'GET', key, headers, body }: AgentRequest,
): Promise<AgentResponse> {
  const authorization = key === undefined ? {} : { authorization: `Bearer ${key}` };
  return new Promise((resolve, reject) => {
    const outgoing = request(url, { agent, method, headers: { ...headers, ...authorization } });
    outgoing.once('response', (response) => {
      response.once('end', () => resolve({ status: response.statusCode ?? 0, headers: response.headers }));
      response.once('error', reject);
      response.resume();
    });
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}
