import { DEPRECATED_SETTINGS, SETTINGS } from '../../config/settings.ts';
import { CommandFailure } from '../context.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** What may stand in a message: no address, which may hold a password. */
const PLAIN_VALUE = /^[\w.]{1,40}$/;

/**
 * npm takes a flag that stands before `--` for itself, and tells it to the script only as `npm_config_FLAG`.
 *
 * @throws {CommandFailure} for `npm start --port 8081`, which would serve on port 8080.
 */
export function refuseFlagsTakenByNpm(args: readonly string[], env: Environment): void {
  if (env.npm_lifecycle_event !== 'start') return;
  for (const [name, { flag }] of Object.entries({ ...SETTINGS, ...DEPRECATED_SETTINGS })) {
    const [option = '', placeholder = ''] = flag.split(' ');
    const taken = env[`npm_config_${option.slice('--'.length).replaceAll('-', '_')}`];
    if (taken === undefined || taken === '') continue;
    // Of "--port 8081" npm keeps "true" and hands the number on as an argument; of "--port=8081" it keeps the number.
    const value = [taken, args[1]].find((text = '') => text !== 'true' && PLAIN_VALUE.test(text));
    const shown = value ?? placeholder.toUpperCase().replace(/^<(.*)>$/, '$1');
    throw new CommandFailure(
      `npm took ${option} for itself: use "npm start -- ${option} ${shown}" or "${name}=${shown} npm start"`,
      2,
    );
  }
}
