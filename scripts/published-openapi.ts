// Keeps openapi.json as the document of the version in package.json, without its texts: `node scripts/published-openapi.ts`. A
// release test compares later documents with it.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { VERSION } from '../service/src/platform/core/version.ts';

const ROOT = join(import.meta.dirname, '..');
const TEXTS = new Set(['description', 'summary', 'example', 'examples']);
/** Their members have names of their own, which may be those of texts. */
const NAMED = new Set(['properties', 'schemas', 'headers', 'responses', 'parameters']);

function withoutTexts(value: unknown, areNamed = false): unknown {
  if (Array.isArray(value)) return value.map((member) => withoutTexts(member));
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value).filter(([name]) => areNamed || !TEXTS.has(name));
  const shortened = Object.fromEntries(
    members.map(([name, member]) => [name, withoutTexts(member, NAMED.has(name))]),
  );
  // Each response needs a description.
  return 'description' in value && ('content' in value || 'headers' in value)
    ? { description: '', ...shortened }
    : shortened;
}

const document: unknown = JSON.parse(readFileSync(join(ROOT, 'openapi.json'), 'utf8'));
const file = `service/test/release/published/${VERSION}.json`;
writeFileSync(join(ROOT, file), `${JSON.stringify(withoutTexts(document))}\n`);
console.log(`Wrote ${file}.`);
