// Waits for processes.
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { type TestContext, test } from 'node:test';
import { runCommand } from '@petstore/testing/commands.ts';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { freePort } from '@petstore/testing/http/free-port.ts';
import { send } from '@petstore/testing/http/send.ts';
import { serveProcess } from '@petstore/testing/processes/petstore-process.ts';
import { sqliteIn } from '@petstore/testing/stores.ts';

/** docs/operating.md#opentelemetry: without a collector nothing changes, and without the variables nothing is loaded. */

/** Makes a process print the address of each module that it loads of OpenTelemetry, and of those that start threads. */
const REPORT_MODULES = `--import=data:text/javascript,${encodeURIComponent(`
  import { registerHooks } from 'node:module';
  registerHooks({ load(url, context, next) {
    if (/opentelemetry|serving-threads/.test(url)) process.stderr.write('loaded ' + url + '\\n');
    return next(url, context);
  } });
`)}`;
/** Serves some requests and stops. Returns the log. */
async function serveShortly(t: TestContext, env: Record<string, string>): Promise<string> {
  const store = sqliteIn(await temporaryFolder(t));
  const { url, stop } = await serveProcess(t, { DATABASE_URL: store, ...env });
  const responses = await Promise.all(Array.from({ length: 20 }, () => send(`${url}/healthz`, {})));
  for (const { status } of responses) assert.equal(status, 200);
  const { status, err } = await stop();
  assert.equal(status, 0);
  return err;
}

/** Starts a server that accepts connections and never responds. */
async function startSilentServer(t: TestContext): Promise<string> {
  const sockets = new Set<{ destroy(): void }>();
  const server = createServer((socket) => sockets.add(socket.on('error', () => {}))).listen(0, '127.0.0.1');
  t.after(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo; // a TCP server has no other kind
  return `http://127.0.0.1:${port}`;
}

for (const [what, address] of [
  ['is not there', async () => `http://127.0.0.1:${await freePort()}`],
  ['does not respond', startSilentServer],
] as const) {
  test(`a collector that ${what} causes one warning, and the process serves and stops in time`, async (t) => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: await address(t), OTEL_BSP_SCHEDULE_DELAY: '10' };
    const err = await serveShortly(t, env);
    const lines = err.split('\n').filter((line) => line.includes('OpenTelemetry'));
    assert.equal(lines.length, 1, err);
    assert.match(lines[0] ?? '', /"level":40.*"why":/);
    // A process that does not stop in time is ended, with an error in its log.
    assert.doesNotMatch(err, /"level":50/);
  });
}

test('no module of OpenTelemetry or of further threads is loaded without their variables, or with OTEL_SDK_DISABLED', async (t) => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: `http://127.0.0.1:${await freePort()}` };
  const modules = async (env: Record<string, string>) => {
    const err = await serveShortly(t, { ...env, NODE_OPTIONS: REPORT_MODULES });
    return err.split('\n').filter((line) => line.startsWith('loaded ')).length;
  };
  assert.equal(await modules({ OTEL_SERVICE_NAME: 'zoo' }), 0);
  assert.equal(await modules({ ...endpoint, OTEL_SDK_DISABLED: 'true' }), 0);
  assert.ok((await modules(endpoint)) > 0);
  assert.equal(await modules({ WORKERS: '2' }), 1);
});

test('an unsupported protocol is a warning at the start, and doctor names the signals without the secrets', async (t) => {
  const folder = await temporaryFolder(t);
  const headers = { OTEL_EXPORTER_OTLP_HEADERS: 'authorization=hush' };
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318', ...headers };
  const err = await serveShortly(t, { ...endpoint, OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' });
  assert.match(err, /OTEL_EXPORTER_OTLP_PROTOCOL must be .*; got \\"grpc\\": OpenTelemetry sends no traces/);
  for (const args of [['doctor'], ['doctor', '--json']]) {
    const { out } = await runCommand(sqliteIn(folder), args, endpoint);
    assert.match(out, /telemetry: traces,metrics|"telemetry": \[\s*"traces",\s*"metrics"\s*\]/);
    assert.doesNotMatch(out, /hush/);
  }
});
