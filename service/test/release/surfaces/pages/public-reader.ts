import { AttackClient } from '../attack-tools.ts';
import type { Target } from '../surface-attack.ts';

/**
 * Requests the path of each number in turn, without a key. Returns the number of responses of each status. With
 * `TRUST_PROXY=127.0.0.1` each request has a client address of its own.
 */
export function readWithoutKey(
  target: Target,
  isOver: () => boolean,
  connections: number,
  pathOf: (index: number) => string,
): Promise<Record<string, number>> {
  return new AttackClient(target).repeat(connections, isOver, (index) => ({
    path: pathOf(index),
    key: undefined,
    headers: { 'x-forwarded-for': `198.51.${(index >> 8) % 256}.${index % 256}` },
  }));
}
