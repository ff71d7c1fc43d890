import { enterOwnNamespace } from './own-namespace.ts';

/** The address of the service for clients that do not use the loopback address. */
export const SERVICE_ADDRESS = '10.77.0.1';

/** Returns one of the client addresses. */
export function clientAddress(index: number): string {
  return `10.77.${1 + Math.floor(index / 250)}.${1 + (index % 250)}`;
}

/**
 * Limits the kernel's buffers of a connection: by default they hold megabytes on the loopback interface. The servers of the
 * other test files cannot be reached from this network, so a test that needs one starts its own.
 */
const PREPARE = [
  'ip link set lo mtu 1500 up',
  'ip address add 10.77.0.0/16 dev lo',
  'echo 4096 16384 16384 > /proc/sys/net/ipv4/tcp_rmem',
  'echo 4096 16384 65536 > /proc/sys/net/ipv4/tcp_wmem',
  'unset TEST_POSTGRES_URL TEST_VALKEY_URL',
].join(' && ');

/**
 * Restarts this test file in a network namespace with packets and buffers as on a slow link, and with thousands of client
 * addresses. It reaches nothing outside.
 *
 * @returns false inside, else why there is no such network: for `skip`.
 */
export function enterOwnNetwork(): string | false {
  return enterOwnNamespace({
    kind: '--net',
    probe: PREPARE,
    prepare: PREPARE,
    tests: 'Tests with a network of their own',
  });
}
