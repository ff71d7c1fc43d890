import { Agent } from 'node:http';
import { sendOn } from '@petstore/testing/http/send-on-agent.ts';
import { ATTACKS, type AttackName, type AttackRequest, type Catalogue } from './attacks.ts';

/** A process that attacks for some seconds and prints how many responses of each status it got. */

export interface AttackerOptions {
  attack: AttackName;
  urls: string[];
  key: string;
  catalogue: Catalogue;
  seconds: number;
}

// Written by `attacks.release.test.ts`.
const { attack, urls, key, catalogue, seconds }: AttackerOptions = JSON.parse(process.argv[2] ?? '');
const { connections, next } = ATTACKS[attack];
const agent = new Agent({ keepAlive: true });
const statuses: Record<string, number> = {};
const end = performance.now() + seconds * 1_000;

async function attackOn(url: string): Promise<void> {
  while (performance.now() < end) {
    const request: AttackRequest = next(catalogue);
    const { path, ...options } = request;
    const status = await sendOn(agent, `${url}${path}`, { key, ...options }).then(
      (response) => response.status,
      () => 'connection error',
    );
    statuses[status] = (statuses[status] ?? 0) + 1;
  }
}

await Promise.all(Array.from({ length: connections }, (_, n) => attackOn(urls[n % urls.length] ?? '')));
agent.destroy();
process.stdout.write(JSON.stringify(statuses));
