import { dirname, join } from 'node:path';
import { type Plugin, parseSync, Visitor } from 'vite';
import { LANGUAGES } from './src/texts/languages.ts';

const SOURCE = join(import.meta.dirname, 'src');
const MAIN = join(SOURCE, 'main.tsx');
/** How `main.tsx` loads the rest of the console. */
const START = `import('./start.tsx')`;
const QUERY = /\?language=(\w+)$/;

/** Files that every language shares, without the library of a part that few open, and one for each language. A page that is opened later has files of its own. */
const FILES = [
  {
    name: 'libraries',
    test: /\/(?:node_modules\/(?!uqr)|client\/(?!src\/stream\.))|preload-helper/,
    priority: 2,
  },
  {
    name: (id: string, modules: Modules) => (isStyle(id) && isNeededFirst(id, modules) ? 'styles' : null),
    priority: 1,
  },
  { name: (id: string) => (isStart(id) ? `console-${languageOf(id)}` : null) },
];

interface Modules {
  getModuleInfo(id: string): { readonly importers: readonly string[] } | null;
}

/** Returns true for a module that `start.tsx` imports, itself or through others. */
function isNeededFirst(id: string, modules: Modules, seen = new Set<string>()): boolean {
  if (isStart(id)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  const importers = modules.getModuleInfo(id)?.importers ?? [];
  return importers.some((importer) => isNeededFirst(importer, modules, seen));
}

function isStyle(id: string): boolean {
  return id.endsWith('.css');
}

function isStart(id: string): boolean {
  return id.startsWith(join(SOURCE, 'start.tsx?'));
}

function languageOf(id: string | undefined): string | undefined {
  return id?.match(QUERY)?.[1];
}

/**
 * Builds the console once for each language, so that a browser loads the texts of only one. The modules of the console have a
 * variant for each language; libraries and styles are shared.
 */
export function languages(): Plugin {
  return {
    name: 'petstore-languages',
    apply: 'build',
    enforce: 'pre',
    config: () => ({ build: { rolldownOptions: { output: { codeSplitting: { groups: FILES } } } } }),
    resolveId(specifier, importer) {
      const language = languageOf(importer);
      if (importer === undefined || language === undefined || !specifier.startsWith('.')) return null;
      const path = join(dirname(importer), specifier);
      return /\.tsx?$/.test(path) ? `${path}?language=${language}` : path;
    },
    transform(code, id) {
      if (id === MAIN) return { code: withStarts(code), map: null };
      const language = languageOf(id);
      if (language === undefined || !code.includes('inLanguage')) return null;
      return { code: textsIn(language, code, id.replace(QUERY, '')), map: null };
    },
  };
}

/** Loads the variant in the language of the page. */
function withStarts(code: string): string {
  if (!code.includes(START)) throw new Error(`${MAIN} must have ${START}`);
  const starts = Object.keys(LANGUAGES).map((tag) => `${tag}: () => import('./start.tsx?language=${tag}')`);
  return code.replace(START, `({ ${starts.join(', ')} })[language]()`);
}

/** Returns the code without the texts of other languages. */
export function textsIn(language: string, code: string, path: string): string {
  let result = code;
  // From the end, so that the positions before it stay valid.
  for (const { start, end } of otherTexts(language, code, path).reverse()) {
    const comma = result[end] === ',' ? 1 : 0;
    result = result.slice(0, start) + result.slice(end + comma);
  }
  return result;
}

function otherTexts(language: string, code: string, path: string): Array<{ start: number; end: number }> {
  const { program } = parseSync(path, code);
  const found: Array<{ start: number; end: number }> = [];
  new Visitor({
    CallExpression({ callee, arguments: [texts] }) {
      if (callee.type !== 'Identifier' || callee.name !== 'inLanguage') return;
      if (texts?.type !== 'ObjectExpression') throw new Error(`${path}: inLanguage takes an object literal`);
      for (const property of texts.properties) {
        const isWanted =
          property.type === 'Property' &&
          property.key.type === 'Identifier' &&
          property.key.name === language;
        if (!isWanted) found.push(property);
      }
    },
  }).visit(program);
  return found;
}
