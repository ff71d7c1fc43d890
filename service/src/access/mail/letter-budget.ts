import { hash } from 'node:crypto';
import { domainToASCII } from 'node:url';
import type { MaybePromise } from '../../platform/core/maybe-promise.ts';
import type { MailKind } from '../../platform/database/column-values.ts';
import type { Queries } from '../../platform/database/database.ts';
import type { Actor } from '../../record/events/event.ts';
import type { PlanName } from '../accounts/account.ts';
import { findAccount } from '../accounts/account-queries.ts';
import { findApiKey } from '../accounts/api-key-queries.ts';
import { addToDay, type DayCount, KEPT_NAMES, sumOfWeek } from '../quota/day-counts.ts';
import { dayOf } from '../quota/fixed-window.ts';

/**
 * One budget for all e-mails, on a UTC day, so that no one can use this service to send e-mails to strangers (docs/email.md). Each kind
 * counts for its mailbox, for what it is about, for who sends it, and for the account. What strangers cause has counts of its
 * own: it takes nothing from what a shelter writes.
 */
type Cause = 'sign-in' | 'visitor' | 'shelter' | 'adoption';

interface KindRules {
  readonly cause: Cause;
  /** E-mails about the same person, application, or account. */
  readonly about: number;
  /** E-mails to a mailbox from all accounts; from one, at most `FROM_ONE_ACCOUNT` of them. */
  readonly toMailbox: number;
}

/** A test is sent without the outbox. */
export type CountedKind = MailKind | 'test';

const ANSWER = { cause: 'shelter', about: 10, toMailbox: 60 } as const;

/** A new kind of e-mail has its limits here. */
export const LETTER_RULES: Readonly<Record<CountedKind, KindRules>> = {
  code: { cause: 'sign-in', about: 20, toMailbox: 20 },
  invitation: { cause: 'shelter', about: 5, toMailbox: 60 },
  test: { cause: 'shelter', about: 20, toMailbox: 60 },
  // Anyone can type any address.
  received: { cause: 'visitor', about: 1, toMailbox: 1 },
  asked: ANSWER,
  accepted: ANSWER,
  declined: ANSWER,
  closed: { cause: 'adoption', about: 2, toMailbox: 60 },
};

const FROM_ONE_ACCOUNT = 15;
const OF_ACCOUNT: Readonly<Record<PlanName, number>> = {
  free: 100,
  pro: 500,
  business: 2_000,
  enterprise: 2_000,
};
/** Confirmations of an account: each has a mailbox of its own that may be anyone's. */
const VISITORS_OF_ACCOUNT = 300;
/** Of what an account may send, so that one person or key leaves the others some. */
const SHARE_OF_SENDER = 1 / 2;

/** What an e-mail counts for. */
export interface LetterOrigin {
  /** Undefined if no account sends it: a code. Null for the animals without an owner. */
  readonly accountId: bigint | null | undefined;
  /** The person or the key that sends it; undefined if it follows from something else. */
  readonly sender?: string | undefined;
  /** What it is about, such as `application 7`. */
  readonly about: string;
}

interface CountedLetter extends LetterOrigin {
  readonly kind: CountedKind;
  readonly mailbox: string;
  /** True for one that was counted with another mailbox, and counts for the new one only. */
  readonly isRedirected?: boolean;
}

/** The limit that an e-mail has met, which is then not sent. */
export interface LetterRefusal {
  readonly limit: 'mailbox' | 'about' | 'sender' | 'account';
  /** A sentence for people. */
  readonly reason: string;
}

/** One count and its limit. */
interface Counter {
  readonly name: string;
  readonly limit: number;
  readonly refusal: LetterRefusal;
}

/**
 * Counts e-mails in the transaction that sends them.
 *
 * @returns for each one why it must not be sent; undefined if it may. What is refused counts for nothing, and for the Today of its account.
 */
export async function countLetters(
  db: Queries,
  letters: readonly CountedLetter[],
  now: number,
): Promise<ReadonlyArray<LetterRefusal | undefined>> {
  const plans = new Map<bigint, PlanName>();
  for (const { accountId } of letters)
    if (accountId != null && !plans.has(accountId))
      plans.set(accountId, (await findAccount(db, { id: accountId }))?.plan ?? 'free');
  const counters = letters.map((letter) => {
    const all = countersOf(letter, plans, now);
    return letter.isRedirected === true ? all.filter(({ refusal }) => refusal.limit === 'mailbox') : all;
  });
  const added = sumsOf(counters.flat().map(({ name }) => name));
  const counted = await addToDay(db, added, now);
  const used = new Map<string, bigint>();
  for (const [name, { number }] of counted) used.set(name, number - (added.get(name)?.number ?? 0n));
  const refusals = counters.map((ofLetter) => {
    const met = ofLetter.find(({ name, limit }) => (used.get(name) ?? 0n) >= BigInt(limit));
    if (met === undefined) for (const { name } of ofLetter) used.set(name, (used.get(name) ?? 0n) + 1n);
    return met?.refusal;
  });
  await takeBack(db, letters, counters, refusals, now);
  return refusals;
}

async function takeBack(
  db: Queries,
  letters: readonly CountedLetter[],
  counters: ReadonlyArray<readonly Counter[]>,
  refusals: ReadonlyArray<LetterRefusal | undefined>,
  now: number,
): Promise<void> {
  const refused = counters.flatMap((ofLetter, index) => (refusals[index] === undefined ? [] : ofLetter));
  if (refused.length === 0) return;
  const unsent = letters.flatMap(({ kind, accountId }, index) => {
    const limit = refusals[index]?.limit;
    // That a visitor who applies twice gets one confirmation is usual.
    const isUsual = kind === 'received' && (limit === 'mailbox' || limit === 'about');
    return limit === undefined || isUsual || accountId == null ? [] : [unsentOf(accountId)];
  });
  const changes = sumsOf(
    refused.map(({ name }) => name),
    -1n,
  );
  await addToDay(db, new Map([...changes, ...sumsOf(unsent)]), now);
}

function sumsOf(names: readonly string[], step = 1n): Map<string, DayCount> {
  const sums = new Map<string, DayCount>();
  for (const name of names) sums.set(name, { number: (sums.get(name)?.number ?? 0n) + step, bytes: 0n });
  return sums;
}

function countersOf(
  { kind, mailbox, accountId, sender, about }: CountedLetter,
  plans: ReadonlyMap<bigint, PlanName>,
  now: number,
): Counter[] {
  const { cause, about: ofAbout, toMailbox } = LETTER_RULES[kind];
  // The digest has the day in it, so that those of two days have nothing in common.
  const digest = (of: string) =>
    `letters ${cause} to ${hash('sha256', `${dayOf(now)} ${cause} ${of} ${mailboxOf(mailbox)}`)}`;
  const of = (limit: LetterRefusal['limit'], name: string, max: number, what: string): Counter => ({
    name,
    limit: max,
    refusal: {
      limit,
      reason: `Not sent, because a limit of the day is met: ${what}. The next day begins at 00:00 (UTC).`,
    },
  });
  const toAddress = (max: number) => `${max} such e-mails to this address`;
  const counters = [
    of('mailbox', digest('all'), toMailbox, toAddress(toMailbox)),
    of('about', `letters ${cause} about ${about}`, ofAbout, `${ofAbout} such e-mails about the same`),
  ];
  if (accountId === undefined) return counters;
  const owner = accountId ?? 'none';
  const plan = accountId === null ? 'business' : (plans.get(accountId) ?? 'free');
  const ofAccount = cause === 'visitor' ? VISITORS_OF_ACCOUNT : OF_ACCOUNT[plan];
  const ofSender = Math.floor(ofAccount * SHARE_OF_SENDER);
  const from = Math.min(FROM_ONE_ACCOUNT, toMailbox);
  return [
    ...counters,
    of('mailbox', digest(`account ${owner}`), from, toAddress(from)),
    ...(sender === undefined
      ? []
      : [
          of(
            'sender',
            `letters ${cause} of ${owner} by ${sender}`,
            ofSender,
            `${ofSender} e-mails of one person or key`,
          ),
        ]),
    of('account', `letters ${cause} of ${owner}`, ofAccount, `${ofAccount} e-mails of the account`),
  ];
}

function unsentOf(accountId: bigint): string {
  return `${KEPT_NAMES}unsent letters of ${accountId}`;
}

/** Returns how many e-mails of an account a limit has held back in the last seven days. */
export function countUnsentLetters(db: Queries, accountId: bigint, now: number): MaybePromise<number> {
  return sumOfWeek(db, unsentOf(accountId), now);
}

/** Returns the name of who sends an e-mail: a person, or a key with those that it was rotated to; undefined if no one does. */
export async function senderOf(db: Queries, actor: Actor): Promise<string | undefined> {
  if (actor?.personId !== undefined) return `person ${actor.personId}`;
  const key = actor?.keyId === undefined ? undefined : await findApiKey(db, actor.keyId);
  return key && `key ${key.chainId}`;
}

/** Returns true if both addresses are of one mailbox. */
export function isSameMailbox(one: string, other: string): boolean {
  return mailboxOf(one) === mailboxOf(other);
}

/** Returns what addresses of one mailbox have in common: `Ana.Rivera+1@x.example` is that of `anarivera@x.example`, at many providers. */
function mailboxOf(email: string): string {
  const at = email.lastIndexOf('@');
  const [local = ''] = email.slice(0, at).split('+', 1);
  const domain = email.slice(at + 1);
  // A mail server is sent a domain in ASCII, which has many spellings.
  return `${local.replaceAll('.', '')}@${domainToASCII(domain) || domain}`.toLowerCase();
}
