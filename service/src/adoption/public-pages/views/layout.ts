import { LANGUAGES } from '../../../platform/core/languages.ts';
import { type Html, html, jsonLd, ownScript } from '../../../platform/http/html.ts';
import { FONT_PATH } from '../../../platform/http/static/font-files.ts';
import { FAVOURITES_PATH, FEED_PATH, inLanguage, LIST_PATH } from '../addresses.ts';
import type { Site, Visit } from '../public-page.ts';
import { STYLE_PATH } from '../style/style.ts';
import { TEXTS } from '../texts/language.ts';
import type { ShareImage } from './share-image.ts';
import { shelterDetails } from './shelter.ts';

/** What search engines and previews of links get to know of a page. */
interface PageMetadata {
  readonly path: string;
  /** The parameters of the address besides `lang`, encoded. */
  readonly query: string;
  readonly title: string;
  readonly description: string;
  readonly image: ShareImage | undefined;
  /** Structured data of schema.org. */
  readonly data: unknown;
}

interface SwitchedForm {
  readonly id: string;
  /** The field with the language, from which the page knows that nothing is to be stored. */
  readonly field: string;
  /** The text of the button that sends the form otherwise. */
  readonly send: string;
}

interface Page {
  readonly title: string;
  /** Undefined for a page without an address of its own, such as an error. */
  readonly metadata?: PageMetadata;
  /** The address of the same page, for the switch of the language. */
  readonly path: string;
  readonly query?: string;
  readonly body: Html;
  /** The form whose fields the switch of the language keeps: it sends them, and gets the page in the other language. */
  readonly form?: SwitchedForm;
  /** The script of the page; the policy must name its hash. */
  readonly script?: string;
}

/** Returns the text of a page. */
export function layout(
  visit: Visit,
  site: Site,
  { title, metadata, path, query = '', body, form, script }: Page,
): string {
  const { texts, language } = visit;
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="preload" href="${FONT_PATH}" as="font" type="font/woff2" crossorigin>
<link rel="stylesheet" href="${STYLE_PATH}">
<link rel="icon" href="/favicon.svg" type="image/svg+xml">
${
  site.showsAnimals &&
  html`<link rel="alternate" type="application/atom+xml" title="${texts.list.feed}" href="${visit.link(FEED_PATH)}">
`
}${metadata === undefined ? html`<meta name="robots" content="noindex">` : describe(metadata, visit, site)}
</head>
<body>
<a class="skip" href="#main">${texts.skip}</a>
<header class="top">
${brand(visit, site)}
<nav aria-label="${texts.languages}">${form && defaultButton(form)}<ul class="languages">${LANGUAGES.map((other) => languageItem(other, language, inLanguage(path, query, other), form))}</ul></nav>
</header>
<main id="main">
${body}
</main>
<footer class="bottom">
${shelterDetails(visit, site)}
${
  site.showsAnimals &&
  html`<p><a href="${visit.link(FAVOURITES_PATH)}">${texts.favourites.title}</a></p>
<p><a href="${visit.link(FEED_PATH)}">${texts.list.feed}</a></p>
`
}</footer>
${script !== undefined && ownScript(script)}</body>
</html>
`;
  return page.toString();
}

function brand(visit: Visit, { showsAnimals, shelterName }: Site): Html {
  const content = html`${PAW}<span>${shelterName}</span>`;
  return showsAnimals
    ? html`<a class="brand" href="${visit.link(LIST_PATH)}">${content}</a>`
    : html`<span class="brand">${content}</span>`;
}

function imageMetadata({ url, alt, size }: ShareImage): Html {
  return html`<meta property="og:image" content="${url}">
${size && html`<meta property="og:image:width" content="${size.width}">\n<meta property="og:image:height" content="${size.height}">\n`}<meta property="og:image:alt" content="${alt}">
<meta name="twitter:card" content="summary_large_image">`;
}

function languageItem(
  other: keyof typeof TEXTS,
  current: string,
  href: string,
  form: SwitchedForm | undefined,
): Html {
  const name = TEXTS[other].languageName;
  if (other === current) return html`<li aria-current="true"><span lang="${other}">${name}</span></li>`;
  if (form !== undefined)
    return html`<li><button type="submit" form="${form.id}" formaction="${href}" formnovalidate name="${form.field}" value="${other}" lang="${other}">${name}</button></li>`;
  return html`<li><a href="${href}" hreflang="${other}" lang="${other}" rel="alternate">${name}</a></li>`;
}

/** The Enter key in a field presses the first button of the form: without this one it would switch the language. */
function defaultButton({ id, send }: SwitchedForm): Html {
  return html`<button type="submit" form="${id}" class="default" tabindex="-1" aria-hidden="true">${send}</button>`;
}

function describe(metadata: PageMetadata, visit: Visit, { publicUrl, shelterName }: Site): Html {
  const { path, query, title, description, image, data } = metadata;
  const address = (language?: keyof typeof TEXTS) => publicUrl + inLanguage(path, query, language);
  return html`<meta name="description" content="${description}">
<link rel="canonical" href="${address(visit.chosenLanguage)}">
<link rel="alternate" hreflang="x-default" href="${address()}">
${LANGUAGES.map((language) => html`<link rel="alternate" hreflang="${language}" href="${address(language)}">\n`)}<meta property="og:type" content="website">
<meta property="og:site_name" content="${shelterName}">
<meta property="og:title" content="${title}">
<meta property="og:description" content="${description}">
<meta property="og:url" content="${address(visit.chosenLanguage)}">
<meta property="og:locale" content="${visit.texts.locale}">
${LANGUAGES.filter((language) => language !== visit.language).map((language) => html`<meta property="og:locale:alternate" content="${TEXTS[language].locale}">\n`)}${image && imageMetadata(image)}
${jsonLd(data)}`;
}

const PAW = html`<svg class="paw" viewBox="0 0 32 32" aria-hidden="true" focusable="false"><path d="M9.5 21a6.5 5.2 0 1 0 13 0a6.5 5.2 0 1 0-13 0M5.4 15.2a2.4 3.1 0 1 0 4.8 0a2.4 3.1 0 1 0-4.8 0M10.5 10.4a2.5 3.3 0 1 0 5 0a2.5 3.3 0 1 0-5 0M16.5 10.4a2.5 3.3 0 1 0 5 0a2.5 3.3 0 1 0-5 0M21.8 15.2a2.4 3.1 0 1 0 4.8 0a2.4 3.1 0 1 0-4.8 0" fill="currentColor"/></svg>`;
