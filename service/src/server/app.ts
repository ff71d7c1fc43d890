import fastify, {
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyRequest,
  LogController,
} from 'fastify';
import { mayActOnAll } from '../accounts/account.ts';
import type { ApiKeyCache } from '../accounts/api-key-cache.ts';
import { accountOf, authenticate, checkRole } from '../accounts/authenticate.ts';
import { type Clock, SECOND } from '../core/clock.ts';
import type { Database } from '../database/database.ts';
import { EVENT_SCHEMAS } from '../events/event.ts';
import { eventRoutes } from '../events/event-routes.ts';
import type { Viewer } from '../events/event-store.ts';
import { observeClosing } from '../http/connections/closing.ts';
import { limitConnections } from '../http/connections/connections.ts';
import { ProtocolErrors } from '../http/connections/protocol-errors.ts';
import { UnreadResponses } from '../http/connections/unread-responses.ts';
import { cors } from '../http/cors.ts';
import type { GracefulShutdown } from '../http/graceful-shutdown.ts';
import { addHeadRoutes } from '../http/head-routes.ts';
import { Health, type Readiness } from '../http/health.ts';
import type { Metrics } from '../http/metrics.ts';
import { describeApi } from '../http/openapi/openapi.ts';
import { EXPOSED_HEADERS } from '../http/openapi/openapi-headers.ts';
import { serveReference } from '../http/openapi/reference-page.ts';
import { limitConcurrency } from '../http/overload/concurrency-limit.ts';
import { clientAddress, networkMatcher } from '../http/requests/client-address.ts';
import { BODY_LIMIT_BYTES, readJsonBodies } from '../http/requests/json-body.ts';
import { checkQueryParameters } from '../http/requests/query-parameters.ts';
import { RequestIds } from '../http/requests/request-ids.ts';
import { buildValidators, validationError } from '../http/requests/validation.ts';
import { compressResponses } from '../http/responses/compress-responses.ts';
import { CONSTANT_HEADERS, sendConstantHeaders } from '../http/responses/constant-headers.ts';
import { handleErrors } from '../http/responses/error-handler.ts';
import { buildSerializers } from '../http/responses/serialization.ts';
import {
  checkRequestHead,
  checkRoute,
  handleUnrouted,
  RouteTable,
  routableUrl,
} from '../http/route-checks.ts';
import { announceStability, refuseRemoved } from '../http/stability.ts';
import { serveIcon } from '../http/static/icon.ts';
import { serveConsole } from '../http/static/static-files.ts';
import { IdempotentWrites } from '../idempotency/idempotent-writes.ts';
import type { HoldExpiry } from '../orders/hold-expiry.ts';
import { ORDER_SCHEMAS } from '../orders/order.ts';
import { orderRoutes } from '../orders/order-routes.ts';
import { permissionRoutes } from '../orders/permission-routes.ts';
import { categoryRoutes } from '../pets/category-routes.ts';
import { nameFault, PET_SCHEMAS, textFault } from '../pets/pet.ts';
import { petChangeRoutes } from '../pets/pet-change-routes.ts';
import type { PetPages } from '../pets/pet-pages.ts';
import { petRoutes } from '../pets/pet-routes.ts';
import type { AddressQuotas } from '../quota/address-quota.ts';
import { recheckKeyAfterBody } from '../quota/key-after-body.ts';
import { type QuotaHeaders, quotaHeaders } from '../quota/quota-headers.ts';
import { type QuotaHookDependencies, quotaHook } from '../quota/quota-hook.ts';
import { usageRoutes } from '../quota/usage-routes.ts';
import { logAccess } from './access-log.ts';
import { installRequestListener } from './request-listener.ts';

export interface AppDependencies {
  clock: Clock;
  log: FastifyBaseLogger;
  accessLog: boolean;
  database: Database;
  pages: PetPages;
  keys: ApiKeyCache;
  addresses: AddressQuotas;
  quotaOptions: QuotaHookDependencies;
  metrics: Metrics | undefined;
  shutdown: GracefulShutdown;
  expiry: HoldExpiry;
  orderHoldHours: number;
  readiness: () => Promise<Readiness>;
  trustProxy: readonly string[];
  maxConnections: number;
  maxConnectionsPerAddress: number;
  publicUrl: string;
  stagingUrl: string | undefined;
}

const HEADERS_TIMEOUT = 10 * SECOND;
const REQUEST_TIMEOUT = 30 * SECOND;
const HEADER_LIMIT_BYTES = 16 * 1024;

const TEXT_FORMATS = { 'pet-name': nameFault, 'plain-text': textFault };

/** Builds the HTTP application. Hooks run in the order of this file, from top to bottom. */
export async function buildApp(dependencies: AppDependencies): Promise<FastifyInstance> {
  const ids = new RequestIds();
  const protocolErrors = new ProtocolErrors({
    headersFor: (address) => ({
      ...addressHeaders(dependencies, address),
      ...CONSTANT_HEADERS,
      'Access-Control-Allow-Origin': '*',
    }),
    requestId: ids.next,
  });
  const app = createServer(dependencies, ids, protocolErrors);
  const routes = new RouteTable(app, dependencies.clock);
  const health = new Health({
    probe: dependencies.readiness,
    isClosing: () => dependencies.shutdown.isShuttingDown,
    installation: dependencies.database.installation,
  });
  addHeadRoutes(app);
  protocolErrors.attach(app);
  const onClosed = observeClosing(dependencies.log, dependencies.metrics);
  const stopChecks = limitConnections(app.server, { ...dependencies, onClosed });
  app.addHook('onClose', async () => stopChecks());
  const unread = new UnreadResponses({ onClosed: () => onClosed('unread_memory') });
  readJsonBodies(app);
  handleErrors(app);
  app.decorateRequest('authentication');
  app.decorateRequest('quotaHeaders', null);
  app.addHook('onRequest', ids.sendHeader);
  app.addHook('onRequest', sendConstantHeaders);
  app.addHook('onSend', compressResponses);
  app.addHook('onRequest', dependencies.shutdown.trackRequest);
  dependencies.metrics?.observe(app);
  if (dependencies.accessLog) logAccess(app);

  await describeApi(app, { productionUrl: dependencies.publicUrl, stagingUrl: dependencies.stagingUrl });
  await app.register(async (v1) => addVersion1(v1, { ...dependencies, unread }, routes), { prefix: '/v1' });
  health.addRoutes(app);
  serveReference(
    app,
    [dependencies.publicUrl, dependencies.stagingUrl].filter((url) => url !== undefined),
  );
  serveConsole(app);
  serveIcon(app);
  app.setNotFoundHandler((request, reply) => handleUnrouted(routes, request, reply));
  // Runs before everything above: the request queue, the fast path and ready responses.
  installRequestListener(app.server, {
    ...dependencies,
    unread,
    accounts: dependencies.quotaOptions.accounts,
    exposedHeaders: EXPOSED_HEADERS,
    ids,
    routes,
    health,
    protocolErrors,
  });
  return app;
}

/** Everything under `/v1`: the checks in the order of docs/api-design.md#order-of-checks, then the operations. */
async function addVersion1(
  v1: FastifyInstance,
  dependencies: AppDependencies & { unread: UnreadResponses },
  routes: RouteTable,
): Promise<void> {
  const { clock } = dependencies;
  v1.addHook('onRequest', announceStability);
  v1.addHook(
    'onRequest',
    cors({
      exposed: EXPOSED_HEADERS,
      onPreflight: (request) => addressHeaders(dependencies, clientAddress(request)),
    }),
  );
  v1.addHook('onRequest', authenticate(dependencies.keys, clock));
  v1.addHook('onRequest', quotaHook(dependencies.quotaOptions));
  v1.addHook('onRequest', dependencies.shutdown.refuseNew);
  v1.addHook('onRequest', checkRequestHead);
  v1.addHook('onRequest', checkRoute(routes));
  v1.addHook('onRequest', refuseRemoved(clock));
  v1.addHook('onRequest', checkRole);
  // Hooks from here on run after the body has arrived.
  v1.addHook('preValidation', recheckKeyAfterBody(dependencies.keys, dependencies.quotaOptions));
  v1.addHook('preValidation', checkQueryParameters);
  v1.addHook('preHandler', dependencies.expiry.hook);
  limitConcurrency(v1, { accountOf: (request) => accountOf(request).id });
  v1.addHook('onSend', dependencies.unread.track);
  v1.setNotFoundHandler((request, reply) => handleUnrouted(routes, request, reply));
  for (const schema of [...PET_SCHEMAS, ...ORDER_SCHEMAS, ...EVENT_SCHEMAS]) v1.addSchema(schema);
  const { database, expiry } = dependencies;
  const writes = new IdempotentWrites(database, clock);
  await v1.register(petRoutes({ database, clock, writes, pages: dependencies.pages }));
  await v1.register(petChangeRoutes({ database, clock }));
  await v1.register(categoryRoutes({ database }));
  await v1.register(orderRoutes({ database, clock, writes, expiry, holdHours: dependencies.orderHoldHours }));
  await v1.register(permissionRoutes({ database }));
  await v1.register(eventRoutes({ database, viewerOf }));
  await v1.register(usageRoutes({ database, clock, quotas: dependencies.quotaOptions.accounts }));
}

function createServer(
  dependencies: AppDependencies,
  ids: RequestIds,
  protocolErrors: ProtocolErrors,
): FastifyInstance {
  return fastify({
    loggerInstance: dependencies.log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: ids.next,
    requestIdHeader: false,
    exposeHeadRoutes: false,
    trustProxy: dependencies.trustProxy.length === 0 ? false : networkMatcher(dependencies.trustProxy),
    bodyLimit: BODY_LIMIT_BYTES,
    requestTimeout: REQUEST_TIMEOUT,
    return503OnClosing: false,
    http: {
      requireHostHeader: false,
      maxHeaderSize: HEADER_LIMIT_BYTES,
      headersTimeout: HEADERS_TIMEOUT,
      connectionsCheckingInterval: SECOND,
    },
    // A path parameter may be as long as the request line, so that its route responds, with its own 404.
    routerOptions: { maxParamLength: HEADER_LIMIT_BYTES },
    rewriteUrl: ({ url = '/' }) => routableUrl(url),
    clientErrorHandler: protocolErrors.respond,
    schemaController: {
      compilersFactory: { buildValidator: buildValidators(TEXT_FORMATS), buildSerializer: buildSerializers },
    },
    schemaErrorFormatter: (errors, part) => validationError(errors, part, TEXT_FORMATS),
  });
}

/** Returns the quota headers of an address, for a response that does not count. */
function addressHeaders({ addresses, clock }: AppDependencies, address: string | undefined): QuotaHeaders {
  const now = clock.now();
  return quotaHeaders(addresses.peek(address, now), now);
}

/** Returns which events the account of the request may read. */
function viewerOf(request: FastifyRequest): Viewer {
  const account = accountOf(request);
  return { accountId: account.id, seesAll: mayActOnAll(account) };
}
