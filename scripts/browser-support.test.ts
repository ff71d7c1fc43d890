import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asIn, CONSOLE_BROWSERS, missingInScript, missingInStyle, OLD_BROWSERS } from './browser-support.ts';

test('names what a script calls and an older browser lacks: a static method, a method, a class, an event', () => {
  const script = `URL.canParse(a); b.toReversed(); Object.groupBy(c, d); new URLPattern(e);
    addEventListener("scrollend", f); g.map(h); new URL(i); addEventListener("click", j)`;
  assert.deepEqual(missingInScript(script, CONSOLE_BROWSERS), [
    ...['Object.groupBy', 'URL.canParse', 'URLPattern', 'canParse', 'groupBy', 'scrollend', 'toReversed'],
  ]);
});

test('does not take a method that the script defines itself for one of the browser', () => {
  assert.deepEqual(missingInScript('class A { toReversed(){} } a.toReversed()', CONSOLE_BROWSERS), []);
});

test('names the properties, values, functions, selectors and at-rules that an older browser lacks', () => {
  const style = `@layer a { b:has(c) { inset: 0; display: grid; width: min(1px, 2px); color: red; } }`;
  assert.deepEqual(missingInStyle(style, OLD_BROWSERS), [
    ':has',
    '@layer',
    'display: grid',
    'inset',
    'min()',
  ]);
  assert.deepEqual(missingInStyle(style, CONSOLE_BROWSERS), [':has']);
});

test('a style sheet as an older browser reads it lacks what that browser does not know', () => {
  const style = 'a { color: red; inset: 0; width: min(1px, 2px) }';
  assert.equal(asIn(OLD_BROWSERS, style), 'a { color: red; --ignored: 0; --ignored: 0}');
});
