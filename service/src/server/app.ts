import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import type { ApiKeyCache } from '../accounts/api-key-cache.ts';
import type { KeyUses } from '../accounts/key-uses.ts';
import { firstLinkRoute } from '../administration/first-link-route.ts';
import { BodyDeadlines } from '../http/connections/body-deadlines.ts';
import { limitConnections } from '../http/connections/connections.ts';
import { observeClosing } from '../http/connections/observe-closing.ts';
import { ProtocolErrors } from '../http/connections/protocol-errors.ts';
import { UnreadBodies } from '../http/connections/unread-bodies.ts';
import { UnreadResponses } from '../http/connections/unread-responses.ts';
import { corsHeaders } from '../http/cors.ts';
import { exchangeOf, type Tracing } from '../http/exchange.ts';
import type { GracefulShutdown } from '../http/graceful-shutdown.ts';
import { addHeadRoutes } from '../http/head-routes.ts';
import { Health, type Readiness } from '../http/health.ts';
import type { Metrics } from '../http/metrics.ts';
import { describeApi } from '../http/openapi/openapi.ts';
import { EXPOSED_HEADERS } from '../http/openapi/openapi-headers.ts';
import { serveReference } from '../http/openapi/reference-page.ts';
import { RequestQueue } from '../http/overload/request-queue.ts';
import { RequestIds } from '../http/requests/request-ids.ts';
import { flatHeaders } from '../http/responses/answer.ts';
import { compressResponses } from '../http/responses/compress-responses.ts';
import { CONSTANT_FIELDS, CONSTANT_HEADERS, NOT_INDEXED } from '../http/responses/constant-headers.ts';
import { ErrorAnswers, handleErrors } from '../http/responses/error-handler.ts';
import { Responder } from '../http/responses/responder.ts';
import { ResponseCache } from '../http/responses/response-cache.ts';
import { RouteTable } from '../http/route-table.ts';
import { serveIcon } from '../http/static/icon.ts';
import { serveConsole } from '../http/static/static-files.ts';
import { photoFileRoutes } from '../photos/photo-file-routes.ts';
import { PhotoFiles } from '../photos/photo-files.ts';
import { knownQuota } from '../quota/known-quota.ts';
import { quotaHeaders } from '../quota/quota-headers.ts';
import { createChecks } from './checks.ts';
import { FailedRequests } from './failed-requests.ts';
import { createFramework, type Framework, TEXT_FORMATS } from './framework.ts';
import { addOperations, type OperationDependencies } from './operations.ts';
import { createShedObserver } from './overload-log.ts';
import { Pipeline } from './pipeline.ts';
import { createPublicPages } from './public-site.ts';
import { ResponseObserver } from './response-observer.ts';
import { createClassifier } from './traffic-class.ts';

export interface AppDependencies extends OperationDependencies {
  log: FastifyBaseLogger;
  accessLog: boolean;
  keys: ApiKeyCache;
  keyUses: KeyUses;
  metrics: Metrics | undefined;
  tracing: Tracing | undefined;
  shutdown: GracefulShutdown;
  readiness: () => Promise<Readiness>;
  trustProxy: readonly string[];
  maxConnections: number;
  maxConnectionsPerAddress: number;
  stagingUrl: string | undefined;
}

const NOT_INDEXED_FIELDS = [...flatHeaders(NOT_INDEXED), ...CONSTANT_FIELDS];
const VERSION_1_FIELDS = [...flatHeaders(corsHeaders(EXPOSED_HEADERS)), ...CONSTANT_FIELDS];

export type App = Pick<Framework, 'app' | 'listen'>;

/** Builds the HTTP application: the queue, then the pipeline, then the framework. */
export async function buildApp(dependencies: AppDependencies): Promise<App> {
  const components = createComponents(dependencies);
  const { app, listen, setListener, pipeline, protocolErrors } = components;
  await addRoutes(components, dependencies);
  setListener(
    new RequestQueue({
      next: pipeline.handle,
      handleIfCached: pipeline.handleIfCached,
      shed: pipeline.shed,
      classify: createClassifier(dependencies),
      onPipelined: protocolErrors.trackPipelined,
      onWait: (response) => dependencies.shutdown.trackResponse(response),
    }).handle,
  );
  return { app, listen };
}

type Components = ReturnType<typeof createComponents>;

function createComponents(dependencies: AppDependencies) {
  const { clock, log, metrics, shutdown, database } = dependencies;
  const ids = new RequestIds();
  const errors = new ErrorAnswers(log);
  const failed = new FailedRequests(log);
  const observer = new ResponseObserver({ ...dependencies, failed });
  const { observe } = observer;
  const onClosed = observeClosing(log, metrics);
  const unread = new UnreadResponses({ onClosed: () => onClosed('unread_memory') });
  const responder = new Responder({ shutdown, unread, bodies: new UnreadBodies(), observe });
  const protocolErrors = createProtocolErrors(dependencies, ids, observer);
  const bodies = new BodyDeadlines(clock, protocolErrors.respond);
  const stopDeadlines = bodies.start();
  const { app, framework, listen, setListener } = createFramework({
    log,
    onServer: protocolErrors.attach,
    onClientError: protocolErrors.respond,
  });
  const stopChecks = limitConnections(app.server, { ...dependencies, onClosed });
  app.addHook('onClose', async () => {
    stopChecks();
    stopDeadlines();
    failed.close();
  });
  const routes = new RouteTable(app, { clock, formats: TEXT_FORMATS, headers: VERSION_1_FIELDS });
  const health = new Health({
    probe: dependencies.readiness,
    isClosing: () => shutdown.isShuttingDown,
    installation: database.installation,
  });
  const publicPages = createPublicPages(dependencies);
  const checks = createChecks({
    ...dependencies,
    routes,
    photoFiles: new PhotoFiles({ database, addressOf: dependencies.counting.addressOf }),
    publicPages,
  });
  const pipeline = new Pipeline({
    ...dependencies,
    ids,
    errors,
    responder,
    protocolErrors,
    bodies,
    routes,
    health,
    checks,
    publicPages,
    framework,
    headers: { all: CONSTANT_FIELDS, notIndexed: NOT_INDEXED_FIELDS, version1: VERSION_1_FIELDS },
    responses: database.version && new ResponseCache(database.version),
    knownQuota: (exchange) => knownQuota({ ...dependencies.counting, keys: dependencies.keys }, exchange),
    onShed: createShedObserver(log, metrics),
  });
  return { app, listen, setListener, pipeline, protocolErrors, health, errors, observe, publicPages };
}

async function addRoutes(components: Components, dependencies: AppDependencies): Promise<void> {
  const { app, health, errors, publicPages } = components;
  addHeadRoutes(app);
  handleErrors(app, errors);
  await describeApi(app, { productionUrl: dependencies.publicUrl, stagingUrl: dependencies.stagingUrl });
  await app.register(async (v1) => addOperations(v1, dependencies), { prefix: '/v1' });
  health.addRoutes(app);
  photoFileRoutes(app);
  publicPages?.addRoutes(app);
  await app.register(async (pages) => addPages(pages, components, dependencies));
}

/** Adds what is outside of `/v1`: the reference, the console, its first link, and the icon. */
function addPages(
  pages: FastifyInstance,
  { observe, publicPages }: Components,
  dependencies: AppDependencies,
): void {
  const { publicUrl, stagingUrl, counting } = dependencies;
  pages.addHook('onRequest', (request, reply, done) => {
    reply.headers({ 'X-Request-Id': request.id, ...CONSTANT_HEADERS, ...NOT_INDEXED });
    done();
  });
  pages.addHook('onSend', compressResponses);
  pages.addHook('onResponse', (request, reply, done) => {
    const exchange = exchangeOf(request);
    if (!exchange.isAnswered) observe(exchange, reply.statusCode);
    done();
  });
  serveReference(
    pages,
    [publicUrl, stagingUrl].filter((url) => url !== undefined),
  );
  serveConsole(pages);
  firstLinkRoute(pages, { ...dependencies, ...counting });
  serveIcon(pages);
  publicPages?.addFiles(pages);
}

function createProtocolErrors(
  { counting, clock }: AppDependencies,
  ids: RequestIds,
  { observe, observeUnparsed }: ResponseObserver,
): ProtocolErrors {
  return new ProtocolErrors({
    headersFor: (address) => {
      const now = clock.now();
      const quota = quotaHeaders(counting.addresses.peek(address, now), now);
      return { ...quota, ...CONSTANT_HEADERS, 'Access-Control-Allow-Origin': '*' };
    },
    requestId: ids.next,
    observe,
    observeUnparsed,
  });
}
