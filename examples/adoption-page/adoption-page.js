// @ts-check
import { statSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { Petstore, PetstoreError } from '@petstore/client';
import { keepCopy } from './catalogue.js';
import { renderPage } from './page.js';
import { PageFile } from './page-file.js';

const USAGE = `Usage: PETSTORE_URL=URL PETSTORE_KEY=KEY node adoption-page.js FOLDER [--once] [--every SECONDS]
Writes index.html with the animals that can be adopted to FOLDER, and again whenever they change.
  --once           write the page and end
  --every SECONDS  look for changes this often; by default as often as half of the quota allows`;

/** An error in the command line or the environment. */
class UsageError extends Error {}

const stop = new AbortController();
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => stop.abort());

try {
  await main(process.argv.slice(2));
} catch (error) {
  if (!stop.signal.aborted) {
    console.error(explain(error));
    process.exitCode = error instanceof UsageError ? 2 : 1;
    // Otherwise the pending wait for the feed would keep the program running.
    stop.abort();
  }
}

/** @param {string[]} args */
async function main(args) {
  const { folder, once, everySeconds, isHelp } = settingsOf(args);
  if (isHelp) return console.log(USAGE);
  const petstore = connect();
  const page = new PageFile(folder);
  for await (const copy of keepCopy(petstore, { signal: stop.signal, everySeconds })) {
    const isNew = await page.show(renderPage(copy));
    if (isNew) console.log(`Wrote index.html: ${copy.animals.size} to adopt.`);
    else if (once) console.log(`index.html is up to date: ${copy.animals.size} to adopt.`);
    if (once) return;
  }
}

/**
 * @param {string[]} args
 * @throws {UsageError}
 */
function settingsOf(args) {
  const { values, positionals } = parse(args);
  const { once = false, every, help: isHelp = false } = values;
  const everySeconds = every === undefined ? undefined : Number(every);
  const isInterval = everySeconds === undefined || (Number.isFinite(everySeconds) && everySeconds >= 1);
  if (!isInterval) throw new UsageError(`--every must be a number of seconds, at least 1; got "${every}".`);
  const [folder = '', ...others] = positionals;
  if (!isHelp && (folder === '' || others.length > 0)) {
    throw new UsageError('Pass one folder for the page: node adoption-page.js FOLDER');
  }
  const isFolder = statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true;
  if (!isHelp && !isFolder) throw new UsageError(`${folder} is not a folder.`);
  return { folder, once, everySeconds, isHelp };
}

/** @param {string[]} args */
function parse(args) {
  const options = /** @type {const} */ ({
    once: { type: 'boolean' },
    every: { type: 'string' },
    help: { type: 'boolean' },
  });
  try {
    return parseArgs({ args, options, allowPositionals: true });
  } catch (error) {
    // The second sentence of the message does not apply to this program.
    const [what] = messageOf(error).split('. ');
    throw new UsageError(`${what}. Run with --help to list the options.`);
  }
}

/** @throws {UsageError} */
function connect() {
  const { PETSTORE_URL: baseUrl = '', PETSTORE_KEY: apiKey = '' } = process.env;
  if (baseUrl === '') throw new UsageError('Set PETSTORE_URL to the address of the service.');
  if (apiKey === '') throw new UsageError("Set PETSTORE_KEY to an API key; a reader's is enough.");
  try {
    return new Petstore({
      baseUrl,
      apiKey,
      onWait: ({ error, seconds }) => console.error(`Waiting ${Math.ceil(seconds)} s: ${error.message}`),
    });
  } catch (error) {
    throw new UsageError(`PETSTORE_URL or PETSTORE_KEY is invalid: ${messageOf(error)}.`);
  }
}

/** @param {unknown} error */
function explain(error) {
  return error instanceof PetstoreError ? `${error.message} (${error.code})` : messageOf(error);
}

/** @param {unknown} error */
function messageOf(error) {
  return error instanceof Error ? error.message : String(error);
}
