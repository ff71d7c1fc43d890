import { setPriority } from 'node:os';
import { SECOND } from '../../../src/core/clock.ts';
import type { Target } from './surface-attack.ts';
import { SURFACE_ATTACKS } from './surface-attacks.ts';

/** A process that attacks for some seconds and prints how many responses of each status it got. */

/** Attackers have machines of their own; here they take no core from the service. */
setPriority(10);

export interface SurfaceAttackerOptions {
  attack: string;
  target: Target;
  seconds: number;
}

// Written by `surfaces.release.test.ts`.
const { attack, target, seconds }: SurfaceAttackerOptions = JSON.parse(process.argv[2] ?? '');
const end = performance.now() + seconds * SECOND;
const statuses = await SURFACE_ATTACKS[attack]?.run(target, () => performance.now() >= end);
process.stdout.write(JSON.stringify(statuses), () => process.exit(0));
