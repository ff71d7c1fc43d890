import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { at, membersOf } from '@petstore/testing/http/expect-response.ts';
import type { ProcessResult } from '@petstore/testing/processes/running-process.ts';
import type { Operations } from '../src/contract.ts';
import { compileConsumer, PROJECTS } from './compile-consumer.ts';
import { CONSUMER, OPEN, WRONG } from './consumers.ts';
import { packedProject } from './packed-project.ts';

const { resolve } = createRequire(import.meta.url);
const TSC = join(dirname(resolve('typescript/package.json')), 'bin', 'tsc');
/** The folder with the types of Node, for a consumer without the DOM. */
const TYPE_ROOTS = [dirname(dirname(resolve('@types/node/package.json')))];

const { STRICT, BROWSER, BUNDLED } = PROJECTS;
const NODE = { ...STRICT, lib: ['es2022'], types: ['node'], typeRoots: TYPE_ROOTS };

const project = await packedProject();

const compile = (name: string, files: Record<string, string>, options: object) =>
  compileConsumer(TSC, project, name, files, options);

const CONSUMERS = {
  'a browser with exact optional members': {
    ...BROWSER,
    exactOptionalPropertyTypes: true,
    noUncheckedIndexedAccess: true,
  },
  'a bundler': BUNDLED,
  'Node without a DOM': NODE,
};

for (const [who, options] of Object.entries(CONSUMERS)) {
  test(`compiles in a strict project for ${who}`, async () => {
    const { status, out } = await compile(who.replaceAll(' ', '-'), { 'consumer.ts': CONSUMER }, options);
    assert.deepEqual({ status, out }, { status: 0, out: '' });
  });
}

test('rejects each wrong use, and nothing else, at compile time', async () => {
  const uses = Object.values(WRONG);
  const files = Object.fromEntries(uses.map(([line], n) => [`wrong-${n}.ts`, `${OPEN}${line}\n`]));
  const diagnostics = diagnosticsOf(await compile('wrong', files, BROWSER));
  for (const [n, [what, [, expected = '']]] of Object.entries(WRONG).entries()) {
    const found = diagnostics.filter(({ file }) => file === `wrong-${n}.ts`);
    assert.equal(found.length, 1, `${what}: ${JSON.stringify(found)}`);
    assert.match(`${found[0]?.line} ${found[0]?.code}`, new RegExp(`^3 (${expected})$`), what);
  }
  assert.equal(diagnostics.length, uses.length);
});

function diagnosticsOf({ out }: ProcessResult) {
  const lines = out.matchAll(/^(.+?)\((\d+),\d+\): error (TS\d+):/gm);
  return [...lines].map(([, file, line, code]) => ({ file, line, code }));
}

/** The method of each deprecated operation; for a list, the recommended one. */
const DEPRECATED: Partial<Record<keyof Operations, string>> = { getPet: 'Pets.get' };

test('marks exactly the deprecated operations of openapi.json as @deprecated', async () => {
  const contract = JSON.parse(await readFile(new URL('../../openapi.json', import.meta.url), 'utf8'));
  const operations = Object.values(membersOf(at(contract, 'paths'))).flatMap((path) =>
    Object.values(membersOf(path)).filter((operation) => at(operation, 'deprecated') === true),
  );
  assert.deepEqual(
    operations.map((operation) => at(operation, 'operationId')).sort(),
    Object.keys(DEPRECATED),
  );
  const files = (await project.files()).filter((name) => name.endsWith('.d.ts'));
  const types = await Promise.all(files.map((file) => project.read(file)));
  assert.deepEqual(types.flatMap(markedAsDeprecated).sort(), Object.values(DEPRECATED));
});

/** Returns the class members with `@deprecated` in their comment. */
function markedAsDeprecated(types: string): string[] {
  const [, ...classes] = types.split('export declare class ');
  return classes.flatMap((text) => {
    const [name] = text.split(/\W/, 1);
    const comments = text.matchAll(/\/\*\*((?:(?!\*\/)[\s\S])*)\*\/\s*(?:readonly |get )?(\w+)/g);
    return [...comments]
      .filter(([, comment = '']) => comment.includes('@deprecated'))
      .map(([, , member]) => `${name}.${member}`);
  });
}
