import { type Answered, isNormal } from '../load/steady-load.ts';
import { atMost, type Line, line, thousands } from '../report.ts';
import type { Seen } from './outage.ts';

/** What clients saw of an outage. */
export function outageLines(name: string, seen: Seen): Line[] {
  const during = seen.answers.filter(({ sentAt, endedAt }) => sentAt < seen.backAt && endedAt > seen.awayAt);
  const longest = Math.max(...during.map(({ sentAt, endedAt }) => endedAt - sentAt));
  const firsts = [firstNormal(seen, 'GET'), firstNormal(seen, 'POST')];
  return [
    line(`${name}: longest answer meanwhile`, longest, undefined, statuses(during), ' ms'),
    line(`${name}: normal answers after its return`, Math.max(...firsts), undefined, afterwards(seen), ' ms'),
  ];
}

/** Within a window at most the quota passes together, and at most the quota alone. */
export function admittedLine(name: string, admitted: number, perMinute: number): Line {
  const figures = `${thousands(admitted)} of ${thousands(perMinute)} in one minute`;
  return line(`${name}: admitted against the quota`, admitted / perMinute, atMost(2), figures);
}

/** Milliseconds from the return of the engine. */
function firstNormal({ answers, backAt }: Seen, kind: Answered['kind']): number {
  const after = answers.filter(
    (answer) => answer.kind === kind && answer.endedAt > backAt && isNormal(answer),
  );
  return Math.min(...after.map(({ endedAt }) => endedAt - backAt));
}

function afterwards({ answers, backAt, readyAt }: Seen): string {
  const others = answers.filter((answer) => answer.endedAt > backAt && !isNormal(answer));
  const ready = `all ready after ${thousands(readyAt - backAt)} ms`;
  if (others.length === 0) return `${ready}, no other answer`;
  const last = Math.max(...others.map(({ endedAt }) => endedAt - backAt));
  return `${ready}, the last other answer after ${thousands(last)} ms (${statuses(others)})`;
}

/** As in "200: 310, 503: 12". */
function statuses(answers: readonly Answered[]): string {
  const counts = new Map<string, number>();
  for (const { status } of answers) {
    const name = status === undefined ? 'broken' : String(status);
    counts.set(name, (counts.get(name) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([one], [other]) => one.localeCompare(other));
  return sorted.map(([status, count]) => `${status}: ${thousands(count)}`).join(', ');
}
