import type { Kysely } from 'kysely';
import type { Engine } from '../../../database.ts';
import type { Tables } from '../../../tables.ts';
import { withId } from '../../with-id.ts';

/** Adds the e-mails that wait to be sent, and the row of the process that sends them (docs/adr/0089). */
export async function outbox(db: Kysely<Tables>, engine: Engine): Promise<void> {
  await withId(db.schema.createTable('outbox'), engine)
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('recipient', 'text')
    .addColumn('message', 'text')
    .addColumn('created_at', 'bigint', (column) => column.notNull())
    .addColumn('attempts', 'bigint', (column) => column.notNull().defaultTo(0))
    .addColumn('next_at', 'bigint', (column) => column.notNull())
    .addColumn('give_up_at', 'bigint', (column) => column.notNull())
    .addColumn('failed_at', 'bigint')
    .addColumn('failure', 'text')
    .execute();
  await db.schema.createIndex('outbox_by_turn').on('outbox').columns(['failed_at', 'next_at']).execute();
  await db.schema
    .createTable('outbox_lease')
    .addColumn('runner', 'text')
    .addColumn('heartbeat', 'bigint', (column) => column.notNull())
    .execute();
  await db.insertInto('outbox_lease').values({ runner: null, heartbeat: 0n }).execute();
}
