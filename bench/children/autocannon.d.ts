/** The part of autocannon 9 that the bench uses; it brings no types. */
declare module 'autocannon' {
  interface Options {
    url: string;
    connections: number;
    /** Seconds. */
    duration: number;
    headers: Record<string, string>;
    method?: 'POST';
    body?: string;
    setupClient(client: { setRequests(requests: Array<{ path: string }>): void }): void;
  }

  interface Result {
    requests: { total: number };
    /** Seconds. */
    duration: number;
    non2xx: number;
    errors: number;
    timeouts: number;
  }

  export default function autocannon(options: Options): Promise<Result>;
}
