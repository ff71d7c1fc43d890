const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** What XML 1.0 does not allow in a document, and HTML reports as an error: most control characters, and two others. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what it finds
const NOT_ALLOWED = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\ufffe\uffff]/g;

/** What a template takes. Text is escaped; undefined and false become nothing. */
export type HtmlValue = Html | string | number | bigint | undefined | false | readonly HtmlValue[];

/** Text that is markup. Only this file creates it, so that no text becomes markup without being escaped. */
export class Html {
  readonly #markup: string;

  /** @param markup is not escaped. Use `html`, `jsonLd` and `ownScript`. */
  private constructor(markup: string) {
    this.#markup = markup;
  }

  static ofTemplate(strings: readonly string[], values: readonly HtmlValue[]): Html {
    let markup = strings[0] ?? '';
    for (const [index, value] of values.entries()) markup += markupOf(value) + (strings[index + 1] ?? '');
    return new Html(markup);
  }

  /** `<` and `>` are escaped, so that no string ends the script or begins a comment. */
  static ofJson(value: unknown): Html {
    return new Html(JSON.stringify(value).replaceAll('<', '\\u003c').replaceAll('>', '\\u003e'));
  }

  static ofScript(code: string): Html {
    return new Html(`<script>${code}</script>\n`);
  }

  toString(): string {
    return this.#markup;
  }
}

/** The tag of templates for HTML and XML. Put values between tags, or inside of quoted attributes. */
export function html(strings: TemplateStringsArray, ...values: readonly HtmlValue[]): Html {
  return Html.ofTemplate(strings, values);
}

/** Structured data for search engines (JSON-LD 1.1, section 7). It is data, which no policy of scripts restricts. */
export function jsonLd(value: unknown): Html {
  return html`<script type="application/ld+json">${Html.ofJson(value)}</script>`;
}

/** A script of the service itself. It must have no value of a member or a visitor: those are in attributes, where it reads them. */
export function ownScript(code: string): Html {
  return Html.ofScript(code);
}

function markupOf(value: HtmlValue): string {
  if (value === undefined || value === false) return '';
  if (value instanceof Html) return value.toString();
  if (typeof value === 'object') return value.map(markupOf).join('');
  return String(value)
    .toWellFormed()
    .replaceAll(NOT_ALLOWED, '\ufffd')
    .replaceAll(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
}
