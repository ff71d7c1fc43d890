import { keyIn } from '../core/secrets/sealed-text.ts';
import { ConfigError } from './option-values.ts';

/** Parses `SECRETS_KEY`. The message of an error does not contain it. */
export function parseSecretsKey(text: string): Buffer | undefined {
  if (text === '') return undefined;
  const key = keyIn(text);
  if (key !== undefined) return key;
  throw new ConfigError(
    'SECRETS_KEY must be 32 random bytes in base64, which "openssl rand -base64 32" makes',
  );
}
