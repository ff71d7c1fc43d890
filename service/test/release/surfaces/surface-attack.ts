import type { PlanName } from '../../../src/access/accounts/account.ts';
import type { Role } from '../../../src/platform/core/role.ts';
import type { Database } from '../../../src/platform/database/database.ts';

/** The service that is attacked. */
export interface Target {
  /** The URL of one of its processes. */
  readonly url: string;
  /** The URLs of all its processes. */
  readonly urls: readonly string[];
  /** The attacker's own key. */
  readonly key: string;
}

/** An attack on photos, imports, exports, public pages or the search, which `surfaces.release.test.ts` runs beside a polite client. */
export interface SurfaceAttack {
  readonly plan: PlanName;
  readonly role: Role;
  /** True if its cost for others depends on the engine of the store. Then it also runs on PostgreSQL. */
  readonly dependsOnEngine?: true;
  /**
   * Fills the store before the service starts.
   * @param ownerId the attacker's account
   */
  seed?(database: Database, ownerId: bigint): Promise<void>;
  /** Attacks until `isOver` returns true. Returns the number of responses of each status, and of connection errors. */
  run(target: Target, isOver: () => boolean): Promise<Record<string, number>>;
}
