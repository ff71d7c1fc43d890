/**
 * The error catalogue: every `code` that the API can return, with its status and meaning.
 * Tests compare `docs/errors.md` and the OpenAPI document with it.
 */
export const ERRORS = {
  malformed_json: { status: 400, meaning: 'The body is not UTF-8 JSON, or is nested too deeply.' },
  invalid_body: {
    status: 400,
    meaning: 'The body is missing, is not an object, or has invalid or unknown fields.',
  },
  invalid_parameter: {
    status: 400,
    meaning: 'A query parameter, a header or the request line is invalid.',
  },
  invalid_image: {
    status: 400,
    meaning:
      'The picture cannot be decoded, or is no JPEG, PNG, WebP or AVIF picture; the message gives the reason.',
  },
  invalid_mapping: {
    status: 400,
    meaning: 'The mapping of an import is invalid; the message has a line for each error.',
  },
  missing_api_key: { status: 401, meaning: 'The request carries no bearer API key.' },
  invalid_api_key: {
    status: 401,
    meaning: 'The API key is unknown, revoked, expired, of a disabled account or of the other environment.',
  },
  not_signed_in: { status: 401, meaning: 'No person is signed in in this browser, or no longer.' },
  passkey_refused: {
    status: 401,
    meaning: 'The passkey is not known here, or its answer does not fit; only `/session` sends it.',
  },
  wrong_code: {
    status: 401,
    meaning: 'The code to sign in is wrong, too old, used already, or was asked for in another browser.',
  },
  insufficient_role: { status: 403, meaning: "The account's role does not allow the operation." },
  origin_not_allowed: {
    status: 403,
    meaning: 'The key is for web pages of other origins; the `Origin` of the request is not one of them.',
  },
  operation_not_allowed: {
    status: 403,
    meaning: 'The key is for web pages, which may only read animals, listings, categories and their events.',
  },
  not_owner: { status: 403, meaning: 'Only the account that added the pet, or a manager, may do this.' },
  pet_not_found: { status: 404, meaning: 'The pet does not exist.' },
  order_not_found: { status: 404, meaning: 'The order does not exist, or the account may not see it.' },
  photo_not_found: { status: 404, meaning: 'The pet has no such photo.' },
  movement_not_found: { status: 404, meaning: 'The pet has no such movement.' },
  import_not_found: {
    status: 404,
    meaning: 'The import does not exist, or was deleted: after 7 days, a preview after an hour.',
  },
  application_not_found: {
    status: 404,
    meaning: 'The application does not exist, was erased, or the sender may not see it.',
  },
  partner_not_found: { status: 404, meaning: 'The shelter has no such partner.' },
  webhook_not_found: { status: 404, meaning: 'The account has no such webhook.' },
  delivery_not_found: {
    status: 404,
    meaning: 'The webhook has no such delivery, or it is no longer kept.',
  },
  site_not_found: { status: 404, meaning: 'There is no such site, or it has no such file.' },
  account_not_found: { status: 404, meaning: 'The account does not exist.' },
  person_not_found: { status: 404, meaning: 'The person does not exist, or the sender may not see them.' },
  device_not_found: { status: 404, meaning: 'The person is not signed in on this device.' },
  passkey_not_found: { status: 404, meaning: 'The person has no such passkey.' },
  key_not_found: { status: 404, meaning: 'The API key does not exist, or the account may not see it.' },
  route_not_found: { status: 404, meaning: 'No resource exists at this path.' },
  method_not_allowed: { status: 405, meaning: 'The path does not support this method; see `Allow`.' },
  request_timeout: { status: 408, meaning: 'The request did not arrive in time.' },
  pet_not_available: { status: 409, meaning: 'The pet cannot be ordered now; the message gives the reason.' },
  invalid_transition: {
    status: 409,
    meaning: 'The status cannot change in this way; the message lists the allowed changes.',
  },
  bond_conflict: {
    status: 409,
    meaning: 'The animals cannot go together as they are now; the message gives the reason.',
  },
  applications_closed: { status: 409, meaning: 'The shelter takes no applications now.' },
  too_many_messages: {
    status: 409,
    meaning: 'The application has the maximum number of messages and notes.',
  },
  merge_conflict: {
    status: 409,
    meaning: 'The two pets cannot be merged as they are; the message gives the reason.',
  },
  setting_fixed: {
    status: 409,
    meaning: 'The environment of the service sets this setting, so that it cannot be changed here.',
  },
  too_many_open_orders: { status: 409, meaning: 'The account already holds the maximum number of pets.' },
  too_many_photos: { status: 409, meaning: 'The pet already has the maximum number of photos.' },
  too_many_partners: { status: 409, meaning: 'The shelter already has the maximum number of partners.' },
  too_many_webhooks: { status: 409, meaning: 'The account already has the maximum number of webhooks.' },
  webhook_orphaned: {
    status: 409,
    meaning: 'The webhook belongs to no one any more: it sends nothing until someone switches it on.',
  },
  limit_reached: {
    status: 409,
    meaning: 'A list has as many entries as it may; the message names the list and its maximum.',
  },
  account_exists: { status: 409, meaning: 'Another account has this name.' },
  last_admin_key: {
    status: 409,
    meaning: 'The last usable key of an admin, or the last admin who can sign in, cannot be taken away.',
  },
  email_in_use: { status: 409, meaning: 'Another person of the account has this e-mail address.' },
  passkeys_not_offered: {
    status: 409,
    meaning: 'Browsers offer no passkeys at this address; only `/session` sends it.',
  },
  email_not_set_up: {
    status: 409,
    meaning: 'The service sends no e-mails, because no server for them is set.',
  },
  publishing_off: { status: 409, meaning: 'Nothing is sent to the site, because it is off.' },
  secrets_key_missing: {
    status: 409,
    meaning: 'The service has no key with which it could store a password or a secret.',
  },
  person_without_email: { status: 409, meaning: 'The person has no e-mail address.' },
  key_already_rotated: {
    status: 409,
    meaning: 'The key has a valid successor, or replaced a key that is still valid.',
  },
  secret_already_issued: {
    status: 409,
    meaning: 'The key or the webhook was created by an earlier request, and its secret is sent only once.',
  },
  idempotency_key_in_use: { status: 409, meaning: 'A request with this idempotency key is still running.' },
  link_expired: { status: 410, meaning: 'The link was used already, was withdrawn, or is too old.' },
  sign_in_expired: {
    status: 410,
    meaning: 'The attempt to sign in took too long, or was finished already; only `/session` sends it.',
  },
  operation_removed: { status: 410, meaning: 'The operation was removed from the API.' },
  events_expired: {
    status: 410,
    meaning: 'The requested events are no longer stored, or do not belong to this store.',
  },
  precondition_failed: {
    status: 412,
    meaning: 'The resource is not the version that `If-Match` or `If-None-Match` asks for.',
  },
  payload_too_large: { status: 413, meaning: 'The body is larger than the service accepts.' },
  unsupported_media_type: {
    status: 415,
    meaning: 'The body has a media type or a content coding that the operation does not accept.',
  },
  expectation_failed: {
    status: 417,
    meaning: 'The `Expect` header asks for something that is not supported.',
  },
  idempotency_key_reused: {
    status: 422,
    meaning: 'The idempotency key was used before for a different request.',
  },
  rate_limit_exceeded: {
    status: 429,
    meaning: 'A quota of the account, or of the address, is used up; see `Retry-After`.',
  },
  too_many_applications: {
    status: 429,
    meaning:
      'The account has received as many applications as it takes on one day, or the address has sent as many as it may; see `Retry-After`.',
  },
  too_many_followers: {
    status: 429,
    meaning: 'The account streams the feed as often as it may at the same time; see `Retry-After`.',
  },
  api_key_banned: {
    status: 429,
    meaning: 'The API key is banned temporarily because of repeated requests after a 429; see `Retry-After`.',
  },
  headers_too_large: { status: 431, meaning: 'The request line and headers are too large.' },
  internal_error: { status: 500, meaning: 'The service failed; the log has the details.' },
  service_unavailable: {
    status: 503,
    meaning: 'The service cannot handle the request at the moment; see `Retry-After`.',
  },
  provider_unavailable: {
    status: 503,
    meaning: 'The provider with which people sign in does not work; only `/session` sends it.',
  },
  result_unknown: {
    status: 503,
    meaning:
      'The write may be stored, or a part of it, or not: the store did not confirm it. Repeat it with the same `Idempotency-Key`.',
  },
  storage_full: {
    status: 507,
    meaning: 'The photos of the account, or of the store, take all their storage.',
  },
} as const satisfies Record<string, { status: number; meaning: string }>;

export type ErrorCode = keyof typeof ERRORS;

export interface ErrorBody {
  code: ErrorCode;
  message: string;
  status: number;
}

interface ApiErrorOptions {
  /** Response headers that belong to this error, such as `Retry-After`. */
  headers?: Readonly<Record<string, string>>;
  /** For the log only; never sent to the client. */
  cause?: unknown;
  isOverload?: boolean;
}

/** An error of the catalogue. The message is for the client: what is wrong and what to send instead. */
export class ApiError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  /** Whether the service refused the request because it has more work than it can do. Nothing of it was done. */
  readonly isOverload: boolean;

  constructor(code: ErrorCode, message: string, options: ApiErrorOptions = {}) {
    // An expected error needs no stack trace, and capturing one takes a quarter of the time of a refusal.
    const { stackTraceLimit } = Error;
    Error.stackTraceLimit = 0;
    super(message, options.cause === undefined ? undefined : { cause: options.cause });
    Error.stackTraceLimit = stackTraceLimit;
    this.name = 'ApiError';
    this.code = code;
    this.status = ERRORS[code].status;
    this.headers = options.headers ?? {};
    this.isOverload = options.isOverload ?? false;
  }

  toBody(): ErrorBody {
    return { code: this.code, message: this.message, status: this.status };
  }
}

/** Creates a 503 that asks the client to retry after a second. */
export function unavailable(
  message: string,
  cause?: unknown,
  headers: Readonly<Record<string, string>> = {},
): ApiError {
  return new ApiError('service_unavailable', message, { headers: { 'Retry-After': '1', ...headers }, cause });
}

/** Creates the 503 of a request that the service refuses because it has more work than it can do. */
export function overloaded(
  message: string,
  cause?: unknown,
  headers: Readonly<Record<string, string>> = {},
): ApiError {
  const options = { headers: { 'Retry-After': '1', ...headers }, cause, isOverload: true };
  return new ApiError('service_unavailable', message, options);
}

const RESULT_UNKNOWN =
  'The store did not confirm the change: it may be stored or not. Repeat the request with the same Idempotency-Key, or read what it changes first.';

/** Creates the 503 of a write whose commit was sent, and neither confirmed nor refused. */
export function resultUnknown(cause: unknown): ApiError {
  return new ApiError('result_unknown', RESULT_UNKNOWN, { headers: { 'Retry-After': '1' }, cause });
}

/**
 * Runs what a request does after its first effect, such as a commit: `service_unavailable` would say that it had none.
 *
 * @param done what it has done, for the message.
 */
export async function afterEffect<T>(work: () => T | Promise<T>, done?: string): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ApiError ? withEffect(error, done) : error;
  }
}

function withEffect(error: ApiError, done: string | undefined): ApiError {
  const { code, headers, cause } = error;
  const isUnavailable = code === 'service_unavailable';
  if (done === undefined) return isUnavailable ? resultUnknown(error) : error;
  const message = `${error.message} ${done}`;
  return new ApiError(isUnavailable ? 'result_unknown' : code, message, { headers, cause });
}

/** What looks like an API key, or the beginning of one. In a URL its underscores may be encoded. */
const KEY = /(petstore(?:_|%5f)(?:live|test)(?:_|%5f))[0-9a-z]{8,}/gi;

/** Replaces API keys, which clients put into paths and parameters by mistake. The hint of a key stays. */
export function redactKeys(text: string): string {
  return text.replace(KEY, '$1REDACTED');
}

/** The password of `user:password@host`, also in a URL. */
const PASSWORD = /((?:^|\/\/)[^\s/:@]*:)[^\s/]+@/g;
const MAX_QUOTE_LENGTH = 100;

/** Quotes a value of the client for a message, truncated to 100 characters, and without API keys and the password of an address. */
export function quote(value: string): string {
  // A key that begins before the limit ends before twice the limit.
  const text = redactKeys(value.slice(0, 2 * MAX_QUOTE_LENGTH)).replace(PASSWORD, '$1REDACTED@');
  const truncated = text.length > MAX_QUOTE_LENGTH ? `${text.slice(0, MAX_QUOTE_LENGTH - 1)}…` : text;
  return JSON.stringify(truncated.toWellFormed());
}
