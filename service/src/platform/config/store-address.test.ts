import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseConfig } from './config.ts';
import { ConfigError } from './option-values.ts';
import { describeStore, describeValkey } from './store-address.ts';

test('does not repeat a password of an address in the message about it', () => {
  for (const url of [
    'postgres://shelter:pa55word@db.example',
    'postgres://shelter:pa55/word@db.example/petstore',
    'postgres://shelter:p@pa55word@db.example/',
    'postgres://shelter:pa55word%@db.example/petstore',
    'postgres://db.example?password=pa55word',
    'postgres:shelter:pa55word@db.example/petstore',
    'postgres:///x:pa55word@127.0.0.1',
    'shelter:pa55word@db.example/petstore',
    'mysql://:pa55word@db.example/petstore',
    'redis:pa55word@db.example:6379',
    'redis://:pa55word%@db.example',
    'redis://db.example?password=pa55word',
    ':pa55word@db.example:6379',
  ]) {
    for (const name of ['DATABASE_URL', 'VALKEY_URL', 'PUBLIC_URL', 'STAGING_URL']) {
      assert.throws(
        () => parseConfig({ [name]: url }),
        (error) => error instanceof ConfigError && !/pa55|word/.test(error.message),
        `${name}=${url}`,
      );
    }
  }
});

test('rejects the address of a store in another option without repeating its password', () => {
  const names = ['HOST', 'PORT', 'METRICS_HOST', 'METRICS_PORT', 'TRUST_PROXY', 'LOG_LEVEL', 'STAGING_URL'];
  for (const name of names) {
    const parse = () => parseConfig({ [name]: 'postgres://operator:hush@database.example/pets' });
    assert.throws(parse, (error) => error instanceof ConfigError && !error.message.includes('hush'), name);
  }
});

test('describes the addresses of the stores without user and password', () => {
  const { store } = parseConfig({
    DATABASE_URL: 'postgresql://shelter:pa55word@db.example:5433/pets?sslmode=disable',
  });
  assert.equal(describeStore(store), 'PostgreSQL db.example:5433/pets');
  assert.equal(describeStore(parseConfig({ DATABASE_URL: 'sqlite:a.db' }).store), 'a.db');
  assert.equal(
    describeValkey('rediss://shelter:pa55word@valkey.example:6380/1'),
    'rediss://valkey.example:6380/1',
  );
});

test('rejects VALKEY_URL beside a SQLite file, which only one process can serve', () => {
  assert.throws(() => parseConfig({ VALKEY_URL: 'redis://127.0.0.1' }), {
    name: 'ConfigError',
    message: /^VALKEY_URL is for several processes.* remove it, or set DATABASE_URL to postgres/,
  });
});

test('rejects DATABASE_DIRECT_URL beside a SQLite file, which has no pooler', () => {
  assert.throws(() => parseConfig({ DATABASE_DIRECT_URL: 'postgres://127.0.0.1/petstore' }), {
    name: 'ConfigError',
    message:
      /^DATABASE_DIRECT_URL is the address of PostgreSQL behind a pooler: remove it, or set DATABASE_URL/,
  });
});
