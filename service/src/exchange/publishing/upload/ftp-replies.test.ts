// Runs in npm run test:all only.
// cspell:ignore EPSV STOR
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createInterface } from 'node:readline';
import { type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { FtpConnection, type FtpOptions, fileOf } from './ftp.ts';
import { UploadFault } from './upload-fault.ts';

/** What a site does when the first bytes of a file have arrived. */
type Behaviour = (control: Socket, data: Socket) => void | Promise<void>;

/** Longer than a busy machine holds up signing in. */
const IDLE = { idleTimeoutMs: 1_000 };
const RESET = 'the connection for the file is reset';
const large = fileOf('pets.csv', Buffer.alloc(8_000_000, 'x'));

for (const [reply, reason] of [
  ['452 Insufficient storage space', 'disk_full'],
  ['552 Quota exceeded', 'disk_full'],
  ['451 Local error', 'disk_full'],
  ['421 Closing the connection', 'cut_off'],
  ['426 Transfer aborted', 'cut_off'],
  ['553 Not allowed', 'refused'],
] as const) {
  test(`${RESET} before the site replies ${reply}: ${reason}`, async (t) => {
    const connection = await open(t, async (control, data) => {
      data.resetAndDestroy();
      // Only then, so that the client has read the reset. A callback of one round runs before the client reads again.
      for (let round = 0; round < 3; round++) await setImmediate();
      control.write(`${reply}\r\n`);
    });
    assert.equal(await faultOf(connection.store(large)), reason);
    // The connection is still of use, so that there may be room after photos were removed.
    assert.equal(await faultOf(connection.store(large)), reason);
  });
}

test('a refusal in the middle ends the transfer if the site leaves the connection for the file open', async (t) => {
  const connection = await open(t, (control, data) => {
    data.pause();
    control.write('452 Insufficient storage space\r\n');
  });
  assert.equal(await faultOf(connection.store(large)), 'disk_full');
});

test(`${RESET}, but the site reports success: cut_off`, async (t) => {
  const connection = await open(t, (control, data) => {
    data.resetAndDestroy();
    control.write('226 Complete\r\n');
  });
  assert.equal(await faultOf(connection.store(large)), 'cut_off');
});

test(`${RESET}, and then the control connection ends or is silent: cut_off`, async (t) => {
  const ended = await open(t, (control, data) => {
    data.resetAndDestroy();
    control.destroy();
  });
  assert.equal(await faultOf(ended.store(large)), 'cut_off');
  const silent = await open(t, (_control, data) => void data.resetAndDestroy(), IDLE);
  assert.equal(await faultOf(silent.store(large)), 'cut_off');
});

test('a site that takes no more bytes, or does not confirm the last one, is too slow', async (t) => {
  const stuck = await open(t, (_control, data) => void data.pause(), IDLE);
  const silent = await open(t, (_control, data) => void data.resume(), IDLE);
  const faults = await Promise.all([stuck, silent].map((site) => faultOf(site.store(large))));
  assert.deepEqual(faults, ['too_slow', 'too_slow']);
});

test('a site that takes no more connections is unavailable, and one that does not greet is not reached', async (t) => {
  const full = await listen(t, (control) => void control.end('421 Too many connections\r\n'));
  assert.equal(await faultOf(connect(full)), 'unavailable');
  const silent = await listen(t, () => {});
  assert.equal(await faultOf(connect(silent, { idleTimeoutMs: 50 })), 'not_reached');
});

for (const [name, greet, reason] of [
  ['never ends its greeting', (control) => drip(control, '220-Wait\r\n'), 'not_reached'],
  ['asks for the password again and again', asking('331 Password'), 'wrong_password'],
  ['asks for an account again and again', asking('332 Account'), 'wrong_password'],
  ['never ends a reply', asking('230-Wait\r\n230-'), 'too_slow'],
  ['sends replies without an end', flood, 'cut_off'],
] as const satisfies ReadonlyArray<readonly [string, (control: Socket) => void, string]>) {
  test(`a site that ${name} is left: ${reason}`, async (t) => {
    const left = Promise.withResolvers<void>();
    const port = await listen(t, (control) => greet(control.on('close', () => left.resolve())));
    assert.equal(await faultOf(connect(port, { idleTimeoutMs: 500 })), reason);
    await left.promise;
  });
}

test('a site that reports again and again that it takes a file, and never that it has it, is too slow', async (t) => {
  const connection = await open(
    t,
    (control, data) => {
      data.resume();
      drip(control, '150 Still\r\n');
    },
    { idleTimeoutMs: 200 },
  );
  assert.equal(await faultOf(connection.store(fileOf('pets.csv', Buffer.alloc(1_000)))), 'too_slow');
});

function drip(control: Socket, text: string): void {
  const timer = setInterval(() => control.write(text), 10);
  control.on('close', () => clearInterval(timer));
}

/** Answers each command with the same reply, and sends it again meanwhile. */
function asking(reply: string): (control: Socket) => void {
  return (control) => {
    control.write('220 Ready\r\n');
    control.on('data', () => control.write(`${reply}\r\n`));
    control.once('data', () => drip(control, `${reply}\r\n`));
  };
}

function flood(control: Socket): void {
  const write = () => {
    while (!control.destroyed && control.write('220 Ready\r\n'.repeat(10_000)));
  };
  control.on('drain', write);
  write();
}

/** Signs in at a site that stores no file. */
async function open(t: TestContext, behave: Behaviour, options: FtpOptions = {}): Promise<FtpConnection> {
  const port = await listen(t, (control) => serve(t, control, behave));
  const connection = await connect(port, options);
  t.after(() => connection.close());
  return connection;
}

function connect(port: number, options: FtpOptions = {}): Promise<FtpConnection> {
  const server = { host: '127.0.0.1', addresses: ['127.0.0.1'], port, security: 'none' as const };
  const account = { username: 'shelter', password: 'correct-horse' };
  return FtpConnection.open({ ...server, ...account }, new AbortController().signal, options);
}

function serve(t: TestContext, control: Socket, behave: Behaviour): void {
  const reply = (text: string) => control.write(`${text}\r\n`);
  const others: Readonly<Record<string, string>> = { USER: '331 Password', PASS: '230 Welcome' };
  const commands = createInterface(control);
  commands.on('line', async (line) => {
    const [command = ''] = line.split(' ');
    if (command === 'EPSV') {
      const port = await listen(t, (data) =>
        data.once('data', () => {
          data.pause();
          void behave(control, data);
        }),
      );
      reply(`229 Entering Extended Passive Mode (|||${port}|)`);
    } else reply(command === 'STOR' ? '150 Send it' : (others[command] ?? '200 Done'));
  });
  reply('220 Ready');
}

/** Listens on a free port until the test ends, and returns the port. */
async function listen(t: TestContext, accept: (socket: Socket) => void): Promise<number> {
  const sockets: Socket[] = [];
  const server = createServer((socket) => {
    sockets.push(socket.on('error', () => {}));
    accept(socket);
  });
  t.after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  return (server.address() as AddressInfo).port;
}

async function faultOf(work: Promise<unknown>): Promise<string> {
  const error: unknown = await work.then(
    () => assert.fail('the site took it'),
    (reason: unknown) => reason,
  );
  assert.ok(error instanceof UploadFault, String(error));
  return error.reason;
}
