// Waits for processes.
// Takes long.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { copyFileSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { BACK_TO_1_0_0 } from '@petstore/testing/back-to-1-0-0.ts';
import { until } from '@petstore/testing/until.ts';
import { type Machine, noMachine, startMachine } from './machine.ts';

/** Executes the commands of docs/deploy.md for Debian, in their order, on a fresh Debian with systemd. */

const REPOSITORY = fileURLToPath(new URL('../../..', import.meta.url));
const ARCHIVE = 'petstore-1.1.0-linux-x64.tar.gz';
const STORE = 'var/lib/petstore/petstore.db';
/** A PNG of one pixel. */
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12NoaGgAAAMEAYGa8M1PAAAAAElFTkSuQmCC';
const CERTIFICATE = '/var/lib/caddy/.local/share/caddy/pki/authorities/local/root.crt';

/** Returns the blocks of commands that are not marked as not executable. */
function blocks(): string[] {
  const text = readFileSync(join(REPOSITORY, 'docs/deploy.md'), 'utf8');
  return [...text.matchAll(/(<!-- not executed: .* -->\n)?```sh\n([\s\S]*?)```/g)]
    .filter(([, reason]) => reason === undefined)
    .map(([, , commands = '']) => commands.replaceAll('DOMAIN=petstore.example', 'DOMAIN=localhost'));
}

/** What the test does before the block that contains the text, and what it checks after it. */
interface Step {
  readonly before?: (machine: Machine, state: State) => void;
  readonly after?: (machine: Machine, state: State, printed: string) => Promise<void> | void;
}

interface State {
  key: string;
}

function request(machine: Machine, { key }: State, path: string, flags = ''): string {
  return machine.run(
    `curl -fsS --cacert ${CERTIFICATE} -H 'Authorization: Bearer ${key}' ${flags} 'https://localhost${path}'`,
  );
}

function assertNames(machine: Machine, state: State, names: readonly string[]): void {
  const pets: Array<{ name: string }> = JSON.parse(request(machine, state, '/v1/pets?sort=id'));
  assert.deepEqual(
    pets.map(({ name }) => name),
    names,
  );
}

function addPet(machine: Machine, state: State, name: string): void {
  request(machine, state, '/v1/pets', `--json '{"name": "${name}", "categoryId": 1}'`);
}

/** The service decodes it in a child process, with the library of the archive and the restrictions of the unit. */
function addPhoto(machine: Machine, state: State): void {
  machine.run(`printf %s ${PIXEL} | base64 -d > pixel.png`);
  const flags = "-H 'Content-Type: image/png' --data-binary @pixel.png";
  const [{ id }] = JSON.parse(request(machine, state, '/v1/pets'));
  const photo = JSON.parse(request(machine, state, `/v1/pets/${id}/photos`, flags));
  assert.equal(photo.width, 1);
}

/** Caddy is started, or has read its new configuration, before it has signed the certificate of a new domain. */
async function waitForCertificate(machine: Machine, host: string): Promise<void> {
  const curl = `curl -sS --cacert ${CERTIFICATE} -o /dev/null https://${host}/healthz`;
  await until(async () => machine.run(`${curl} && echo trusted || true`) === 'trusted\n');
}

/** Restarts the service while clients read and write. Returns the statuses of their responses. */
function restartUnderLoad(machine: Machine, { key }: State, certificate: string): Set<string> {
  const curl = `curl -sS --cacert ${certificate} -H 'Authorization: Bearer ${key}' -o /dev/null -w '%{http_code}\\n'`;
  const responses = machine.run(
    `rm -f ended responses.*
    client() { while [ ! -e ended ]; do ${curl} "$@" https://localhost/v1/pets/1 2>&1 || true; done > responses.$number; }
    wait_for_more() { wanted=$(($(cat responses.* | wc -l) + 40)); until [ $(cat responses.* | wc -l) -ge $wanted ]; do sleep 0.1; done; }
    for number in 1 2; do client & done
    for number in 3 4; do client -X PATCH -H 'Content-Type: application/json' -d '{"name": "Ada"}' & done
    touch responses.1
    wait_for_more
    systemctl restart petstore
    wait_for_more
    touch ended
    wait
    cat responses.*`,
  );
  return new Set(responses.trim().split('\n'));
}

/** systemd kills and restarts a process whose event loop sends no heartbeat, here within 5 s instead of a minute. */
async function blockTheEventLoop(machine: Machine): Promise<void> {
  const processId = () => machine.run('systemctl show petstore -p MainPID --value');
  const blocked = processId();
  machine.run(`kill -STOP ${blocked}`);
  await until(
    async () => processId() !== blocked && machine.run('systemctl is-active petstore || true') === 'active\n',
  );
  assert.match(machine.run('journalctl -u petstore'), /Watchdog timeout/);
}

const QUICK_WATCHDOG = '/run/systemd/system/petstore.service.d/watchdog.conf';

/** The report of a backup that cannot write its file. */
function failTheBackup(machine: Machine): void {
  const printed = machine.run(
    `printf '#!/bin/sh\\necho "$1" > /root/failed' > /etc/petstore/on-failure
    chmod 755 /etc/petstore/on-failure
    chmod 500 /var/backups/petstore
    if systemctl start petstore-backup; then exit 1; fi
    chmod 700 /var/backups/petstore
    until [ -e failed ]; do sleep 0.1; done
    cat failed
    journalctl --sync
    journalctl -p err -o cat -u 'petstore-failure@*'
    rm /etc/petstore/on-failure`,
  );
  const unit = 'petstore-backup.service';
  assert.equal(printed, `${unit}\n${unit} failed: journalctl -u ${unit}\n`);
}

const STEPS: Record<string, Step> = {
  'systemctl enable --now petstore.service': {
    after: (machine) => {
      machine.run(
        `cd /etc/systemd/system
        systemd-analyze verify petstore.* petstore-backup.* petstore@8081.service petstore@8081.socket petstore-failure@x.service
        systemctl stop petstore
        systemctl start petstore@8081
        curl -fsS http://127.0.0.1:8081/readyz http://127.0.0.1:18081/metrics
        systemctl stop petstore@8081
        # The sockets stop after their services.
        while systemctl is-active petstore.socket petstore@8081.socket; do sleep 0.1; done
        systemctl start petstore`,
      );
      assert.equal(machine.run('systemctl show petstore -p User'), 'User=petstore\n');
      assert.equal(machine.run(`stat -c '%U %a' /${STORE}`), 'petstore 600\n');
    },
  },
  'petstore doctor\n': {
    after: (_machine, _state, printed) => {
      assert.match(printed, /settingsFile: \/etc\/petstore\/petstore\.env/);
      assert.match(printed, /\nok +service: serving at /);
    },
  },
  'cat /var/lib/petstore/petstore.db.first-key': {
    after: (_machine, state, printed) => {
      state.key = printed.trim();
    },
  },
  'systemctl restart caddy': {
    after: async (machine, state) => {
      await waitForCertificate(machine, 'localhost');
      addPet(machine, state, 'Ada');
      addPhoto(machine, state);
      assertNames(machine, state, ['Ada']);
      machine.run(
        `install -d ${dirname(QUICK_WATCHDOG)}
        printf '[Service]\\nWatchdogSec=5\\nRestartSec=0\\n' > ${QUICK_WATCHDOG}
        systemctl daemon-reload`,
      );
      assert.deepEqual(restartUnderLoad(machine, state, CERTIFICATE), new Set(['200']));
      await blockTheEventLoop(machine);
      const [server] = JSON.parse(request(machine, state, '/openapi.json')).servers;
      assert.equal(server.url, 'https://localhost/v1');
    },
  },
  'deploy/nginx.conf': {
    before: (machine) => {
      const folder = '/etc/letsencrypt/live/localhost';
      machine.run(
        `systemctl stop caddy
        install -d ${folder}
        openssl req -x509 -newkey ed25519 -nodes -subj /CN=localhost -addext subjectAltName=DNS:localhost \\
          -keyout ${folder}/privkey.pem -out ${folder}/fullchain.pem`,
      );
    },
    after: (machine, state) => {
      const certificate = '/etc/letsencrypt/live/localhost/fullchain.pem';
      const curl = (url: string) =>
        machine.run(`curl -sS --cacert ${certificate} -o /dev/null -w '%{http_code}' ${url}`);
      assert.equal(curl(`-H 'Authorization: Bearer ${state.key}' https://localhost/v1/pets`), '200');
      assert.equal(curl('http://localhost/'), '308');
      machine.run(`rm ${QUICK_WATCHDOG}\nsystemctl daemon-reload`);
      assert.deepEqual(restartUnderLoad(machine, state, certificate), new Set(['200']));
      machine.run('systemctl stop nginx\nsystemctl start caddy');
    },
  },
  'systemctl start petstore-backup.service': {
    after: async (machine, state, printed) => {
      assert.match(printed, /-rw------- .* petstore petstore .* petstore-\d{4}-.*Z\.db\n/);
      failTheBackup(machine);
      await machine.reboot();
      const active = machine.run('systemctl is-active petstore caddy petstore-backup.timer');
      assert.equal(active, 'active\n'.repeat(3));
      assertNames(machine, state, ['Ada']);
      addPet(machine, state, 'after the backup');
    },
  },
  'petstore restore "$LATEST" --force --yes': {
    after: (machine, state) => assertNames(machine, state, ['Ada']),
  },
  'tar -xzf petstore-1.1.1': {
    before: (machine) => {
      machine.run(
        `tar -C /opt --transform 's/^petstore-1.1.0/petstore-1.1.1/' -I 'gzip -1' -cf petstore-1.1.1-linux-x64.tar.gz petstore-1.1.0
        systemctl stop petstore`,
      );
      using store = new DatabaseSync(join(machine.root, STORE));
      store.exec(BACK_TO_1_0_0);
    },
    after: (_machine, _state, printed) =>
      assert.match(
        printed,
        /\nwarning +upgrade: the store is of version 1\.0\.0: the next "petstore serve" .* migrates it \(0004-recovery, /,
      ),
  },
  'before-1.1.1.db\nln': {
    after: (machine, state) => {
      assert.equal(machine.run('readlink -f /opt/petstore'), '/opt/petstore-1.1.1\n');
      assertNames(machine, state, ['Ada']);
      addPet(machine, state, 'after the upgrade');
    },
  },
  'since-the-upgrade.ndjson': {
    after: (machine, state) => {
      assertNames(machine, state, ['Ada', 'after the upgrade']);
    },
  },
  'systemctl enable --now petstore-staging.service': {
    after: (machine) => {
      machine.run('systemd-analyze verify /etc/systemd/system/petstore-staging*');
      assert.equal(machine.run('systemctl show petstore-staging -p User'), 'User=petstore-staging\n');
      machine.run('systemctl start petstore-staging-backup.service');
      assert.match(machine.run('ls -l /var/backups/petstore-staging'), / petstore-staging .*Z\.db\n/);
    },
  },
  'cat /var/lib/petstore-staging/petstore.db.first-key': {
    after: async (machine, { key }, printed) => {
      await waitForCertificate(machine, 'staging.localhost');
      assert.match(printed, /environment: staging/);
      const stagingKey = printed.trim().split('\n').at(-1) ?? '';
      assert.match(stagingKey, /^petstore_test_/);
      const status = (host: string, sent: string) =>
        machine.run(
          `curl -sS --cacert ${CERTIFICATE} -H 'Authorization: Bearer ${sent}' -o /dev/null -w '%{http_code}' https://${host}/v1/pets`,
        );
      assert.deepEqual(
        [status('staging.localhost', stagingKey), status('localhost', stagingKey)],
        ['200', '401'],
      );
      assert.deepEqual([status('staging.localhost', key), status('localhost', key)], ['401', '200']);
      assert.equal(machine.run('systemctl is-active petstore petstore-staging caddy'), 'active\n'.repeat(3));
    },
  },
};

test('docs/deploy.md leads from a fresh Debian to TLS, backups, a restore and an upgrade from 1.0.0', {
  skip: noMachine,
}, async (t: TestContext) => {
  const started = Date.now();
  execFileSync('npm', ['run', 'package', '--', '--with-node'], { cwd: REPOSITORY, stdio: 'ignore' });
  const machine = await startMachine(t);
  copyFileSync(join(REPOSITORY, 'dist', ARCHIVE), join(machine.root, 'root', ARCHIVE));
  const state: State = { key: '' };
  const pending = new Map(Object.entries(STEPS));
  for (const block of blocks()) {
    const [text, step] = [...pending].find(([known]) => block.includes(known)) ?? [];
    step?.before?.(machine, state);
    const printed = machine.run(block);
    await step?.after?.(machine, state, printed);
    if (text !== undefined) pending.delete(text);
  }
  assert.deepEqual([...pending.keys()], [], 'every step was found in the document');
  t.diagnostic(`${Math.round((Date.now() - started) / 1000)} s`);
});
