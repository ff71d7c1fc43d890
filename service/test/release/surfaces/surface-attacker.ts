import { setPriority } from 'node:os';
import { SECOND } from '../../../src/platform/core/clock.ts';
import type { Target } from './surface-attack.ts';
import { SURFACE_ATTACKS } from './surface-attacks.ts';

/** A process that attacks as each message asks for, and replies with how many responses of each status each attack got. */

/** Attackers have machines of their own; here they take no core from the service. */
setPriority(10);

/** The attacks at the same time, and their targets: each attack has an account of its own. */
export interface AttackMessage {
  targets: Readonly<Record<string, Target>>;
  seconds: number;
}

process.on('message', async ({ targets, seconds }: AttackMessage) => {
  const end = performance.now() + seconds * SECOND;
  const isOver = () => performance.now() >= end;
  const attacks = Object.entries(targets).map(
    async ([name, target]) => `${name}: ${JSON.stringify(await SURFACE_ATTACKS[name]?.run(target, isOver))}`,
  );
  process.send?.(await Promise.all(attacks));
});
process.send?.('ready');
