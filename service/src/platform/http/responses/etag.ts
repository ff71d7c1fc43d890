import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Type } from 'typebox';
import { ApiError, type ErrorCode, quote } from '../../core/errors.ts';
import { type FieldFault, faultOf, fieldsError } from '../../core/field-faults.ts';
import { CODINGS, type Coding } from './content-coding.ts';

/** Entity tags (RFC 9110, section 8.8.3) and the preconditions that compare them, section 13.1 (docs/adr/0020). */

const TAG_LENGTH = 27;

/** Returns the strong tag of an uncompressed representation. */
export function entityTag(representation: string): string {
  return `"${hash('sha256', representation, 'base64url').slice(0, TAG_LENGTH)}"`;
}

/** Returns the tag of the same representation in a content coding: it has a suffix inside the quotes. */
export function codedTag(etag: string, coding: Coding): string {
  return `${etag.slice(0, -1)}-${coding}"`;
}

/** Documents the well-formed conditions. The service also accepts empty elements of a list. */
const CONDITION_PATTERN = '^(\\*|(W/)?"[!#-~]*"( *, *(W/)?"[!#-~]*")*)$';

const ifMatch = Type.Optional(
  Type.String({
    pattern: CONDITION_PATTERN,
    description:
      'The `ETag` that the caller has read, or a list of tags, or `*`. If the current representation has none of them, the response is 412. A weak tag never matches.',
  }),
);

/** The request headers of an operation that reads one resource. */
export const conditionalReadHeaders = Type.Object({
  'if-match': ifMatch,
  'if-none-match': Type.Optional(
    Type.String({
      description:
        'The `ETag` that the caller has, or a list of tags, or `*`. If the current representation has one of them, the response is 304 without a body.',
    }),
  ),
});

/** The request headers of an operation that reads one resource that a client must not store. */
export const versionedReadHeaders = Type.Object({ 'if-match': ifMatch });

/** The request headers of an operation that changes or removes one resource. */
export const conditionalWriteHeaders = Type.Object({
  'if-match': ifMatch,
  'if-none-match': Type.Optional(
    Type.String({
      pattern: CONDITION_PATTERN,
      description:
        'A tag, a list of tags, or `*`. If the current representation has one of them, the response is 412.',
    }),
  ),
});

interface Tag {
  readonly isWeak: boolean;
  /** With its quotes. */
  readonly opaque: string;
}

type Condition = '*' | readonly Tag[];

type Conditional = Pick<IncomingMessage, 'headers'>;

export interface Preconditions {
  ifMatch?: Condition | undefined;
  ifNoneMatch?: Condition | undefined;
}

/** @throws {ApiError} `invalid_parameter` for a malformed header: a write must not ignore its precondition. */
export function preconditionsOf({ headers }: Conditional): Preconditions {
  const faults: FieldFault[] = [];
  const preconditions = {
    ifMatch: conditionOf('If-Match', headers['if-match'], faults),
    ifNoneMatch: conditionOf('If-None-Match', headers['if-none-match'], faults),
  };
  return valid(preconditions, faults);
}

/**
 * As `preconditionsOf`, for a member of a body that stands for `If-Match`.
 *
 * @throws {ApiError} `invalid_body`.
 */
export function memberPreconditions(member: string, value: string | undefined): Preconditions {
  const faults: FieldFault[] = [];
  return valid({ ifMatch: conditionOf(member, value, faults) }, faults, 'invalid_body');
}

/** As `preconditionsOf`, for a read. `hasCurrent` compares its `If-None-Match`, which selects between 200 and 304. */
export function readPreconditionsOf({ headers }: Conditional): Preconditions {
  const faults: FieldFault[] = [];
  return valid({ ifMatch: conditionOf('If-Match', headers['if-match'], faults) }, faults);
}

function valid(
  preconditions: Preconditions,
  faults: readonly FieldFault[],
  code: ErrorCode = 'invalid_parameter',
): Preconditions {
  if (faults.length > 0) throw fieldsError(code, faults);
  return preconditions;
}

/**
 * Compares `If-Match` first, then `If-None-Match` (section 13.2.2). A write calls it inside its transaction, with the
 * representation of the locked row.
 *
 * @throws {ApiError} `precondition_failed`.
 */
export function checkPreconditions(preconditions: Preconditions, representation: string): void {
  if (preconditions.ifMatch === undefined && preconditions.ifNoneMatch === undefined) return;
  checkTag(preconditions, entityTag(representation));
}

const CHANGED =
  'If-Match does not name the current version: it has changed since you read it. Read it again, merge your change, and send it with the new ETag.';
/** A proxy that compresses responses makes their tags weak (RFC 9110, section 8.8.1), so to read again would not help. */
const WEAK =
  'If-Match does not name the current version: a weak ETag never matches. If a proxy has put W/ in front of the ETag, send it without W/.';

/** As `checkPreconditions`, with the tag of the representation. */
export function checkTag({ ifMatch, ifNoneMatch }: Preconditions, etag: string): void {
  if (ifMatch !== undefined && !matchesStrongly(ifMatch, etag)) {
    const isWeak = ifMatch !== '*' && ifMatch.some((tag) => tag.isWeak);
    throw new ApiError('precondition_failed', isWeak ? WEAK : CHANGED);
  }
  if (ifNoneMatch !== undefined && matchesWeakly(ifNoneMatch, etag)) {
    throw new ApiError(
      'precondition_failed',
      'If-None-Match names the current version. To change this version, send the request without If-None-Match.',
    );
  }
}

/** Returns true if `If-None-Match` of a read names the tag. A malformed header only costs the caller a full response. */
export function hasCurrent({ headers: { 'if-none-match': header } }: Conditional, etag: string): boolean {
  if (header === undefined) return false;
  if (header === etag) return true;
  const condition = parse(header);
  return condition !== undefined && matchesWeakly(condition, etag);
}

/** @param faults gets the fault of a malformed header. */
function conditionOf(name: string, header: string | undefined, faults: FieldFault[]): Condition | undefined {
  const condition = header === undefined ? undefined : parse(header);
  if (header !== undefined && condition === undefined) {
    const rule = 'must be * or a list of entity tags in double quotes, such as "k3Jx0cRk0N6m"';
    faults.push(faultOf(name, `${rule}; got ${quote(header)}`));
  }
  return condition;
}

/** A tag may contain commas and bytes above 0x7F, which Node reads as Latin-1. A list may have empty elements. */
const TAG = /(W\/)?("[\x21\x23-\x7e\x80-\xff]*")/g;
const TAGS = new RegExp(`^(?:[ \\t,]*${TAG.source}[ \\t]*(?:,|$))+[ \\t,]*$`);

/** Returns undefined for a malformed header. */
function parse(header: string): Condition | undefined {
  if (header.trim() === '*') return '*';
  if (!TAGS.test(header)) return undefined;
  return [...header.matchAll(TAG)].map(([, weak, opaque = '']) => ({ isWeak: weak !== undefined, opaque }));
}

function matchesStrongly(condition: Condition, etag: string): boolean {
  return condition === '*' || condition.some(({ isWeak, opaque }) => !isWeak && isSame(opaque, etag));
}

function matchesWeakly(condition: Condition, etag: string): boolean {
  return condition === '*' || condition.some(({ opaque }) => isSame(opaque, etag));
}

/**
 * A client that received a compressed response sends the tag with its suffix. Both tags mean the same version: the hash is
 * that of the JSON, and the suffix only describes how it was transferred.
 */
function isSame(opaque: string, etag: string): boolean {
  return opaque === etag || CODINGS.some((coding) => opaque === codedTag(etag, coding));
}
