import type { PhotoProcessor, PreparedPhoto } from '../../catalogue/photos/processing/photo-processor.ts';
import { type Clock, SECOND } from '../../platform/core/clock.ts';
import { ApiError } from '../../platform/core/errors.ts';
import { VERSION } from '../../platform/core/version.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Answer } from '../../platform/outbound/exchange.ts';
import type { Limits, Outbound } from '../../platform/outbound/outbound.ts';
import { OutboundFault } from '../../platform/outbound/outbound-fault.ts';
import { ADOPTABLE_PATH } from './adoptable-schema.ts';
import { forgetAnimals } from './forget-animals.ts';
import type { Description, ListedAnimal, Partner, PartnerFailure } from './partner.ts';
import { MAX_ANIMALS } from './partner.ts';
import { missingPhotos, replaceAnimals, setPhoto } from './partner-animal-queries.ts';
import { findPartner, recordFailure, recordRead, setPartnerState } from './partner-queries.ts';
import { animalsIn, descriptionIn } from './read-texts.ts';

const KIB = 1024;
const DESCRIPTION_LIMITS: Limits = { timeoutMs: 10 * SECOND, maxBytes: 64 * KIB };
/** A page of our own lists has 512 KB, and one item more if that is larger. */
const LIST_LIMITS: Limits = { timeoutMs: 20 * SECOND, maxBytes: 1024 * KIB };
const PHOTO_LIMITS: Limits = { timeoutMs: 10 * SECOND, maxBytes: 1024 * KIB };
/** A host that sends no pictures holds the reader no longer. */
const MAX_PHOTO_FAULTS = 3;
const MAX_TAG = 200;
const GONE = 410;
const NOT_MODIFIED = 304;

export interface ReadDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly outbound: Outbound;
  readonly processor: Pick<PhotoProcessor, 'prepare'>;
  /** This catalogue, for the log of the partner. */
  readonly publicUrl: string;
}

/** Why a partner was not read: its answer, or that there was none. */
class ReadFault extends Error {
  readonly failure: PartnerFailure | 'gone';

  constructor(failure: PartnerFailure | 'gone') {
    super(failure);
    this.failure = failure;
  }
}

/** Reads a partner, and stores its animals. Returns why that failed; undefined if it did not. */
export async function readPartner(
  dependencies: ReadDependencies,
  partner: Partner,
  signal: AbortSignal,
): Promise<PartnerFailure | 'gone' | undefined> {
  const { database, clock } = dependencies;
  try {
    const description = await readDescription(dependencies, partner, signal);
    if (!(await isOn(database, partner))) return undefined;
    const list = await readList(dependencies, partner, description.value, signal);
    const isStored = await database.write(async (db) => {
      const read = {
        description: description.value,
        descriptionTag: description.tag,
        animalsTag: list.tag,
      };
      if (!(await recordRead(db, partner.id, read, clock.now()))) return false;
      if (list.value !== undefined) await replaceAnimals(db, partner.id, list.value);
      return true;
    });
    if (isStored) await readPhotos(dependencies, partner, signal);
    return undefined;
  } catch (error) {
    const failure = failureOf(error);
    if (failure === undefined || signal.aborted) throw error;
    if (!(await isOn(database, partner))) return undefined;
    await database.write(async (db) => {
      if (failure !== 'gone') return recordFailure(db, partner.id, failure, clock.now());
      await setPartnerState(db, partner.id, 'gone', clock.now());
      await forgetAnimals(db, partner.id);
    });
    return failure;
  }
}

/** Returns false for a partner that was switched off or removed since its read began: nothing more is asked of it. */
async function isOn({ read }: Database, { id }: Partner): Promise<boolean> {
  return (await findPartner(read, id))?.state === 'on';
}

interface Read<Value> {
  readonly value: Value;
  readonly tag: string | undefined;
}

async function readDescription(
  dependencies: ReadDependencies,
  partner: Partner,
  signal: AbortSignal,
): Promise<Read<Description>> {
  const { name, pageUrl, animalsUrl, license, coordinates, descriptionTag: tag } = partner;
  const known =
    name === undefined || pageUrl === undefined || animalsUrl === undefined
      ? undefined
      : { name, pageUrl, animalsUrl, license, coordinates };
  const url = new URL(ADOPTABLE_PATH, partner.url);
  const answer = await get(dependencies, url, known && tag, DESCRIPTION_LIMITS, signal);
  if (answer.status === NOT_MODIFIED && known !== undefined) return { value: known, tag };
  const value = descriptionIn(textOf(answer), partner.url, isAllowed(dependencies));
  if (value === undefined) throw new ReadFault('not_adoptable');
  if (value === 'other_address') throw new ReadFault('other_address');
  return { value, tag: tagOf(answer) };
}

/** Returns the list of a partner; without a value if it has not changed. */
async function readList(
  dependencies: ReadDependencies,
  partner: Partner,
  { animalsUrl }: Description,
  signal: AbortSignal,
): Promise<Read<ListedAnimal[] | undefined>> {
  const known = partner.animalsUrl === animalsUrl ? partner.animalsTag : undefined;
  const url = new URL(animalsUrl);
  url.searchParams.set('limit', String(MAX_ANIMALS));
  const answer = await get(dependencies, url, known, LIST_LIMITS, signal);
  if (answer.status === NOT_MODIFIED && known !== undefined) return { value: undefined, tag: known };
  const value = animalsIn(textOf(answer), partner.url, isAllowed(dependencies));
  if (value === undefined) throw new ReadFault('not_adoptable');
  return { value, tag: tagOf(answer) };
}

/** Reads the pictures that are missing, one after another. What fails is tried again with the next read. */
async function readPhotos(dependencies: ReadDependencies, partner: Partner, signal: AbortSignal) {
  const { database } = dependencies;
  let faults = 0;
  for (const missing of await missingPhotos(database.read, partner.id)) {
    if (signal.aborted || faults === MAX_PHOTO_FAULTS || !(await isOn(database, partner))) return;
    const read = await readPhoto(dependencies, missing.url, signal);
    if (read === 'later' || read === 'unusable') faults += 1;
    if (read === 'later') continue;
    const prepared = read === 'unusable' ? undefined : read;
    await database.write((db) => setPhoto(db, partner.id, missing, prepared));
  }
}

/** Returns a picture, decoded and made again by us; `unusable` if it is none. */
async function readPhoto(
  { outbound, processor, publicUrl }: ReadDependencies,
  url: string,
  signal: AbortSignal,
): Promise<PreparedPhoto | 'later' | 'unusable'> {
  try {
    const headers = headersFor(publicUrl, 'image/*');
    const answer = await outbound.get({ url: new URL(url), headers, ...PHOTO_LIMITS, signal });
    return answer.status === 200 ? await processor.prepare(answer.body) : 'later';
  } catch (error) {
    if (error instanceof ApiError) return error.code === 'invalid_image' ? 'unusable' : 'later';
    if (error instanceof OutboundFault) return error.reason === 'too_large' ? 'unusable' : 'later';
    throw error;
  }
}

async function get(
  { outbound, publicUrl }: ReadDependencies,
  url: URL,
  tag: string | undefined,
  limits: Limits,
  signal: AbortSignal,
): Promise<Answer> {
  const headers = {
    ...headersFor(publicUrl, 'application/json'),
    ...(tag !== undefined && { 'If-None-Match': tag }),
  };
  const answer = await outbound.get({ url, headers, ...limits, signal });
  if (answer.status === GONE) throw new ReadFault('gone');
  if (answer.status !== 200 && answer.status !== NOT_MODIFIED) throw new ReadFault('status');
  return answer;
}

/** An answer that is compressed would need a limit of its own. */
function headersFor(publicUrl: string, accept: string) {
  const agent = `Petstore/${VERSION} (+${publicUrl}${ADOPTABLE_PATH})`;
  return { Accept: accept, 'Accept-Encoding': 'identity', 'User-Agent': agent };
}

function textOf({ status, body }: Answer): string {
  if (status !== 200) throw new ReadFault('status');
  return body.toString('utf8');
}

function tagOf({ headers: { etag } }: Answer): string | undefined {
  return etag !== undefined && /^(W\/)?"[\x21\x23-\x7e]*"$/.test(etag) && etag.length <= MAX_TAG
    ? etag
    : undefined;
}

/** An address of a host that may not be reached is not shown either. */
function isAllowed({ outbound }: ReadDependencies) {
  return (url: URL) => outbound.refusalOf(url) === undefined;
}

function failureOf(error: unknown): PartnerFailure | 'gone' | undefined {
  if (error instanceof ReadFault) return error.failure;
  return error instanceof OutboundFault ? error.reason : undefined;
}
