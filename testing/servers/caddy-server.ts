import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Scope } from '../folders.ts';
import { freePort } from '../http/free-port.ts';
import { skipReason } from '../skip-reason.ts';
import { until } from '../until.ts';
import type { ChangingProxy } from './nginx-server.ts';

const SHIPPED = fileURLToPath(new URL('../../deploy/Caddyfile', import.meta.url));
const ADDRESS = '127.0.0.1:8080';

/** For `skip`: false if Caddy is installed, else why not. */
export const noCaddy: string | false = explainMissing();

function explainMissing(): string | false {
  try {
    execFileSync('caddy', ['version'], { stdio: 'ignore' });
    return false;
  } catch {
    return skipReason('Tests behind Caddy', 'caddy is not on the PATH');
  }
}

/** Starts Caddy with the shipped settings, but without TLS, in front of the services. Stops it after the test. */
export async function startCaddy(t: Scope, urls: readonly string[]): Promise<ChangingProxy> {
  const folder = await mkdtemp(join(tmpdir(), 'petstore-caddy-'));
  const [port, admin] = [await freePort(), await freePort()];
  const configFile = join(folder, 'Caddyfile');
  const shipped = await readFile(SHIPPED, 'utf8');
  if (!shipped.includes(ADDRESS))
    throw new Error('The Caddyfile does not have the address that the tests replace');
  const site = shipped.replace(ADDRESS, urls.map((url) => new URL(url).host).join(' '));
  const options = `{\n\tadmin 127.0.0.1:${admin}\n}\n`;
  await writeFile(configFile, `${options}${site}`);
  const env = { PATH: process.env.PATH, HOME: folder, DOMAIN: `http://127.0.0.1:${port}` };
  const caddy = spawn('caddy', ['run', '--adapter', 'caddyfile', '--config', configFile], {
    env,
    stdio: 'ignore',
  });
  const ended = once(caddy, 'exit');
  t.after(async () => {
    caddy.kill('SIGTERM');
    await ended;
    // Only then: it writes into the folder until it ends.
    await rm(folder, { recursive: true });
  });
  const url = `http://127.0.0.1:${port}`;
  // It does not report when it listens.
  await until(async () => {
    if (caddy.exitCode !== null) throw new Error(`caddy ended with ${caddy.exitCode}`);
    return (await fetch(`${url}/healthz`).catch(() => undefined)) !== undefined;
  });
  const variables = `HOME=${folder} DOMAIN=${url}`;
  return {
    url,
    configFile,
    workers: () => [],
    reload: `${variables} caddy reload --adapter caddyfile --config ${configFile} --address 127.0.0.1:${admin}`,
  };
}
