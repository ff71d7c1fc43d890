import { DEPRECATED_SETTINGS, SETTINGS } from '../../config/settings-and-defaults.ts';
import { CommandFailure } from '../context.ts';

type Environment = Readonly<Record<string, string | undefined>>;

/** Values that a message may quote. A URL is not one of them, because it may contain a password. */
const QUOTABLE_VALUE = /^[\w.]{1,40}$/;

/**
 * npm consumes flags before `--`, and passes them to the script only as the variables `npm_config_FLAG`.
 *
 * @throws {CommandFailure} for `npm start --port 8081`, which would otherwise serve on port 8080.
 */
export function rejectFlagsConsumedByNpm(args: readonly string[], env: Environment): void {
  if (env.npm_lifecycle_event !== 'start') return;
  for (const [name, { flag }] of Object.entries({ ...SETTINGS, ...DEPRECATED_SETTINGS })) {
    const [option = '', placeholder = ''] = flag.split(' ');
    const consumed = env[`npm_config_${option.slice('--'.length).replaceAll('-', '_')}`];
    if (consumed === undefined || consumed === '') continue;
    // npm sets "true" for "--port 8081" and passes the number as an argument. For "--port=8081" it sets the number.
    const value = [consumed, args[1]].find((text = '') => text !== 'true' && QUOTABLE_VALUE.test(text));
    const shown = value ?? placeholder.toUpperCase().replace(/^<(.*)>$/, '$1');
    throw new CommandFailure(
      `npm did not pass ${option} to petstore: use "npm start -- ${option} ${shown}" or "${name}=${shown} npm start"`,
      2,
    );
  }
}
