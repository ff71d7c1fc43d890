import type { ErrorCode } from '../../core/errors.ts';

/** An example of each error's message, as the service sends it. `openapi-responses.test.ts` compares them. */
export const ERROR_MESSAGES: Readonly<Record<ErrorCode, string>> = {
  malformed_json: 'The body cannot be read: it is not valid JSON.',
  invalid_body: 'The request needs a body: a JSON object.',
  invalid_parameter: 'The request has no Host header. HTTP/1.1 requires one.',
  invalid_image: 'The picture cannot be used: its content is no JPEG, PNG, WebP or AVIF picture.',
  invalid_mapping:
    'The mapping has an error: name is missing: set its column, such as "name": {"column": "..."}',
  missing_api_key:
    'The request has no Authorization header. Send your API key as "Authorization: Bearer <API_KEY>".',
  invalid_api_key:
    'The API key is unknown, revoked, expired, of a disabled account or of the other environment. Check it, or ask the operator for a new one.',
  not_signed_in: 'No person is signed in in this browser, or no longer. Sign in again.',
  passkey_refused:
    'This passkey cannot be used here. It may have been removed, or belong to another service. Sign in another way, and add it again.',
  wrong_code:
    'This code is wrong, was used already, is older than 10 minutes, or was asked for in another browser. After 5 wrong ones ask for another code.',
  insufficient_role:
    'An account with the role reader may only read. Ask the operator for the role member or manager.',
  origin_not_allowed:
    'The key may be used only by web pages of https://shelter.example; the Origin of the request is "https://other.example".',
  operation_not_allowed:
    'The key is for web pages, which may only read animals, listings, categories and their events. Use a key without allowedOrigins on a server of your own.',
  not_owner: 'Only the account that added pet 3562 or a manager can change or remove it.',
  pet_not_found: 'There is no pet with the id 3562.',
  order_not_found: 'There is no order with the id 7 that this account may see.',
  application_not_found: 'There is no application with the id 12 that this account may read.',
  applications_closed: 'The shelter takes no applications here now. Ask it by its telephone or e-mail.',
  too_many_messages: 'The application has 200 messages and notes, the maximum.',
  too_many_applications:
    'The service has received as many applications as it takes on one day. Try again tomorrow, or call the shelter.',
  partner_not_found: 'There is no partner 2.',
  webhook_not_found: 'Your account has no webhook 3.',
  delivery_not_found:
    'The webhook has no delivery 77, or it is no longer kept: the last 100 of each webhook are.',
  too_many_partners:
    'The shelter has 10 partners, which is the maximum. Remove one that is no longer needed.',
  too_many_webhooks:
    'The account has 20 webhooks, which is the maximum. Remove one that is no longer needed.',
  webhook_orphaned:
    'Webhook 3 belongs to no one any more, so it sends nothing: the person was removed, or the key is not valid. Set isOn to true, and it belongs to you.',
  movement_not_found: 'Pet 3562 has no movement with the id 12.',
  photo_not_found: 'The animal has no photo with the id "9f86d081884c7d659a2feaa0c55ad015".',
  import_not_found:
    'There is no import with the id 3. It is deleted 7 days after its end, and a preview after an hour.',
  site_not_found: 'There is no site "facebook". The sites are petfinder, adopt_a_pet, rescue_groups.',
  account_not_found: 'There is no account with the id 4.',
  person_not_found: 'There is no person with the id 7.',
  device_not_found: 'The person is not signed in on a device with the id 12.',
  passkey_not_found: 'The person has no passkey with the id "mCd3dGVzdC1jcmVkZW50aWFs".',
  key_not_found: 'There is no API key with the id 8.',
  route_not_found: 'The path "/v1/pet" does not exist. The operations are listed at /docs.',
  method_not_allowed: '"/v1/pets" does not support PUT. Use GET or HEAD or POST.',
  request_timeout:
    'The request did not arrive in time. Send its headers within 10 s, all of it within 30 s, a photo with at least 32 KiB a second.',
  pet_not_available: 'Pet 3562 cannot be ordered now: another order holds it.',
  invalid_transition:
    'Pet 3562 is held by order 7 and cannot change to sold: complete or cancel the order first.',
  bond_conflict:
    'Pet 3563 is held by order 7, and its group cannot change: complete or cancel the order first.',
  merge_conflict: 'Order 7 holds pet 3562, and order 8 holds pet 3563: complete or cancel one of them first.',
  setting_fixed:
    'publicPages is set by PUBLIC_PAGES in the environment of the service. PUBLIC_PAGES=managed lets admins change it.',
  too_many_open_orders: 'The account has 20 open orders, the maximum. Complete or cancel one first.',
  too_many_photos: 'Pet 3562 has 12 photos, the maximum. Remove one first.',
  limit_reached: 'Pet 3562 has 500 movements, which is the maximum. Delete those that did not happen.',
  account_exists: 'Another account has the name "Web site".',
  last_admin_key:
    'The service would have no admin any more: no usable key with that role, and no person who can sign in. Add another one first.',
  email_in_use: 'Another person of the account has this e-mail address.',
  passkeys_not_offered:
    'Browsers offer passkeys only over TLS. The operator can set it up, and set PUBLIC_URL to the address that begins with https://.',
  publishing_off: 'Nothing is sent to Petfinder, because it is off. Turn it on first.',
  email_not_set_up:
    'E-mail is not set up. An admin does it in the settings of the console, or the operator of the service with SMTP_URL and SMTP_FROM.',
  secrets_key_missing:
    'A password cannot be stored without SECRETS_KEY: 32 random bytes in base64, the same in the environment of every process. "openssl rand -base64 32" makes them.',
  person_without_email: 'The person has no e-mail address. Set one first, or pass on the link yourself.',
  key_already_rotated:
    'Key 9 has replaced key 8 and is valid. Use it; if its secret is lost, let an admin revoke key 9 first.',
  secret_already_issued:
    'An earlier request with this Idempotency-Key has created key 8, and its secret was sent then. If it is lost, revoke the key and create another one.',
  idempotency_key_in_use:
    'Another request with this Idempotency-Key is still running. Send this one again in a moment.',
  link_expired:
    'This link was used already, or is older than 15 minutes. Sign in with the key that the first start printed or wrote to a file, or make another one on the machine of the service: petstore keys create default',
  sign_in_expired: 'This attempt to sign in took too long, or was finished already. Begin again.',
  operation_removed: 'This operation was removed on 2030-12-05. Use GET /v1/pets?status=available instead.',
  events_expired:
    'Events after 42 are no longer stored. Take the end of the feed with after=latest, read the catalogue, and follow the feed from there.',
  precondition_failed:
    'If-Match does not name the current version: it has changed since you read it. Read it again, merge your change, and send it with the new ETag.',
  payload_too_large: 'The body must be at most 65536 bytes.',
  unsupported_media_type: 'The Content-Type must be application/json, in UTF-8; got "text/plain".',
  expectation_failed: 'Expect must be "100-continue"; got "200-ok".',
  idempotency_key_reused:
    'This Idempotency-Key was used within 24 hours for a different request. Use a new key for a new request.',
  rate_limit_exceeded:
    'The quota of 60 requests per minute is used up. It resets at 2026-11-21T12:01:00Z. Wait for the seconds in Retry-After.',
  too_many_followers:
    'The account follows the feed 200 times already. End one of these requests, or read the feed without waiting.',
  api_key_banned:
    'The API key is banned until 2026-11-21T12:05:00Z for repeated requests after a 429. Wait for the seconds in Retry-After; requests during the ban do not extend it.',
  headers_too_large: 'The request line and the headers must be at most 16 KiB together.',
  internal_error: 'An internal error occurred. The log of the service has the details.',
  service_unavailable: 'The service is overloaded. Try again in a moment.',
  provider_unavailable:
    'Google cannot sign anyone in at the moment. Try again in a moment, or sign in another way.',
  result_unknown:
    'The store did not confirm the change: it may be stored or not. Repeat the request with the same Idempotency-Key, or read what it changes first.',
  storage_full:
    'The photos of this account take all of its storage, 5000 MB. Remove some first, or ask the operator for more.',
};
