/** What a mail server accepts as an address (RFC 5321, section 4.5.3.1). */
export const MAX_EMAIL_LENGTH = 254;

/** What mail servers accept in practice, without quotes, spaces and control characters. Only a message that arrives proves an address. */
const EMAIL = /^[^\s@"<>(),:;\\[\]\p{C}]{1,64}@[^\s@"<>(),:;\\[\]\p{C}]+\.[^\s@"<>(),:;\\[\]\p{C}.]+$/u;

export function isEmailAddress(text: string): boolean {
  return text.length <= MAX_EMAIL_LENGTH && EMAIL.test(text);
}

/** Returns what is wrong with an e-mail address, as the end of a sentence; undefined if it is valid. */
export function emailFault(text: string): string | undefined {
  return isEmailAddress(text) ? undefined : 'must be an e-mail address such as ana@shelter.example';
}
