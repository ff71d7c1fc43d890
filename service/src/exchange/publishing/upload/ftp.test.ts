// Waits for processes.
// cspell:ignore pasv EPSV
import assert from 'node:assert/strict';
import { readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { temporaryFolder } from '@petstore/testing/folders.ts';
import { makeCertificate } from '@petstore/testing/servers/certificate.ts';
import { noVsftpd, startVsftpd, type TestFtpServer } from '@petstore/testing/servers/vsftpd-server.ts';
import { until } from '@petstore/testing/until.ts';
import { FtpConnection, type FtpOptions, type FtpServer, fileOf } from './ftp.ts';
import { UPLOAD_FAULTS, UploadFault, type UploadReason } from './upload-fault.ts';

const skip = noVsftpd;
const NEVER = new AbortController().signal;
const MAX_BYTES = 64 * 1_024;
const bytes = Buffer.from('ID,Name\n7,Bella\n');

async function open(
  t: TestContext,
  { port, username, password }: Pick<TestFtpServer, 'port' | 'username' | 'password'>,
  changes: Partial<FtpServer> & FtpOptions & { stop?: AbortSignal } = {},
): Promise<FtpConnection> {
  const server = { host: '127.0.0.1', addresses: ['127.0.0.1'], port, security: 'none' as const };
  const { stop = NEVER, ...others } = changes;
  const all = { ...server, username, password, ...others };
  const connection = await FtpConnection.open(all, stop, others);
  t.after(() => connection.close());
  return connection;
}

function isFault(reason: UploadReason): (error: unknown) => boolean {
  return (error) => {
    assert.ok(error instanceof UploadFault, String(error));
    assert.equal(error.reason, reason, String(error.cause));
    // Nothing of what the server or the library has written.
    assert.equal(error.message, UPLOAD_FAULTS[reason]);
    return true;
  };
}

test('a file replaces that of the site in whole, in a folder that is made if it is missing', {
  skip,
}, async (t) => {
  const server = await startVsftpd(t);
  await writeFile(join(server.files, 'pets.csv'), 'old');
  const connection = await open(t, server);
  const large = Buffer.alloc(300_000, 'x');
  await connection.replace([
    fileOf('pets.csv', bytes),
    fileOf('import/photos/7-1.jpg', large),
    fileOf('empty', Buffer.alloc(0)),
  ]);
  assert.deepEqual(await readFile(join(server.files, 'pets.csv')), bytes);
  assert.deepEqual(await readFile(join(server.files, 'import/photos/7-1.jpg')), large);
  await connection.remove('pets.csv');
  await connection.remove('pets.csv');
  assert.deepEqual((await readdir(server.files)).sort(), ['empty', 'import']);
});

test('the data goes to the address of the control connection, whatever PASV names', { skip }, async (t) => {
  const server = await startVsftpd(t, { cmds_denied: 'EPSV', pasv_address: '192.0.2.1' });
  await (await open(t, server)).replace([fileOf('pets.csv', bytes)]);
  assert.deepEqual(await readFile(join(server.files, 'pets.csv')), bytes);
  assert.match(await server.log(), /227 Entering Passive Mode \(192,0,2,1,/);
});

test('over TLS, with a certificate that is trusted, everything is encrypted', { skip }, async (t) => {
  const { key, cert } = await makeCertificate(t);
  const file = join(await temporaryFolder(t), 'certificate.pem');
  await writeFile(file, key + cert);
  const server = await startVsftpd(t, {
    ssl_enable: 'YES',
    allow_anon_ssl: 'YES',
    force_anon_data_ssl: 'YES',
    force_anon_logins_ssl: 'YES',
    rsa_cert_file: file,
  });
  const tls = { security: 'explicit_tls', ca: cert } as const;
  await (await open(t, server, tls)).replace([fileOf('pets.csv', bytes), fileOf('more.csv', bytes)]);
  assert.deepEqual(await readFile(join(server.files, 'pets.csv')), bytes);
  await assert.rejects(open(t, server, { security: 'explicit_tls' }), isFault('certificate_not_trusted'));
  await assert.rejects(open(t, server, { ...tls, host: 'ftp.example' }), isFault('certificate_not_trusted'));
  const plain = await startVsftpd(t);
  await assert.rejects(open(t, plain, tls), isFault('no_tls'));
  assert.doesNotMatch(await plain.log(), /FTP command: .*"(USER|PASS)/);
});

test('what a site refuses has a reason: user, password, file, space, address', { skip }, async (t) => {
  const server = await startVsftpd(t, { deny_file: '{*.txt}' }, MAX_BYTES);
  await assert.rejects(open(t, server, { username: 'someone' }), isFault('wrong_password'));
  await assert.rejects(open(t, server, { password: 'wrong' }), isFault('wrong_password'));
  await assert.rejects(open(t, { ...server, port: 1 }), isFault('not_reached'));
  const connection = await open(t, server);
  await assert.rejects(connection.store(fileOf('pets.txt', bytes)), isFault('refused'));
  await writeFile(join(server.files, 'pets.csv'), 'old');
  const large = fileOf('pets.csv', Buffer.alloc(2 * MAX_BYTES));
  await assert.rejects(connection.replace([large]), isFault('disk_full'));
  assert.equal(await readFile(join(server.files, 'pets.csv'), 'utf8'), 'old');
});

test('a slow site that drops a connection in the middle keeps the file that it had', { skip }, async (t) => {
  const server = await startVsftpd(t, { anon_max_rate: '20000' });
  await writeFile(join(server.files, 'pets.csv'), 'old');
  const large = fileOf('pets.csv', Buffer.alloc(1_000_000, 'x'));
  const isBegun = async () =>
    (await stat(join(server.files, 'pets.csv.part')).catch(() => undefined)) !== undefined;
  const dropped = assert.rejects((await open(t, server)).replace([large]), isFault('cut_off'));
  await until(isBegun);
  await server.dropAll();
  await dropped;
  await rm(join(server.files, 'pets.csv.part'));
  await server.start();
  const deadline = new AbortController();
  const stopped = assert.rejects(
    (await open(t, server, { stop: deadline.signal })).replace([large]),
    isFault('too_slow'),
  );
  await until(isBegun);
  deadline.abort(new UploadFault('too_slow'));
  await stopped;
  assert.equal(await readFile(join(server.files, 'pets.csv'), 'utf8'), 'old');
});
