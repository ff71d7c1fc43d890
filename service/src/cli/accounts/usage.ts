import { Command } from 'commander';
import type { Account } from '../../access/accounts/account.ts';
import { listAccounts } from '../../access/accounts/account-queries.ts';
import { dayOf, minuteOf, type WindowName } from '../../access/quota/fixed-window.ts';
import { quotaOf } from '../../access/quota/plan.ts';
import { DAYS_REPORTED } from '../../access/quota/usage-days.ts';
import { type Counter, loadCounters } from '../../access/quota/usage-queries.ts';
import { DAY, MINUTE } from '../../platform/core/clock.ts';
import type { Queries } from '../../platform/database/database.ts';
import { requireAccount } from '../arguments.ts';
import type { CommandContext } from '../context.ts';
import { table, time } from '../table.ts';

interface UsageFlags {
  json?: true;
}

export function usageCommand(context: CommandContext): Command {
  return new Command('usage')
    .description('show the requests of accounts against their quotas, at most one second old')
    .argument('[name]', 'one account with its last 30 days (default: all accounts)')
    .option('--json', 'print JSON')
    .addHelpText('after', '\nExamples:\n  petstore usage\n  petstore usage "City shelter" --json')
    .action((name: string | undefined, flags: UsageFlags) =>
      name === undefined ? showAll(context, flags) : showOne(context, name, flags),
    );
}

async function showAll(context: CommandContext, flags: UsageFlags): Promise<void> {
  const now = context.clock.now();
  const usage = await context.readDatabase(async ({ read }) => usageOf(read, await listAccounts(read), now));
  if (flags.json) return context.json({ usage });
  const headings = ['NAME', 'PLAN', 'THIS MINUTE', 'TODAY'];
  const rows = usage.map(({ name, plan, minute, day }) => [name, plan, ratio(minute), ratio(day)]);
  for (const line of table(headings, rows)) context.out(line);
}

async function showOne(context: CommandContext, name: string, flags: UsageFlags): Promise<void> {
  const now = context.clock.now();
  const { usage, days } = await context.readDatabase(async ({ read }) => {
    const account = await requireAccount(read, name);
    const days = Array.from({ length: DAYS_REPORTED }, (_, index) => dayOf(now) - DAYS_REPORTED + 1 + index);
    const counters = await loadCounters(read, 'day', days, [account.id]);
    return { usage: (await usageOf(read, [account], now, [account.id]))[0], days: counters.map(describeDay) };
  });
  if (flags.json) return context.json({ ...usage, days });
  if (usage === undefined) return;
  context.out(`${usage.name}, plan ${usage.plan}`);
  for (const window of ['minute', 'day'] as const) {
    context.out(`this ${window}: ${ratio(usage[window])}, resets ${usage[window].reset}`);
  }
  for (const line of table(
    ['DAY', 'REQUESTS'],
    days.map((day) => [day.day, String(day.requests)]),
  ))
    context.out(line);
}

/** @param only the ids of the accounts; undefined for all. */
async function usageOf(read: Queries, accounts: readonly Account[], now: number, only?: readonly bigint[]) {
  const minutes = await loadCounters(read, 'minute', [minuteOf(now)], only);
  const days = await loadCounters(read, 'day', [dayOf(now)], only);
  return accounts.map((account) => {
    const quota = quotaOf(account);
    return {
      name: account.name,
      plan: account.plan,
      minute: describeWindow('minute', quota.perMinute, minutes, account.id, now),
      day: describeWindow('day', quota.perDay ?? 0, days, account.id, now),
    };
  });
}

function describeWindow(
  window: WindowName,
  limit: number,
  counters: readonly Counter[],
  accountId: bigint,
  now: number,
) {
  const used = counters.find((counter) => counter.accountId === accountId)?.used ?? 0;
  const end = window === 'minute' ? (minuteOf(now) + 1) * MINUTE : (dayOf(now) + 1) * DAY;
  return { limit, used, remaining: Math.max(0, limit - used), reset: time(end) };
}

function describeDay({ number, used }: Counter) {
  return { day: new Date(number * DAY).toISOString().slice(0, 10), requests: used };
}

function ratio({ used, limit }: { used: number; limit: number }): string {
  return `${used} of ${limit}`;
}
