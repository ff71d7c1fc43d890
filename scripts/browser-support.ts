import compatibility from '@mdn/browser-compat-data' with { type: 'json' };
import type { CompatStatement, Identifier } from '@mdn/browser-compat-data';

/** The oldest version of each browser, by its name in MDN's data. */
export type Browsers = Readonly<Record<string, string>>;

/** What the console, the client and `<petstore-animals>` need. `docs/web-site.md` promises these. */
export const CONSOLE_BROWSERS: Browsers = { chrome: '109', firefox: '115', safari: '16.4' };
/** Ten years old. The public pages show names, texts, photos and the contact in them. */
export const OLD_BROWSERS: Browsers = { chrome: '54', firefox: '50', safari: '10' };

/** Returns true if all browsers have the feature. What MDN's data does not name is a name of our own. */
function isSupported(feature: Identifier | undefined, browsers: Browsers): boolean {
  const support = feature?.__compat?.support as CompatStatement['support'] | undefined;
  if (support === undefined) return true;
  return Object.entries(browsers).every(([browser, version]) => {
    const statements = [support[browser as keyof typeof support] ?? []].flat();
    return statements.some(
      ({ version_added: added, version_removed, flags, prefix, alternative_name }) =>
        typeof added === 'string' &&
        added !== 'preview' &&
        compareVersions(added.replace('≤', ''), version) <= 0 &&
        [version_removed, flags, prefix, alternative_name].every((reason) => reason === undefined),
    );
  });
}

function compareVersions(one: string, other: string): number {
  const [[major = 0, minor = 0], [otherMajor = 0, otherMinor = 0]] = [one, other].map((version) =>
    version.split('.').map(Number),
  ) as [number[], number[]];
  return major - otherMajor || minor - otherMinor;
}

const { api, javascript, css } = compatibility;
// Its types let each member be a feature or a description of one; the members of an interface are features.
const INTERFACES = { ...api, ...javascript.builtins, ...javascript.builtins?.Intl } as unknown as Readonly<
  Record<string, Readonly<Record<string, Identifier>>>
>;
/** Each member of an interface by its name: `toReversed` of arrays, `canParse` of URLs, the event `scrollend`. */
const MEMBERS = new Map<string, Identifier[]>();
for (const members of Object.values(INTERFACES)) {
  for (const [key, member] of Object.entries(members)) {
    const name = key.replace(/_(static|event)$/, '');
    MEMBERS.set(name, [...(MEMBERS.get(name) ?? []), member]);
  }
}

/**
 * Returns the names in a script that some of the browsers lack: `Interface.member`, global names, and methods and events that
 * every interface which has one got later.
 */
export function missingInScript(code: string, browsers: Browsers): string[] {
  const missing = new Set<string>();
  for (const [name, owner = '', member = ''] of code.matchAll(/\b([A-Z]\w+)\.([a-z]\w+)\b/g)) {
    const members = INTERFACES[owner] ?? {};
    if (!isSupported(members[`${member}_static`] ?? members[member], browsers)) missing.add(name);
  }
  for (const [, name = ''] of code.matchAll(/\bnew ([A-Z]\w+)/g)) {
    if (!isSupported(INTERFACES[name] as Identifier | undefined, browsers)) missing.add(name);
  }
  for (const [, method, event] of code.matchAll(/\.([a-z]\w+)\(|addEventListener\(["'`](\w+)/g)) {
    const name = method ?? event ?? '';
    if (isNewEverywhere(name, browsers) && !isOwn(name, code)) missing.add(name);
  }
  return [...missing].sort();
}

function isNewEverywhere(name: string, browsers: Browsers): boolean {
  const members = MEMBERS.get(name) ?? [];
  return members.length > 0 && members.every((member) => !isSupported(member, browsers));
}

/** Returns true for a name that the script defines itself: as a member, a method or a variable. */
function isOwn(name: string, code: string): boolean {
  return new RegExp(`[^.\\w](${name})(:|=[^=]|\\([^()]*\\)\\{)|\\.${name}=`).test(code);
}

/** Returns what a style sheet uses and some of the browsers lack: properties, values, functions, selectors and at-rules. */
export function missingInStyle(sheet: string, browsers: Browsers): string[] {
  const missing = new Set<string>();
  const code = sheet.replace(/\/\*.*?\*\//gs, '').replace(/"[^"]*"/g, '""');
  for (const [, rule = ''] of code.matchAll(/@([a-z-]+)/g)) {
    if (!isSupported(css['at-rules']?.[rule], browsers)) missing.add(`@${rule}`);
  }
  for (const [, selector = ''] of code.matchAll(/(?<=[^\s{};(]|^\s*|[\s,(]):{1,2}([a-z-]+)(?=[^;}]*\{)/gm)) {
    if (!isSupported(css.selectors?.[selector], browsers)) missing.add(`:${selector}`);
  }
  for (const [, property = '', value = ''] of code.matchAll(DECLARATION)) {
    for (const name of missingInDeclaration(property, value, browsers)) missing.add(name);
  }
  return [...missing].sort();
}

const DECLARATION = /(?<=[{;]\s*)([a-z-]+)\s*:\s*([^;{}]+)(?=[;}])/g;
const FUNCTIONS = new Map<string, Identifier>();
collectFunctions(css.types);

function collectFunctions(types: Identifier | undefined): void {
  const { __compat, ...named } = types ?? {};
  for (const [name, feature] of Object.entries(named)) {
    FUNCTIONS.set(name, feature);
    collectFunctions(feature);
  }
}

function missingInDeclaration(property: string, value: string, browsers: Browsers): string[] {
  const feature = css.properties?.[property];
  if (!isSupported(feature, browsers)) return [property];
  const functions = [...value.matchAll(/([a-z-]+)\(/g)].map(([, name = '']) => name);
  const words = value.split(/[\s,()]+/);
  return [
    ...functions.filter((name) => !isSupported(FUNCTIONS.get(name), browsers)).map((name) => `${name}()`),
    ...words.filter((word) => !isSupported(feature?.[word], browsers)).map((word) => `${property}: ${word}`),
  ];
}

/** Returns the style sheet without the declarations that a browser ignores because it does not know the property or the value. */
export function asIn(browsers: Browsers, sheet: string): string {
  return sheet.replace(DECLARATION, (text, property: string, value: string) =>
    missingInDeclaration(property, value, browsers).length === 0 ? text : '--ignored: 0',
  );
}
