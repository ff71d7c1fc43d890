import { ApiError } from '../../platform/core/errors.ts';
import { type FieldFault, faultOf, fieldError } from '../../platform/core/field-faults.ts';
import { NO_WEB_URL, webUrl } from '../../platform/core/urls/web-url.ts';
import type { AuditAction } from '../../platform/database/column-values.ts';
import type { Queries } from '../../platform/database/database.ts';
import { lockStore } from '../../platform/database/locks.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { recordAudit } from '../../record/audit/audit-queries.ts';
import type { Change } from '../../record/events/event.ts';
import { forgetAnimals } from './forget-animals.ts';
import { MAX_PARTNERS, type Partner, partnerNotFound } from './partner.ts';
import {
  deletePartner,
  findPartner,
  insertPartner,
  listPartners,
  setPartnerState,
} from './partner-queries.ts';

/** Returns what is wrong with the address of a partner. */
export function addressFaults(
  address: string,
  { outbound, publicUrl }: { readonly outbound: Outbound; readonly publicUrl: string },
): FieldFault[] {
  const url = webUrl(address);
  if (url === undefined) return [faultOf('url', NO_WEB_URL)];
  if (url.username !== '' || url.password !== '')
    return [faultOf('url', 'must not have a user or a password')];
  if (url.origin === URL.parse(publicUrl)?.origin)
    return [faultOf('url', 'must be the address of another catalogue')];
  const refusal = outbound.refusalOf(url);
  return refusal === undefined
    ? []
    : [{ fields: ['url'], text: `url: ${refusal.message.replace(/\.$/, '')}` }];
}

/** @throws {ApiError} `too_many_partners`, `invalid_body` for a catalogue that is a partner already. */
export async function addPartner(db: Queries, address: string, change: Change): Promise<Partner> {
  const url = new URL(address).origin;
  await lockStore(db);
  const partners = await listPartners(db);
  if (partners.some((partner) => partner.url === url))
    throw fieldError('invalid_body', 'url', 'is a partner already');
  if (partners.length >= MAX_PARTNERS)
    throw new ApiError(
      'too_many_partners',
      `The shelter has ${MAX_PARTNERS} partners, which is the maximum. Remove one that is no longer needed.`,
    );
  const partner = await insertPartner(db, url, change.at);
  await record(db, 'partner.added', partner, change);
  return partner;
}

/** Switches a partner on, which also reads it at once, or off. @throws {ApiError} `partner_not_found`. */
export async function changePartner(
  db: Queries,
  id: bigint,
  { isOn }: { readonly isOn: boolean },
  change: Change,
): Promise<Partner> {
  await knownPartner(db, id);
  await setPartnerState(db, id, isOn ? 'on' : 'off', change.at);
  if (!isOn) await forgetAnimals(db, id);
  const partner = await knownPartner(db, id);
  await record(db, 'partner.updated', partner, change);
  return partner;
}

/** Removes a partner, its animals and their pictures. @throws {ApiError} `partner_not_found`. */
export async function removePartner(db: Queries, id: bigint, change: Change): Promise<void> {
  const partner = await knownPartner(db, id);
  await forgetAnimals(db, id);
  await deletePartner(db, id);
  await record(db, 'partner.removed', partner, change);
}

async function knownPartner(db: Queries, id: bigint): Promise<Partner> {
  const found = await findPartner(db, id);
  if (found === undefined) throw partnerNotFound(String(id));
  return found;
}

async function record(db: Queries, action: AuditAction, { id, url, state }: Partner, change: Change) {
  const subject = { id, name: new URL(url).host };
  await recordAudit(db, { ...change, action, subject, details: { url, state } });
}
