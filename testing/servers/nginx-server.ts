import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Scope } from '../folders.ts';
import { freePort } from '../http/free-port.ts';
import { childrenOf } from '../processes/proc-files.ts';
import { skipReason } from '../skip-reason.ts';
import { until } from '../until.ts';

const EXAMPLE = fileURLToPath(new URL('../../examples/nginx.conf', import.meta.url));
/** With Debian's folder of nginx, which is not on every user's PATH. */
const PATH = [process.env.PATH, '/usr/sbin', '/usr/local/sbin'].join(delimiter);

/** For `skip`: false if nginx is installed, else why not. */
export const noNginx: string | false = explainMissing();

function explainMissing(): string | false {
  try {
    execFileSync('nginx', ['-v'], { stdio: 'ignore', env: { PATH } });
    return false;
  } catch {
    return skipReason('Tests behind nginx', 'nginx is not on the PATH');
  }
}

/** A proxy whose configuration a test changes. */
export interface ChangingProxy {
  readonly url: string;
  readonly configFile: string;
  /** The command that reads the configuration again. */
  readonly reload: string;
  /** Returns the processes that serve, if others take over after `reload`: it does not wait for the end of the old ones. */
  workers(): readonly number[];
}

/** Starts nginx with the example's settings in front of the services, stops it after the test, and returns its URL. */
export async function startNginx(t: Scope, urls: readonly string[]): Promise<string> {
  return (await startChangingNginx(t, urls)).url;
}

export async function startChangingNginx(t: Scope, urls: readonly string[]): Promise<ChangingProxy> {
  const [folder, port] = [await mkdtemp(join(tmpdir(), 'petstore-nginx-')), await freePort()];
  const example = await readFile(EXAMPLE, 'utf8');
  const config = join(folder, 'nginx.conf');
  await writeFile(config, adapted(example, folder, port, urls));
  const files = ['-p', folder, '-c', config, '-e', 'stderr'];
  const nginx = spawn('nginx', [...files, '-g', 'daemon off;'], {
    env: { PATH },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const ended = once(nginx, 'exit');
  t.after(async () => {
    nginx.kill('SIGTERM');
    await ended;
    await rm(folder, { recursive: true });
  });
  const url = `http://127.0.0.1:${port}`;
  // It does not report when it listens.
  await until(async () => {
    if (nginx.exitCode !== null) throw new Error(`nginx ended with ${nginx.exitCode}`);
    return (await fetch(`${url}/healthz`).catch(() => undefined)) !== undefined;
  });
  return {
    url,
    configFile: config,
    workers: () => childrenOf(nginx.pid ?? 0),
    reload: `PATH="${PATH}" nginx ${files.join(' ')} -s reload`,
  };
}

/** Returns the example with other addresses, and with its files in a folder that any user may write. */
function adapted(example: string, folder: string, port: number, urls: readonly string[]): string {
  const servers = urls.map((url) => `server ${new URL(url).host} max_fails=1 fail_timeout=1s;`);
  const files = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (what) => `${what}_temp_path ${folder}/${what};`,
  );
  const config = example
    .replace(/(\s+server 127\.0\.0\.1:808\d[^;]*;)+/, `\n${servers.join('\n')}`)
    .replace('listen 8080;', `listen 127.0.0.1:${port};`)
    .replace('http {', `http {\n${files.join('\n')}`);
  if (!servers.every((server) => config.includes(server)) || /127\.0\.0\.1:808\d\b/.test(config)) {
    throw new Error(`The example does not have the lines that the tests replace:\n${config}`);
  }
  return config;
}
