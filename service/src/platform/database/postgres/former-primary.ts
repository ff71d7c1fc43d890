import { randomUUID } from 'node:crypto';
import { systemClock } from '../../core/clock.ts';
import { withClient } from './current-host.ts';
import type { ServerIdentity } from './server-identity.ts';

/**
 * Records in a former primary that a standby has taken over from it. Then no process writes there, not even one that reaches
 * no other host. It changes nothing if that is recorded already.
 */
export async function fenceFormerPrimary(address: string, { timeline }: ServerIdentity): Promise<void> {
  await withClient(address, (client) =>
    client.query(
      `insert into accepted_servers (id, token, system_identifier, timeline, table_oid, accepted_at)
       select id + 1, $1, system_identifier, $2, table_oid, $3
       from (select * from accepted_servers order by id desc limit 1) as last where timeline < $2`,
      [randomUUID(), timeline, systemClock.now()],
    ),
  );
}
