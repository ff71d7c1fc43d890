import { Type } from 'typebox';
import { actorOf, waiterOf } from '../../access/accounts/authenticate.ts';
import { type IdempotentWrites, idempotencyHeaders } from '../../access/idempotency/idempotent-writes.ts';
import type { Clock } from '../../platform/core/clock.ts';
import { Int64 } from '../../platform/core/int64.ts';
import { andThen } from '../../platform/core/maybe-promise.ts';
import type { Database } from '../../platform/database/database.ts';
import { Representation } from '../../platform/http/responses/representation.ts';
import { type Exchange, type Route, route } from '../../platform/http/route.ts';
import type { Outbound } from '../../platform/outbound/outbound.ts';
import { MAX_PARTNERS, partnerNotFound } from './partner.ts';
import { addPartner, addressFaults, changePartner, removePartner } from './partner-changes.ts';
import { countAnimals, findPartner, listPartners } from './partner-queries.ts';
import type { PartnerReader } from './partner-reader.ts';
import { PARTNER_EXAMPLE, type PartnerChange, type PartnerRequest, partnerJson } from './partner-schemas.ts';

export interface PartnerRouteDependencies {
  readonly database: Database;
  readonly clock: Clock;
  readonly writes: IdempotentWrites;
  readonly outbound: Outbound;
  readonly publicUrl: string;
  readonly partners: PartnerReader;
}

const tags = ['Publishing'];
const SHARED = { stability: 'experimental', role: 'manager' } as const;
const OF_ONE = { ...SHARED, notFound: partnerNotFound };
/** The number of partners is counted and then one is added, in the same transaction. */
const LOCKS = ['partners'];
const PartnerRef = Type.Unsafe<object>({ $ref: 'Partner#' });
const params = Type.Object({
  partnerId: Int64({ description: 'Identifier of the partner.', examples: [2n] }),
});

export function partnerRoutes(dependencies: PartnerRouteDependencies): Route[] {
  return [...collection(dependencies), ...changes(dependencies)];
}

function collection(dependencies: PartnerRouteDependencies): Route[] {
  const { database, clock, writes, partners } = dependencies;
  return [
    route({
      method: 'GET',
      path: '/v1/partners',
      schema: {
        operationId: 'listPartners',
        tags,
        summary: 'List the partners',
        description: `Returns the other catalogues whose animals the public pages show: at most ${MAX_PARTNERS}, so there is one page. Needs the role \`manager\`.`,
        responses: {
          200: {
            ...Type.Unsafe<object[]>({ $ref: 'Partners#' }),
            description: 'The partners.',
            examples: [[PARTNER_EXAMPLE]],
          },
        },
      },
      ...SHARED,
      handle: () =>
        andThen(listPartners(database.read), (found) =>
          andThen(countAnimals(database.read), (counts) =>
            Representation.transient(
              `[${found.map((partner) => partnerJson(partner, counts.get(partner.id) ?? 0)).join(',')}]`,
            ),
          ),
        ),
    }),

    route({
      method: 'GET',
      path: '/v1/partners/:partnerId',
      schema: {
        operationId: 'getPartner',
        tags,
        summary: 'Read a partner',
        description: 'Returns one partner, and why its last read failed if it did. Needs the role `manager`.',
        params,
        responses: { 200: { ...PartnerRef, description: 'The partner.', examples: [PARTNER_EXAMPLE] } },
      },
      ...OF_ONE,
      errors: ['partner_not_found'],
      handle: (_exchange, { params: { partnerId } }) =>
        andThen(findPartner(database.read, partnerId), (partner) => {
          if (partner === undefined) throw partnerNotFound(String(partnerId));
          return andThen(countAnimals(database.read), (counts) =>
            Representation.transient(partnerJson(partner, counts.get(partnerId) ?? 0)),
          );
        }),
    }),

    route({
      method: 'POST',
      path: '/v1/partners',
      schema: {
        operationId: 'addPartner',
        tags,
        summary: 'Add a partner',
        description:
          'Shows the animals of another catalogue on the public pages, by its `/.well-known/adoptable.json`, which is read now and every 15 minutes. Needs the role `manager`.',
        headers: idempotencyHeaders,
        body: Type.Unsafe<PartnerRequest>({ $ref: 'PartnerRequest#' }),
        responses: { 201: { ...PartnerRef, description: 'The partner.', examples: [PARTNER_EXAMPLE] } },
      },
      ...SHARED,
      errors: ['too_many_partners', 'idempotency_key_in_use', 'idempotency_key_reused'],
      bodyFaults: ({ url }) => (url === undefined ? [] : addressFaults(url, dependencies)),
      handle: (exchange, input) => {
        const change = { actor: actorOf(exchange), at: clock.now() };
        return writes.respond(exchange, input, {
          locks: LOCKS,
          apply: async (db) => {
            const partner = await addPartner(db, input.body.url, change);
            return {
              status: 201,
              location: `/v1/partners/${partner.id}`,
              body: partnerJson(partner, 0),
              onCommit: () => partners.wake(),
            };
          },
        });
      },
    }),
  ];
}

function changes({ database, clock, partners }: PartnerRouteDependencies): Route[] {
  const changeOf = (exchange: Exchange) => ({ actor: actorOf(exchange), at: clock.now() });
  return [
    route({
      method: 'PATCH',
      path: '/v1/partners/:partnerId',
      schema: {
        operationId: 'changePartner',
        tags,
        summary: 'Switch a partner on or off',
        description:
          'Switches a partner off, with its animals, or on; `isOn: true` also reads one that is on at once. Needs the role `manager`.',
        params,
        body: Type.Unsafe<PartnerChange>({ $ref: 'PartnerChange#' }),
        responses: {
          200: { ...PartnerRef, description: 'The partner after the change.', examples: [PARTNER_EXAMPLE] },
        },
      },
      ...OF_ONE,
      errors: ['partner_not_found'],
      handle: async (exchange, { params: { partnerId }, body }) => {
        const { partner, counts } = await database.write(
          async (db) => ({
            partner: await changePartner(db, partnerId, body, changeOf(exchange)),
            counts: await countAnimals(db),
          }),
          waiterOf(exchange),
        );
        partners.wake();
        return { status: 200, headers: [], body: partnerJson(partner, counts.get(partnerId) ?? 0) };
      },
    }),

    route({
      method: 'DELETE',
      path: '/v1/partners/:partnerId',
      schema: {
        operationId: 'removePartner',
        tags,
        summary: 'Remove a partner',
        description: 'Removes a partner with its animals and their pictures. Needs the role `manager`.',
        params,
        responses: { 204: Type.Null({ description: 'The partner is removed.' }) },
      },
      ...OF_ONE,
      errors: ['partner_not_found'],
      handle: async (exchange, { params: { partnerId } }) => {
        await database.write((db) => removePartner(db, partnerId, changeOf(exchange)), waiterOf(exchange));
        return { status: 204, headers: [] };
      },
    }),
  ];
}
