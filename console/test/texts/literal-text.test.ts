import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { literalTexts } from './literal-text.ts';

const SOURCE = fileURLToPath(new URL('../../src', import.meta.url));

test('no component has a text that is not in every language', async () => {
  const found: string[] = [];
  for await (const path of glob('**/*.tsx', { cwd: SOURCE })) {
    const texts = literalTexts(await readFile(`${SOURCE}/${path}`, 'utf8'));
    found.push(...texts.map((text) => `${path}: ${text}`));
  }
  assert.deepEqual(found, []);
});

test('finds texts in elements, attributes, choices, templates and objects', () => {
  const source = `
    const NAMES = { pets: 'Animals' };
    const Row = ({ is, id }) => (
      <li title="mine" className="card row">
        Hello <b>{is ? 'yes' : \`no. \${id}\`}</b>
        <Form submit={{ name: 'Add' }} onDone={() => alert('It is done')} />
      </li>
    );`;
  const found = ['Animals', 'mine', 'Hello', 'yes', 'no.', 'Add', 'It is done'];
  assert.deepEqual(literalTexts(source).sort(), found.sort());
});

test('ignores names, code, and texts in every language', () => {
  const source = `
    import './big-file.css';
    const TEXTS = inLanguage({ en: { a: 'An animal' }, es: { a: 'Un animal' } });
    const Row = ({ key }) => (
      <li className="card row" id={\`\${key}-hint\`} role={key === 'Escape' ? 'button' : 'row'}>
        Petstore <code>petstore_live_</code> {TEXTS.a} {key === 'ArrowLeft' && <hr />} · {document.querySelector('ul, ol')?.id}
        {\`const pets = await fetch('\${key}', { cache: 'Not a text' })\`}
      </li>
    );`;
  assert.deepEqual(literalTexts(source), []);
});
