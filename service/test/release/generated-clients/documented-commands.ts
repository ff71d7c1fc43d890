import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import type { Scope } from '@petstore/testing/folders.ts';
import { startProcess } from '@petstore/testing/processes/running-process.ts';

const PAGE = join(import.meta.dirname, '../../../../docs/clients.md');
/** What installers print if they cannot reach a registry. */
const UNREACHABLE =
  /No matching distribution|no such host|dial tcp|Could not (transfer|resolve)|Unknown host/i;

/** For programs that run for seconds: the second compiler of Java, and threads that collect garbage, would take longer than they save. */
const QUICK_JAVA = { JAVA_TOOL_OPTIONS: '-XX:TieredStopAtLevel=1 -XX:+UseSerialGC' };

/** Where the commands of docs/clients.md find a service. */
export interface Installation {
  url: string;
  key: string;
}

export class UnreachableRegistry extends Error {}

interface Commands {
  install: string;
  generate: string;
  /** The last line of `generate`: it runs the program. */
  start: string;
}

/** Finds the commands in the section of a language. */
export async function documentedCommands(language: string): Promise<Commands> {
  const page = await readFile(PAGE, 'utf8');
  const section = page.split(`\n### ${language}\n`)[1]?.split('\n### ')[0] ?? '';
  const blocks = [...section.matchAll(/^```sh\n([\s\S]*?)\n```$/gm)].map(([, lines]) => lines);
  const [install, generate] = blocks;
  assert.ok(install !== undefined && generate !== undefined && blocks.length === 2, `blocks for ${language}`);
  return { install, generate, start: generate.split('\n').at(-1) ?? '' };
}

/**
 * Runs commands in a folder, and returns the lines that they print.
 *
 * @throws {UnreachableRegistry} if an installer needs a registry that it cannot reach.
 */
export async function runCommands(
  scope: Scope,
  folder: string,
  commands: string,
  installation?: Installation,
): Promise<string[]> {
  const variables = installation && { PETSTORE_URL: installation.url, PETSTORE_KEY: installation.key };
  const env = { ...process.env, ...QUICK_JAVA, ...variables };
  const { status, out, err } = await startProcess(scope, 'sh', ['-ec', commands], { cwd: folder, env }).ended;
  if (status !== 0 && UNREACHABLE.test(out + err)) throw new UnreachableRegistry(err);
  assert.equal(status, 0, out + err);
  // Maven prints escapes although it writes to no terminal.
  return stripVTControlCharacters(out).trimEnd().split('\n');
}
