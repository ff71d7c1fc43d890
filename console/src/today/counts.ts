import { formatNumber } from '../ui/local-text.tsx';

/** Returns a count that stops at a limit, for example "100+". */
export function countText({ count, more }: { count: number; more: boolean }): string {
  return more ? `${formatNumber(count)}+` : formatNumber(count);
}
