import { FakeClock } from '@petstore/testing/fake-clock.ts';
import { pino } from 'pino';
import { parseConfig } from '../../../src/config/config.ts';
import { compose } from '../../../src/server/compose.ts';

/** A process that serves, with a clock that stands still at the moment of its argument: no minute ends by itself. */

const clock = new FakeClock(Number(process.argv[2]));
const config = parseConfig({ ...process.env, PORT: '0' });
const service = await compose(config, clock, pino({ level: 'warn' }, pino.destination(2)));
const { url } = await service.listen();
console.log(`It listens on ${url} .`);
process.once('SIGTERM', () => void service.drain());
