// Waits for processes.
// Takes long.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { until } from '@petstore/testing/until.ts';
import { buildImage, type Container, type Image, noImage, runContainer } from './image.ts';

/**
 * docs/deploy.md#containers: builds the image of the Dockerfile and runs it. What it does not cover: the base images of a registry,
 * arm64, and Docker itself; buildah builds it, and runc, on which Docker is built, runs it.
 */

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url));
const MAX_MEGABYTES = 250;

/** Starts a container, and waits until its health check succeeds. */
async function startHealthy(t: TestContext, image: Image, data: string): Promise<Container> {
  const container = await runContainer(t, image, data);
  await container.process.printed(/listens on http:/);
  const [kind, ...command] = image.config.Healthcheck.Test;
  assert.equal(kind, 'CMD');
  await until(async () => container.exec(...command).status === 0);
  return container;
}

/** Requests a path of the service, from inside of its container. Returns the status. */
function statusOf(container: Container, path: string, key: string): string {
  const script = `fetch('http://127.0.0.1:8080${path}', { headers: { authorization: 'Bearer ${key}' } })
    .then(({ status }) => console.log(status))`;
  return container.exec('/petstore/bin/node', '-e', script).out.trim();
}

test('the image is small, and serves without privileges on a read-only root, until SIGTERM ends it with status 0', {
  skip: noImage,
}, async (t) => {
  const started = Date.now();
  const image = buildImage(t, REPOSITORY);
  t.diagnostic(`${image.megabytes} MB, built in ${Math.round((Date.now() - started) / 1000)} s`);
  assert.ok(image.megabytes <= MAX_MEGABYTES, `${image.megabytes} MB`);

  const data = await temporaryFolder(t);
  const first = await startHealthy(t, image, data);
  const key = readFileSync(join(data, 'petstore.db.first-key'), 'utf8').trim();
  assert.equal(statusOf(first, '/v1/pets', key), '200');
  assert.equal(statusOf(first, '/', key), '200');
  assert.match(first.exec('petstore', 'doctor').out, /\nok +service: serving at /);
  const { out } = first.exec('cat', '/proc/1/status');
  for (const line of [/^Uid:\t1000\t/m, /^CapEff:\t0+$/m, /^NoNewPrivs:\t1$/m]) assert.match(out, line);
  assert.match(first.exec('touch', '/petstore/x').out, /Read-only file system/);
  first.terminate();
  const ended = await first.process.ended;
  assert.equal(ended.status, 0);
  assert.match(ended.err, /"signal":"SIGTERM"/);

  const second = await startHealthy(t, image, data);
  assert.equal(statusOf(second, '/v1/pets', key), '200', 'the volume has the store');
  second.terminate();
  assert.equal((await second.process.ended).status, 0);
});
