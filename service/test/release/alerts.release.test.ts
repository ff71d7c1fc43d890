import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { skipReason } from '@petstore/testing/skip-reason.ts';
import { parse } from 'yaml';

/** Every alert of deploy/monitoring fires for its incident, and is quiet for what looks like it. */

const FOLDER = fileURLToPath(new URL('../../../deploy/monitoring/', import.meta.url));
const RULES = join(FOLDER, 'alerts.yml');
const noPromtool = missing('promtool', 'Alerts by promtool', 'prometheus');
const noAmtool = missing('amtool', 'The configuration of Alertmanager', 'prometheus-alertmanager');

function missing(program: string, what: string, debianPackage: string): string | false {
  if (spawnSync(program, ['--version']).status === 0) return false;
  return skipReason(what, `${program} (Debian: ${debianPackage}) is not on the PATH`);
}

/** Series by their names and labels, with their values in the notation of promtool; undefined for none. */
type Series = Readonly<Record<string, string | undefined>>;

const GB = 1_000_000_000;
const DAY_SECONDS = 86_400;
const always = (value: number) => `${value}+0x500`;
const growing = (each: number) => `0+${each}x500`;

const UP = 'up{job="petstore"}';
const READY = 'petstore_ready{job="petstore"}';
const PROBE = 'probe_success{job="petstore-https"}';
const EXPIRY = 'probe_ssl_earliest_cert_expiry{job="petstore-https"}';
const ERRORS = 'petstore_request_duration_seconds_count{status="503"}';
const FAST = 'petstore_request_duration_seconds_bucket{le="1"}';
const FREE = 'node_filesystem_avail_bytes{mountpoint="/var"}';
const BACKUP = 'petstore_last_backup_timestamp_seconds';

/** What Prometheus reads where nothing is wrong. */
const HEALTHY: Series = {
  [UP]: always(1),
  [READY]: always(1),
  [PROBE]: always(1),
  [EXPIRY]: always(60 * DAY_SECONDS),
  'petstore_request_duration_seconds_count{status="200"}': growing(600),
  [ERRORS]: growing(0),
  [FAST]: growing(600),
  'petstore_request_duration_seconds_bucket{le="10"}': growing(600),
  'petstore_request_duration_seconds_bucket{le="+Inf"}': growing(600),
  petstore_shed_total: growing(0),
  petstore_bans_total: growing(0),
  petstore_valkey_up: always(1),
  petstore_store_writable: always(1),
  petstore_wal_bytes: always(60_000_000),
  petstore_store_bytes: always(2 * GB),
  petstore_failed_emails: always(0),
  petstore_oldest_email_seconds: always(0),
  petstore_publishing_failed_sites: always(0),
  petstore_failing_partners: always(0),
  [FREE]: always(50 * GB),
  'node_filesystem_size_bytes{mountpoint="/var"}': always(100 * GB),
  [BACKUP]: always(60),
};

interface Incident {
  /** The interval of the values; a minute by default. */
  readonly interval?: string;
  /** Until when the alert is quiet, and when it fires. */
  readonly pending: string;
  readonly at: string;
  readonly fires: readonly Series[];
  readonly quiet: readonly Series[];
}

const INCIDENTS: Readonly<Record<string, Incident>> = {
  PetstoreDown: {
    pending: '1m',
    at: '3m',
    fires: [{ [UP]: always(0) }, { [UP]: undefined }],
    quiet: [{ [UP]: '0 0 1+0x500' }],
  },
  PetstoreNotReady: {
    pending: '0m',
    at: '2m',
    fires: [{ [READY]: always(0) }],
    quiet: [{ [READY]: '0 1+0x500' }],
  },
  PetstoreUnreachable: {
    pending: '1m',
    at: '3m',
    fires: [{ [PROBE]: always(0), [EXPIRY]: undefined }],
    quiet: [{ [PROBE]: '0 0 1+0x500' }],
  },
  PetstoreCertificate: {
    pending: '30m',
    at: '2h',
    fires: [{ [EXPIRY]: always(13 * DAY_SECONDS) }],
    quiet: [{ [EXPIRY]: always(15 * DAY_SECONDS) }],
  },
  PetstoreErrors: {
    pending: '4m',
    at: '15m',
    fires: [{ [ERRORS]: growing(10) }],
    quiet: [{ [ERRORS]: growing(5) }],
  },
  PetstoreSlow: {
    pending: '9m',
    at: '20m',
    fires: [{ [FAST]: growing(580) }],
    quiet: [{ [FAST]: growing(598) }],
  },
  PetstoreOverloaded: {
    pending: '4m',
    at: '15m',
    fires: [{ petstore_shed_total: growing(90) }],
    quiet: [{ petstore_shed_total: growing(50) }],
  },
  PetstoreBans: {
    pending: '0m',
    at: '1h',
    fires: [{ petstore_bans_total: growing(0.3) }],
    quiet: [{ petstore_bans_total: growing(0.1) }],
  },
  PetstoreValkeyAway: {
    pending: '0m',
    at: '2m',
    fires: [{ petstore_valkey_up: always(0) }],
    quiet: [{ petstore_valkey_up: undefined }],
  },
  PetstoreNotWritable: {
    pending: '0m',
    at: '2m',
    fires: [{ petstore_store_writable: always(0) }],
    quiet: [{ petstore_store_writable: '0 1+0x500' }, { petstore_store_writable: undefined }],
  },
  PetstoreWalLarge: {
    pending: '9m',
    at: '11m',
    fires: [{ petstore_wal_bytes: always(300 * 1024 * 1024) }],
    quiet: [{ petstore_wal_bytes: undefined }],
  },
  PetstoreDiskAlmostFull: {
    pending: '9m',
    at: '11m',
    fires: [
      { petstore_store_bytes: always(30 * GB) },
      { [FREE]: always(4 * GB), petstore_store_bytes: undefined },
    ],
    quiet: [{ petstore_store_bytes: always(20 * GB) }, { [FREE]: always(6 * GB) }],
  },
  PetstoreEmailNotSent: {
    pending: '4m',
    at: '30m',
    fires: [{ petstore_oldest_email_seconds: always(2_000) }, { petstore_failed_emails: '0x10 5x500' }],
    quiet: [{ petstore_oldest_email_seconds: always(60) }, { petstore_failed_emails: always(7) }],
  },
  PetstorePublishingFailed: {
    pending: '59m',
    at: '65m',
    // Every 16 minutes a try runs for three, and fails.
    fires: [
      { petstore_publishing_failed_sites: always(1) },
      { petstore_publishing_failed_sites: Array(10).fill('1x12 0x2').join(' ') },
    ],
    // The next try has sent everything.
    quiet: [{ petstore_publishing_failed_sites: '0x2 1x40 0x500' }],
  },
  PetstorePartnerFailing: {
    interval: '5m',
    pending: '355m',
    at: '365m',
    // A restart in between, during which the number is unknown.
    fires: [{ petstore_failing_partners: always(2) }, { petstore_failing_partners: '1x40 NaN 1x500' }],
    // The partner was read again after three hours, and another one failed later.
    quiet: [{ petstore_failing_partners: '1x36 0x4 1x500' }, { petstore_failing_partners: undefined }],
  },
  PetstoreBackupOld: {
    interval: '5m',
    pending: '36h',
    at: '37h',
    fires: [{}],
    quiet: [{ [BACKUP]: always(5 * 3_600) }, { [BACKUP]: undefined }],
  },
  PetstoreNoBackup: {
    interval: '5m',
    pending: '35h',
    at: '37h',
    fires: [{ [BACKUP]: always(0) }],
    quiet: [{ [BACKUP]: `0x200 ${5 * 3_600}x500` }, { [BACKUP]: undefined }],
  },
};

/** Returns a test of promtool. `expected` has the alert that fires at a time. */
function ruleTest(interval: string, changed: Series, expected: Readonly<Record<string, string | undefined>>) {
  const series = Object.entries({ ...HEALTHY, ...changed }).flatMap(([name, values]) =>
    values === undefined ? [] : [{ series: name, values }],
  );
  const expr = 'count by (alertname) (ALERTS{alertstate="firing"})';
  return {
    interval,
    input_series: series,
    promql_expr_test: Object.entries(expected).map(([at, alert]) => ({
      expr,
      eval_time: at,
      exp_samples: alert === undefined ? [] : [{ labels: `{alertname="${alert}"}`, value: 1 }],
    })),
  };
}

function ruleTests([alert, { pending, at, fires, quiet, interval = '1m' }]: [string, Incident]) {
  return {
    evaluation_interval: interval,
    rule_files: [RULES],
    tests: [
      ...fires.map((changed) => ruleTest(interval, changed, { [pending]: undefined, [at]: alert })),
      ...quiet.map((changed) => ruleTest(interval, changed, { [at]: undefined })),
    ],
  };
}

test('every alert fires for its incident and no other one does; before its time, and for what is similar, none fires', {
  skip: noPromtool,
}, async (t) => {
  const { groups } = parse(readFileSync(RULES, 'utf8'));
  const names = groups.flatMap(({ rules }: { rules: { alert: string }[] }) =>
    rules.map(({ alert }) => alert),
  );
  assert.deepEqual(Object.keys(INCIDENTS), names);
  const folder = await temporaryFolder(t);
  const files = names.map((name: string) => join(folder, `${name}.json`));
  for (const [index, incident] of Object.entries(INCIDENTS).entries()) {
    await writeFile(files[index], JSON.stringify(ruleTests(incident)));
  }
  const { status, stdout, stderr } = spawnSync('promtool', ['test', 'rules', ...files], { encoding: 'utf8' });
  assert.equal(status, 0, stdout + stderr);
});

/** The configurations that deploy/compose/monitoring.yaml contains, with the names of its services, and the setting `value`. */
function ofCompose(name: string): string {
  const compose = parse(readFileSync(join(FOLDER, '../compose/monitoring.yaml'), 'utf8'), { merge: true });
  return compose.configs[name].content.replace(/\$\{DOMAIN\S*? [^}]*\}/, 'petstore.example');
}

test('Prometheus and Alertmanager accept their configurations', {
  skip: noPromtool || noAmtool,
}, async (t) => {
  const folder = await temporaryFolder(t);
  for (const name of ['prometheus', 'alertmanager']) {
    await writeFile(join(folder, `${name}.yml`), ofCompose(name));
  }
  await writeFile(join(folder, 'alerts.yml'), readFileSync(RULES));
  for (const cwd of [FOLDER, folder]) {
    for (const [program, ...args] of [
      ['promtool', 'check', 'config', 'prometheus.yml'],
      ['amtool', 'check-config', 'alertmanager.yml'],
    ]) {
      const { status, stdout, stderr } = spawnSync(program ?? '', args, { cwd, encoding: 'utf8' });
      assert.equal(status, 0, stdout + stderr);
    }
  }
});
