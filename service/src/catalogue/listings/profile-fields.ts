import { HOUR } from '../../platform/core/clock.ts';
import { CURRENCY_PATTERN } from '../../platform/core/currency.ts';
import { CONTACT_PATTERN, isContactUrl } from '../../platform/core/urls/contact-url.ts';
import { textFault } from '../../platform/http/requests/text.ts';

// Each function returns what is wrong with a value, as the end of a sentence that begins with the field; undefined if it is valid.

/** The patterns document in openapi.json what the functions check. */
export const AMOUNT_PATTERN = '^[0-9]{1,9}(\\.[0-9]{1,3})?$';

export const VIDEO_PATTERN = CONTACT_PATTERN.replace('|mailto:|tel:', '');

/** People write groups of digits, and shelters letters in small. */
export const MICROCHIP_PATTERN = '^([0-9][ -]?){15}$|^([0-9A-Za-z][ -]?){9,10}$';

const AMOUNT = new RegExp(AMOUNT_PATTERN);
const CURRENCY = new RegExp(CURRENCY_PATTERN);
const FULL_DATE = /^\d{4}-\d\d-\d\d$/;

/** When it is midnight in UTC, a calendar may already show the next day for this long. */
const EARLIEST_ZONE_MS = 14 * HOUR;

function contentFault(text: string): string | undefined {
  return textFault(text) ?? (text.trim() === '' ? 'must not be only white space' : undefined);
}

/** A full-date of RFC 3339 that the calendar has. */
export function dateFault(text: string): string | undefined {
  const time = FULL_DATE.test(text) ? Date.parse(text) : Number.NaN;
  const exists = !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
  return exists ? undefined : 'must be a date such as 2026-11-21';
}

/** @param now by the clock of the service, in Unix milliseconds. */
export function futureFault(date: string, now: number): string | undefined {
  const latest = new Date(now + EARLIEST_ZONE_MS).toISOString().slice(0, 10);
  return date > latest ? 'must not be in the future' : undefined;
}

export function contactFault(address: string): string | undefined {
  return isContactUrl(address)
    ? undefined
    : 'must be an address that begins with https:, mailto: or tel:, such as https://shelter.example/adopt';
}

/** The pattern allows a separator at the end, which the stored number has not. */
const MICROCHIP = new RegExp(MICROCHIP_PATTERN);

function microchipFault(number: string): string | undefined {
  return MICROCHIP.test(number)
    ? undefined
    : 'must be 15 digits, or 9 or 10 letters and digits, such as 985112003456789';
}

/** Returns the number as the service stores it: `985112003456789` for `985 112 003456789`. */
export function normalMicrochip(number: string): string {
  return number.replace(/[ -]/g, '').toUpperCase();
}

function videoFault(address: string): string | undefined {
  return address.toLowerCase().startsWith('https:') && isContactUrl(address)
    ? undefined
    : 'must be an address that begins with https:, such as https://video.example/frank';
}

function amountFault(amount: string): string | undefined {
  return AMOUNT.test(amount) ? undefined : 'must be an amount such as "125.00"';
}

function currencyFault(currency: string): string | undefined {
  return CURRENCY.test(currency) ? undefined : 'must be a currency code of ISO 4217 such as "USD"';
}

/** The text formats of a profile's fields, for the validator. */
export const PROFILE_FORMATS = {
  content: contentFault,
  date: dateFault,
  'contact-url': contactFault,
  'video-url': videoFault,
  microchip: microchipFault,
  'fee-amount': amountFault,
  'fee-currency': currencyFault,
};
