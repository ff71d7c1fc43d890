// @ts-check

/**
 * @import { Pet } from '@petstore/client'
 * @import { Copy } from './catalogue.js'
 */

const STYLE = `
:root { color-scheme: light dark;
  --paper: #fdf8f0; --ink: #33261d; --soft: #75604f; --card: #fffdf9; --line: #eadccb; --warm: #9c4a1a; }
@media (prefers-color-scheme: dark) {
  :root { --paper: #1f1a16; --ink: #f0e6da; --soft: #b9a694; --card: #2b241e; --line: #443930; --warm: #f0a871; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 2.5rem 1.25rem 4rem; background: var(--paper); color: var(--ink);
  font: 1.0625rem/1.55 system-ui, sans-serif; }
html { background: var(--paper); }
h1, h2 { font-family: Georgia, serif; line-height: 1.2; text-wrap: balance; overflow-wrap: anywhere; }
h1 { margin: 0; font-size: clamp(1.9rem, 6vw, 2.9rem); }
h2 { margin: 2.5rem 0 .9rem; font-size: 1.45rem; }
header p, h2 span { color: var(--soft); }
h2 span { font: .9rem system-ui, sans-serif; }
nav ul { display: flex; flex-wrap: wrap; gap: .35rem 1.25rem; }
a { color: var(--warm); text-underline-offset: .2em; }
a:focus-visible { outline: 2px solid; outline-offset: 3px; }
ul { margin: 0; padding: 0; list-style: none; }
section ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(9.5rem, 100%), 1fr)); gap: .6rem; }
section li { padding: .7rem .95rem; border: 1px solid var(--line); border-radius: .6rem; background: var(--card);
  overflow-wrap: anywhere; }
`;

/** @type {Record<string, string>} */
const ENTITIES = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

/**
 * Renders the page: the animals by category, newest first. Pure: the same copy gives the same page.
 *
 * @param {Copy} copy
 */
export function renderPage({ animals, categories }) {
  const groups = groupsOf([...animals.values()], categories);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Animals looking for a home</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1>Animals looking for a home</h1>
<p>${greeting(animals.size)}</p>
</header>
${groups.length > 1 ? navigation(groups) : ''}<main>
${groups.map(section).join('')}</main>
</body>
</html>
`;
}

/**
 * @typedef {object} Group
 * @property {string} anchor
 * @property {string} title
 * @property {Pet[]} animals
 */

/**
 * Groups the animals by the names of their categories. Animals of categories without a name come last.
 *
 * @param {Pet[]} animals
 * @param {Copy['categories']} categories
 * @returns {Group[]}
 */
function groupsOf(animals, categories) {
  /** @type {Map<string, Pet[]>} */
  const byName = new Map();
  for (const animal of animals.sort((one, other) => (one.id < other.id ? 1 : -1))) {
    const name = categories.get(animal.categoryId) ?? '';
    const group = byName.get(name);
    if (group === undefined) byName.set(name, [animal]);
    else group.push(animal);
  }
  const names = [...byName.keys()].sort(
    (one, other) => rank(one) - rank(other) || one.localeCompare(other, 'en'),
  );
  return names.map((name, n) => ({
    anchor: `group-${n + 1}`,
    title: name || (names.length > 1 ? 'Others' : 'Animals'),
    animals: byName.get(name) ?? [],
  }));
}

/** @param {string} name */
function rank(name) {
  return name === '' ? 1 : 0;
}

/** @param {number} count */
function greeting(count) {
  if (count === 0)
    return 'All animals have found a home. Please come back soon: new animals arrive every week.';
  if (count === 1) return 'One animal is waiting to meet you.';
  return `${count.toLocaleString('en')} animals are waiting to meet you.`;
}

/** @param {Group[]} groups */
function navigation(groups) {
  const links = groups.map(({ anchor, title }) => `<li><a href="#${anchor}">${escaped(title)}</a></li>\n`);
  return `<nav aria-label="Kinds of animals">\n<ul>\n${links.join('')}</ul>\n</nav>\n`;
}

/** @param {Group} group */
function section({ anchor, title, animals }) {
  // `dir` is for names in scripts that are written from right to left.
  const items = animals.map(({ name }) => `<li dir="auto">${escaped(name)}</li>\n`);
  const heading = `<h2 id="${anchor}">${escaped(title)} <span>${animals.length}</span></h2>`;
  return `<section aria-labelledby="${anchor}">\n${heading}\n<ul>\n${items.join('')}</ul>\n</section>\n`;
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}
