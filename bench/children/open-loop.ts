import type { Answers, LoadSpec } from '../overload/overload-load.ts';
import { requestsOfMix } from '../overload/overload-mix.ts';
import { percentile } from '../rounds.ts';
import { AnswerLog } from './open-loop-answers.ts';
import { Connection } from './open-loop-connection.ts';

const TICK_MS = 1;
/** The service's queue of connections that it has not accepted yet is 511 long. */
const MOST_OPENING = 200;
/** For the answers to what was sent before the end. */
const LAST_ANSWERS_MS = 30_000;

// `overload-load.ts` wrote this argument.
const spec: LoadSpec = JSON.parse(process.argv[2] ?? '');
const { hostname: host, port, host: name } = new URL(spec.url);
const requests = requestsOfMix({ ...spec.store, host: name });
const durationMs = spec.seconds * 1000;
const perMs = (spec.perSecond ?? 0) / 1000;
const isClosed = spec.perSecond === undefined;
const total = isClosed ? Number.POSITIVE_INFINITY : Math.floor(durationMs * perMs);
const log = new AnswerLog(durationMs);
/** By how much each tick came later than it should. */
const lateness: number[] = [];

/** Taken from `free`; given back to `used`, so that all take turns. */
let free: Connection[] = [];
let used: Connection[] = [];
const open = new Set<Connection>();
let opening = 0;
let busy = 0;
let sent = 0;
let due = 0;
let startedAt = Number.POSITIVE_INFINITY;
let hasEnded = false;
let onChange = () => {};

function since(): number {
  return performance.now() - startedAt;
}

function add(): void {
  opening += 1;
  let isOpen = false;
  open.add(
    new Connection(
      { host, port: Number(port) },
      {
        onOpen: (connection) => {
          isOpen = true;
          opening -= 1;
          giveBack(connection);
        },
        onAnswer: (connection, answer) => {
          log.note(answer, connection.dueAt ?? 0, since());
          connection.dueAt = undefined;
          busy -= 1;
          if (answer.status >= 400 && /\r\nconnection: close/i.test(answer.head)) connection.close();
          else giveBack(connection);
        },
        onClosed: (connection) => {
          open.delete(connection);
          free = free.filter((other) => other !== connection);
          used = used.filter((other) => other !== connection);
          if (!isOpen) opening -= 1;
          if (connection.dueAt === undefined) return;
          busy -= 1;
          log.noteBroken();
        },
      },
    ),
  );
}

function giveBack(connection: Connection): void {
  used.push(connection);
  pump();
  onChange();
}

/** Sends what is due as long as a connection is free. */
function pump(): void {
  if (hasEnded) return;
  if (isClosed) due = Number.isFinite(startedAt) ? total : 0;
  while (sent < due) {
    if (free.length === 0) [free, used] = [used.reverse(), free];
    const connection = free.pop();
    if (connection === undefined) break;
    const request = requests[(spec.first + sent) % requests.length];
    if (request === undefined) throw new Error('The mix has no requests');
    connection.send(request, isClosed ? since() : sent / perMs);
    sent += 1;
    busy += 1;
  }
  if (sent < due && !isClosed) grow();
}

function grow(): void {
  const wanted = Math.min(due - sent, MOST_OPENING, spec.mostConnections - open.size);
  while (opening < wanted) add();
}

function until(isDone: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    onChange = () => {
      if (isDone()) resolve();
    };
    onChange();
  });
}

function schedule(): Promise<void> {
  let last = 0;
  return new Promise((resolve) => {
    const tick = setInterval(() => {
      const now = since();
      lateness.push(now - last - TICK_MS);
      last = now;
      due = Math.min(total, Math.floor(now * perMs) + 1);
      pump();
      if (now < durationMs) return;
      clearInterval(tick);
      hasEnded = true;
      resolve();
    }, TICK_MS);
  });
}

for (let count = 0; count < spec.connections; count += MOST_OPENING) {
  for (let more = Math.min(MOST_OPENING, spec.connections - count); more > 0; more -= 1) add();
  await until(() => opening === 0);
}
startedAt = performance.now();
pump();
await schedule();
console.log('ended');
const limit = setTimeout(() => process.exit(1), LAST_ANSWERS_MS);
await until(() => busy === 0);
clearTimeout(limit);
const answers: Answers = {
  ...log.summary(),
  offered: isClosed ? sent : total,
  unsent: isClosed ? 0 : total - sent,
  connections: open.size,
  lateP99: percentile(lateness, 0.99),
};
console.log(JSON.stringify(answers));
for (const connection of open) connection.close();
