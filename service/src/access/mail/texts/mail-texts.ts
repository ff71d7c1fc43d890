/** A paragraph of text, a code to type, or a link. */
type Part = string | { readonly code: string } | { readonly url: string; readonly label: string };

/** An e-mail as it is written, before it becomes text and HTML. */
export interface Letter {
  readonly subject: string;
  readonly parts: readonly Part[];
}

/** Returns the codes, each after the name of its account if there are several. */
export function codeParts(codes: Parameters<MailTexts['code']>[0]['codes']): Part[] {
  return codes.flatMap(({ account, code }) => (codes.length > 1 ? [account, { code }] : [{ code }]));
}

/** The text of each e-mail. `shelter` is the name of the shelter: with names of accounts, the only words that someone has typed, as the address may be anyone's. */
export interface MailTexts {
  code(values: {
    readonly shelter: string;
    /** One for each account where the reader is a person. */
    readonly codes: ReadonlyArray<{ readonly account: string; readonly code: string }>;
  }): Letter;
  invitation(values: { readonly shelter: string; readonly url: string }): Letter;
  test(values: { readonly shelter: string }): Letter;
}
