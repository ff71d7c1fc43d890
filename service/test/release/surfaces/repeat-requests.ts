import type { Target } from './surface-attack.ts';

export interface RepeatedRequest {
  readonly path: string;
  readonly method?: string;
  readonly body?: string;
}

/** Sends requests on some connections, each as soon as the last one was answered, until `isOver`. Counts the statuses. */
export async function repeatRequests(
  { url, key }: Target,
  isOver: () => boolean,
  connections: number,
  next: (index: number) => RepeatedRequest,
): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  let sent = 0;
  const repeat = async () => {
    while (!isOver()) {
      const { path, method = 'GET', body } = next(sent);
      sent += 1;
      const status = await fetch(`${url}${path}`, {
        method,
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        ...(body !== undefined && { body }),
      }).then(
        async (response) => {
          await response.arrayBuffer();
          return String(response.status);
        },
        () => 'connection error',
      );
      counts[status] = (counts[status] ?? 0) + 1;
    }
  };
  await Promise.all(Array.from({ length: connections }, repeat));
  return counts;
}
