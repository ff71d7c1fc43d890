import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { at } from '@petstore/testing/http/expect-response.ts';
import { noNginx } from '@petstore/testing/servers/nginx-server.ts';
import { parse, parseAllDocuments } from 'yaml';

/** The promises of deploy/ that a machine can check without a cluster or a container engine. */

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url));
const MANIFESTS = join(REPOSITORY, 'deploy/kubernetes');
const TYPES = dirname(fileURLToPath(import.meta.resolve('kubernetes-types/package.json')));
const COMPILER = join(REPOSITORY, 'node_modules/.bin/tsc');
const read = (file: string) => readFileSync(join(REPOSITORY, file), 'utf8');

for (const file of readdirSync(MANIFESTS)) {
  const objects: unknown[] = parseAllDocuments(read(`deploy/kubernetes/${file}`)).map((document) => {
    assert.deepEqual(document.errors, []);
    return document.toJS();
  });
  const workload = objects.find((object) =>
    ['StatefulSet', 'Deployment'].includes(String(at(object, 'kind'))),
  );
  const pod = at(workload, 'spec', 'template', 'spec');
  const [container] = at(pod, 'containers') as unknown[]; // a member is missing if it is none

  test(`${file}: the Pod starts beside a Service of its name, runs without privileges and has every probe`, () => {
    assert.partialDeepStrictEqual(pod, {
      enableServiceLinks: false,
      automountServiceAccountToken: false,
      securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } },
    });
    assert.partialDeepStrictEqual(container, {
      securityContext: {
        allowPrivilegeEscalation: false,
        readOnlyRootFilesystem: true,
        capabilities: { drop: ['ALL'] },
      },
      readinessProbe: { httpGet: { path: '/readyz' } },
      livenessProbe: { httpGet: { path: '/healthz' } },
      startupProbe: { httpGet: { path: '/readyz' } },
    });
  });

  test(`${file}: no two versions and no two processes of one file serve together`, () => {
    const isOneFile = at(workload, 'kind') === 'StatefulSet';
    const expected = isOneFile ? { replicas: 1 } : { strategy: { type: 'Recreate' } };
    assert.partialDeepStrictEqual(at(workload, 'spec'), expected);
  });

  test(`${file}: labels, ports, volumes and the ingress belong together`, () => {
    const service = objects.find((object) => at(object, 'kind') === 'Service');
    const labels = at(workload, 'spec', 'template', 'metadata', 'labels');
    assert.deepEqual(at(service, 'spec', 'selector'), labels);
    assert.deepEqual(at(workload, 'spec', 'selector', 'matchLabels'), labels);
    const namesIn = (list: unknown) => (list as unknown[]).map((item) => at(item, 'name')).sort(); // YAML lists
    const claims = at(workload, 'spec', 'volumeClaimTemplates') as unknown[] | undefined; // absent in a Deployment
    const volumes = [
      ...namesIn(at(pod, 'volumes')),
      ...(claims ?? []).map((claim) => at(claim, 'metadata', 'name')),
    ];
    assert.deepEqual(namesIn(at(container, 'volumeMounts')), volumes.sort());
  });
}

test('every service of compose.yaml is restricted, and none is reachable from another machine', () => {
  const text = read('compose.yaml');
  const services: Record<string, unknown> = parse(text, { merge: true }).services;
  const restricted = { read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges:true'] };
  assert.equal(Object.keys(services).length, 3);
  for (const service of Object.values(services)) {
    assert.partialDeepStrictEqual(service, restricted);
    assert.notEqual(at(service, 'mem_limit'), undefined);
  }
  const published = Object.values(services).flatMap((service) => at(service, 'ports') ?? []);
  assert.deepEqual(published, ['127.0.0.1:8080:8080']);
  assert.match(text, /requirepass \$\$VALKEY_PASSWORD/);
  assert.doesNotMatch(text, /--requirepass/, 'an argument is visible to other users');
});

test('the compose files publish only the proxy, and trust only its network', () => {
  for (const [file, network] of [
    ['deploy/compose/compose.yaml', 'front'],
    ['deploy/compose/tls.yaml', 'default'],
  ] as const) {
    const { services, networks } = parse(read(file), { merge: true });
    assert.equal(services.petstore.ports, undefined);
    assert.deepEqual(services.caddy.ports, ['80:80', '443:443']);
    assert.equal(services.petstore.environment.TRUST_PROXY, networks[network].ipam.config[0].subnet);
    assert.partialDeepStrictEqual(services.caddy, { read_only: true, cap_drop: ['ALL'] });
  }
});

test('the compose file of the monitoring restricts every service, and its pages are reachable from this machine only', () => {
  const { services, configs } = parse(read('deploy/compose/monitoring.yaml'), { merge: true });
  const { petstore, ...others } = services;
  assert.deepEqual(petstore, { environment: { METRICS_HOST: '0.0.0.0', METRICS_PORT: 9464 } });
  for (const service of Object.values(others)) {
    assert.partialDeepStrictEqual(service, { read_only: true, cap_drop: ['ALL'], networks: ['front'] });
    for (const port of (at(service, 'ports') as string[] | undefined) ?? [])
      assert.match(port, /^127\.0\.0\.1:/); // YAML
  }
  const names = { petstore: 9464, 'node-exporter': 9100, 'blackbox-exporter': 9115, alertmanager: 9093 };
  let prometheus = String(configs.prometheus.content).replace(/\$\{DOMAIN\S*? [^}]*\}/, 'petstore.example');
  for (const [name, port] of Object.entries(names)) {
    assert.ok(name in services, name);
    prometheus = prometheus.replace(`${name}:${port}`, `127.0.0.1:${port}`);
  }
  assert.deepEqual(parse(prometheus), parse(read('deploy/monitoring/prometheus.yml')));
  const { global, ...alertmanager } = parse(configs.alertmanager.content);
  const shipped = parse(read('deploy/monitoring/alertmanager.yml'));
  assert.deepEqual(Object.keys(global), Object.keys(shipped.global));
  alertmanager.receivers[0].email_configs[0].to = shipped.receivers[0].email_configs[0].to;
  assert.deepEqual({ ...alertmanager, global: shipped.global }, shipped);
});

test('the dashboard and the alerts use only documented metrics, those of Node and of the machine', () => {
  const known = new Set([...read('docs/operating.md').matchAll(/`(petstore_\w+)`/g)].map(([, name]) => name));
  const used = `${read('deploy/monitoring/alerts.yml')}${read('deploy/monitoring/dashboard.json')}`;
  const unknown = [...used.matchAll(/\bpetstore_\w+/g)]
    .map(([name]) => name.replace(/_(count|sum|bucket)$/, ''))
    .filter((name) => !known.has(name));
  assert.deepEqual(unknown, []);
});

test('the units run the service with its own user, without privileges, and notify systemd', () => {
  const service = read('deploy/systemd/petstore.service');
  const lines = [
    'Type=notify',
    'NotifyAccess=all',
    'KillMode=mixed',
    'OOMPolicy=continue',
    'StateDirectory=petstore',
    'WatchdogSec=60',
  ];
  for (const line of lines) assert.ok(service.includes(`\n${line}\n`), line);
  const hardening = (unit: string) =>
    unit.slice(unit.indexOf('NoNewPrivileges'), unit.indexOf('\n\n[Install]') + 1 || undefined).trim();
  for (const name of ['petstore-backup', 'petstore-litestream']) {
    assert.equal(hardening(service), hardening(read(`deploy/systemd/${name}.service`)));
  }
});

test('the template of several processes has the units of one process, with another port', () => {
  const asTemplate = (file: string) =>
    read(`deploy/systemd/${file}`)
      .replaceAll(/petstore\.(socket|service)/g, 'petstore@%i.$1')
      .replaceAll(':8080', ':%i')
      .replace(/ serve$/m, ' serve --port %i --metrics-port 1%i');
  const settings = (unit: string) => unit.split('\n').filter((line) => !/^(#|Description=|$)/.test(line));
  for (const kind of ['service', 'socket']) {
    assert.deepEqual(
      settings(read(`deploy/systemd/petstore@.${kind}`)),
      settings(asTemplate(`petstore.${kind}`)),
    );
  }
});

test('every block in docs/deploy.md is one of commands, and executed on the Debian of the release test or marked with the reason', () => {
  const text = read('docs/deploy.md');
  const debian = text.slice(0, text.indexOf('\n## Containers'));
  const blocks = [...text.matchAll(/(<!-- not executed: .+ -->\n)?```(.*)\n([\s\S]*?)```/g)];
  assert.equal(blocks.length * 2, text.split('```').length - 1);
  const neither = blocks.filter(
    ([block, reason, language]) => language !== 'sh' || (reason === undefined && !debian.includes(block)),
  );
  assert.deepEqual(neither, []);
});

test('nginx accepts deploy/nginx.conf with the certificate of a domain', { skip: noNginx }, async (t) => {
  const folder = await temporaryFolder(t);
  const certificate = [
    '-keyout',
    `${folder}/key.pem`,
    '-out',
    `${folder}/certificate.pem`,
    '-subj',
    '/CN=localhost',
  ];
  const made = spawnSync('openssl', ['req', '-x509', '-newkey', 'ed25519', '-nodes', ...certificate]);
  assert.equal(made.status, 0, String(made.stderr));
  const site = read('deploy/nginx.conf')
    .replace(/\S+fullchain\.pem/, `${folder}/certificate.pem`)
    .replace(/\S+privkey\.pem/, `${folder}/key.pem`);
  await writeFile(
    `${folder}/nginx.conf`,
    `pid ${folder}/nginx.pid; error_log stderr; events {} http { access_log off; ${site} }`,
  );
  const { status, stderr } = spawnSync('nginx', ['-t', '-q', '-p', folder, '-c', `${folder}/nginx.conf`], {
    encoding: 'utf8',
  });
  assert.deepEqual([status, stderr], [0, '']);
});

/** Manifests are compared as types of TypeScript. A cluster checks more, such as the syntax of quantities. */
test('the manifests have the schemas of Kubernetes, and a misspelt member is found', async (t) => {
  const folder = await temporaryFolder(t);
  const files = readdirSync(MANIFESTS);
  for (const file of files) {
    const text = readFileSync(join(MANIFESTS, file), 'utf8');
    const misspelt = text.replace('readOnlyRootFilesystem', 'readOnlyRootFileSystem');
    for (const [name, manifests] of Object.entries({ [file]: text, [`misspelt-${file}`]: misspelt })) {
      const objects = parseAllDocuments(manifests).map((document) => document.toJS());
      await writeFile(join(folder, `${name}.ts`), objects.map(toTypeScript).join('\n'));
    }
  }
  const flags = ['--noEmit', '--strict', '--skipLibCheck', '--types', ''];
  const sources = readdirSync(folder);
  const { stdout } = spawnSync(COMPILER, [...flags, ...sources], { cwd: folder, encoding: 'utf8' });
  const faults = stdout.match(/^\S+\.ts\(.*$/gm)?.map((line) => line.replace(/\(.*/, ''));
  assert.deepEqual(
    faults,
    files.map((file) => `misspelt-${file}.ts`),
    stdout,
  );
  assert.match(stdout, /'"readOnlyRootFileSystem"' does not exist/);
});

function toTypeScript(manifest: unknown, index: number): string {
  const [group = '', version] = String(at(manifest, 'apiVersion')).split('/');
  const module = version === undefined ? `core/${group}` : `${group.split('.')[0]}/${version}`;
  const type = `import('${TYPES}/${module}').${at(manifest, 'kind')}`;
  return `export const manifest${index}: ${type} = ${JSON.stringify(manifest)};`;
}
