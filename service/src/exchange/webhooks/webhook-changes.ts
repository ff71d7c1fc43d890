import { SECOND } from '../../platform/core/clock.ts';
import { ApiError } from '../../platform/core/errors.ts';
import type { FieldFault } from '../../platform/core/field-faults.ts';
import { faultOf } from '../../platform/core/field-faults.ts';
import type { Role } from '../../platform/core/role.ts';
import { NO_WEB_URL, webUrl } from '../../platform/core/urls/web-url.ts';
import type { AuditAction, WebhookState } from '../../platform/database/column-values.ts';
import type { Queries } from '../../platform/database/database.ts';
import { lockAccount } from '../../platform/database/locks.ts';
import type { Secrets } from '../../platform/database/secrets.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { recordAudit } from '../../record/audit/audit-queries.ts';
import type { Change } from '../../record/events/event.ts';
import { lastSkippedId } from '../../record/events/event-ids.ts';
import { secretPurpose } from './attempt.ts';
import { replacePending } from './delivery-queries.ts';
import { newSecret, type SigningSecret } from './signature.ts';
import { MAX_WEBHOOKS, type OwnedWebhook, requireRoleOf, type Webhook, webhookNotFound } from './webhook.ts';
import {
  deleteWebhook,
  insertWebhook,
  lockWebhook,
  restartWebhook,
  updateWebhook,
  webhooksOf,
} from './webhook-queries.ts';
import type { WebhookChange, WebhookRequest } from './webhook-schemas.ts';

/** Who changes webhooks: an account with the role of the key or person. */
export interface Owner {
  readonly id: bigint;
  readonly role: Role;
}

export interface IssuedWebhook {
  readonly webhook: OwnedWebhook;
  readonly secret: string;
}

/** Returns what is wrong with the address of a webhook. */
export function urlFaults(url: string | undefined, outbound: Outbound): FieldFault[] {
  if (url === undefined) return [];
  const parsed = webUrl(url);
  if (parsed === undefined) return [faultOf('url', NO_WEB_URL)];
  if (parsed.username !== '' || parsed.password !== '')
    return [faultOf('url', 'must not have a user or a password: anyone who may read it would see them')];
  const refusal = outbound.refusalOf(parsed);
  return refusal === undefined
    ? []
    : [{ fields: ['url'], text: `url: ${refusal.message.replace(/\.$/, '')}` }];
}

/** @throws {ApiError} `too_many_webhooks`, `secrets_key_missing`. */
export async function addWebhook(
  db: Queries,
  owner: Owner,
  {
    url,
    description,
    eventTypes,
    batches = true,
    afterEventId,
  }: WebhookRequest & { readonly afterEventId: bigint },
  change: Change,
  secrets: Secrets,
): Promise<IssuedWebhook> {
  await lockAccount(db, owner.id);
  if ((await webhooksOf(db, owner.id, change.at)).length >= MAX_WEBHOOKS)
    throw new ApiError(
      'too_many_webhooks',
      `The account has ${MAX_WEBHOOKS} webhooks, which is the maximum. Remove one that is no longer needed.`,
    );
  const secret = newSecret();
  const webhook = await insertWebhook(
    db,
    {
      accountId: owner.id,
      role: owner.role,
      ...ownerIn(change),
      url,
      description,
      eventTypes,
      sendsBatches: batches,
      secrets: sealSecrets(secrets, owner.id, [{ secret }]),
      position: afterEventId,
      skippedUntil: await lastSkippedId(db),
      state: 'on',
    },
    change.at,
  );
  await record(db, 'webhook.created', webhook, change);
  return { webhook, secret };
}

/** @throws {ApiError} `webhook_not_found`, `insufficient_role`. */
export async function changeWebhook(
  db: Queries,
  owner: Owner,
  id: bigint,
  { isOn, afterEventId: after, batches, ...body }: WebhookChange,
  change: Change,
): Promise<OwnedWebhook> {
  const found = await ownWebhook(db, owner, id, change.at);
  const isMoved = after !== undefined || (batches !== undefined && batches !== found.sendsBatches);
  // What waits was made for the former settings, so it is made again from the position.
  if (isMoved || body.eventTypes !== undefined) await replacePending(db, found);
  if (isMoved || body.url !== undefined || isOn === true) await restartWebhook(db, id, change.at);
  const fields = {
    ...found,
    ...((isOn === true || body.url !== undefined) && ownerIn(change)),
    url: body.url ?? found.url,
    description: chosen(body.description, found.description),
    eventTypes: chosen(body.eventTypes, found.eventTypes),
    sendsBatches: batches ?? found.sendsBatches,
    position: after ?? found.position,
    skippedUntil: after === undefined ? found.skippedUntil : await lastSkippedId(db),
    state: stateAfter(found.state, isOn),
  };
  const webhook = await updateWebhook(db, id, fields, change.at);
  await record(db, 'webhook.updated', webhook, change);
  return webhook;
}

/** Who decides that something is sent somewhere answers for it. Otherwise an address would outlive who has set it. */
function ownerIn({ actor }: Change): Pick<Webhook, 'keyId' | 'personId'> {
  return { keyId: actor?.keyId, personId: actor?.personId };
}

/** Null removes a value. */
function chosen<T>(value: T | null | undefined, before: T | undefined): T | undefined {
  return value === undefined ? before : (value ?? undefined);
}

function stateAfter(before: WebhookState, isOn: boolean | undefined): WebhookState {
  if (isOn === undefined || (before === 'on') === isOn) return before;
  return isOn ? 'on' : 'off';
}

/** Signs with a new secret, and with the last one for the overlap. @throws {ApiError} as `changeWebhook`, `secrets_key_missing`. */
export async function rotateSecret(
  db: Queries,
  owner: Owner,
  id: bigint,
  overlapSeconds: number,
  change: Change,
  secrets: Secrets,
): Promise<IssuedWebhook> {
  const found = await ownWebhook(db, owner, id, change.at);
  const opened = secrets.open(found.secrets, secretPurpose(owner.id));
  const [current] = opened === undefined ? [] : (JSON.parse(opened) as SigningSecret[]); // the service has written it
  const until = change.at + overlapSeconds * SECOND;
  const secret = newSecret();
  const old = current === undefined || overlapSeconds === 0 ? [] : [{ secret: current.secret, until }];
  const sealed = sealSecrets(secrets, owner.id, [{ secret }, ...old]);
  const webhook = await updateWebhook(db, id, { ...found, secrets: sealed }, change.at);
  await record(db, 'webhook.rotated', webhook, change);
  return { webhook, secret };
}

/** @throws {ApiError} as `changeWebhook`. */
export async function removeWebhook(db: Queries, owner: Owner, id: bigint, change: Change): Promise<void> {
  const found = await lockOwn(db, owner, id, change.at);
  // An account whose role was lowered could not get rid of it otherwise.
  if (found.ownerRole !== undefined) requireRoleOf(found, owner.role);
  await deleteWebhook(db, id);
  await record(db, 'webhook.removed', found, change);
}

async function ownWebhook(db: Queries, owner: Owner, id: bigint, now: number): Promise<OwnedWebhook> {
  const found = await lockOwn(db, owner, id, now);
  requireRoleOf(found, owner.role);
  return found;
}

async function lockOwn(db: Queries, owner: Owner, id: bigint, now: number): Promise<OwnedWebhook> {
  const found = await lockWebhook(db, id, now);
  if (found === undefined || found.accountId !== owner.id) throw webhookNotFound(String(id));
  return found;
}

function sealSecrets(secrets: Secrets, accountId: bigint, all: readonly SigningSecret[]): string {
  return secrets.seal(JSON.stringify(all), secretPurpose(accountId));
}

/** The audit has the host only: the rest of an address can be a secret of its receiver. */
async function record(
  db: Queries,
  action: AuditAction,
  { id, url, description, state, sendsBatches }: Webhook,
  change: Change,
): Promise<void> {
  const subject = { id, ...(description !== undefined && { name: description }) };
  const details = { host: new URL(url).host, state, batches: sendsBatches };
  await recordAudit(db, { ...change, action, subject, details });
}
