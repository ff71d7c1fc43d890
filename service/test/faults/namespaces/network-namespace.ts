import { enterOwnNamespace } from './own-namespace.ts';

/** Where the service is reached by clients that are not on the loopback address. */
export const SERVICE_ADDRESS = '10.77.0.1';

/** One of the addresses from which clients may call. */
export function clientAddress(index: number): string {
  return `10.77.${1 + Math.floor(index / 250)}.${1 + (index % 250)}`;
}

/** What the kernel buffers for a connection: without these limits megabytes, as all packets arrive at once. */
const PREPARE = [
  'ip link set lo mtu 1500 up',
  'ip address add 10.77.0.0/16 dev lo',
  'echo 4096 16384 16384 > /proc/sys/net/ipv4/tcp_rmem',
  'echo 4096 16384 65536 > /proc/sys/net/ipv4/tcp_wmem',
].join(' && ');

/**
 * Restarts this test file in a network of its own: with packets and buffers as on a slow link, and with thousands of
 * client addresses. Nothing outside is reached.
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
