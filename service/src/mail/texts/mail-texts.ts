/** A paragraph of text, a code to type, or a link. */
type Part = string | { readonly code: string } | { readonly url: string; readonly label: string };

/** An e-mail as it is written, before it becomes text and HTML. */
export interface Letter {
  readonly subject: string;
  readonly parts: readonly Part[];
}

/** The text of each e-mail. `shelter` is the name of the shelter, the only word that someone has typed: the address may be anyone's. */
export interface MailTexts {
  code(values: { readonly shelter: string; readonly code: string }): Letter;
  invitation(values: { readonly shelter: string; readonly url: string }): Letter;
  test(values: { readonly shelter: string }): Letter;
}
