import { pino } from 'pino';
import { parseConfig } from '../../service/src/platform/config/config.ts';
import { compose } from '../../service/src/server/compose.ts';
import { FakeClock } from '../fake-clock.ts';

/** A program that serves with a clock that stands still at the moment of its argument. */

const clock = new FakeClock(Number(process.argv[2]));
const config = parseConfig({ ...process.env, PORT: '0' });
const service = await compose(config, clock, pino({ level: 'warn' }, pino.destination(2)));
const { url } = await service.listen();
console.log(`It listens on ${url} .`);
process.once('SIGTERM', () => void service.drain());
