/** The part of autocannon 9 that the bench uses; it brings no types. */
declare module 'autocannon' {
  /** What differs from one request to the next. */
  export type Requested = { path: string } | { headers: Record<string, string> };

  interface Client {
    setRequests(requests: Requested[]): void;
    on(event: 'response', listener: (status: number, bytes: number, milliseconds: number) => void): void;
  }

  interface Options {
    url: string;
    connections: number;
    /** Seconds. */
    duration: number;
    headers: Record<string, string>;
    method?: 'POST';
    body?: string;
    setupClient(client: Client): void;
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
