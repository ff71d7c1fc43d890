/**
 * The style sheet of all elements. Colours come from the page unless it sets the properties. `all: initial` keeps out
 * what the page sets on every element; its font and its colour are inherited.
 */
export const STYLE = `
:host { display: block }
:host([hidden]) { display: none }
.root { all: initial; display: block; position: relative; font: inherit; line-height: 1.4; text-align: start;
  color: var(--petstore-text, inherit);
  --line: var(--petstore-line, color-mix(in srgb, currentColor 20%, transparent));
  --rest: var(--petstore-placeholder, color-mix(in srgb, currentColor 8%, transparent)) }
p { margin: 0 }
.quiet { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap }
ul { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(var(--petstore-card-width, max(9.5em, 20%)), 100%), 1fr));
  gap: var(--petstore-gap, 1em); margin: 0; padding: 0; list-style: none }
li { display: grid; min-width: 0 }
li > * { display: grid; grid-template-rows: auto 1fr; overflow: hidden; border: 1px solid var(--line);
  border-radius: var(--petstore-radius, .75em); background: var(--petstore-card, transparent); color: inherit;
  text-decoration: none }
.picture { display: block; width: 100%; height: auto; aspect-ratio: 1; object-fit: cover; object-position: 50% 20%; background: var(--rest) }
svg { display: block; width: 50%; margin: 25%; fill: currentColor; opacity: .25 }
.text { box-sizing: border-box; min-height: 8em; padding: .6em .75em .75em; overflow-wrap: anywhere }
.name, .fact { display: block }
.name { font-size: 1.15em; font-weight: 700; color: var(--petstore-accent, inherit) }
.fact { font-size: .9em; color: var(--petstore-muted, inherit) }
a:hover .name { text-decoration: underline; text-underline-offset: .2em }
a:focus-visible { outline: 3px solid var(--petstore-accent, currentColor); outline-offset: 2px }
.all { display: inline-block; margin-top: .75em; padding: .4em 0; color: var(--petstore-accent, inherit);
  text-underline-offset: .2em }
[aria-busy=true] a { opacity: .6 }
`;
