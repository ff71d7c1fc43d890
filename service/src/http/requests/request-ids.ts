import { randomBytes } from 'node:crypto';

/** Makes request ids, which link a response to its lines in the log: a random id of this process and a counter. */
export class RequestIds {
  readonly #process = randomBytes(6).toString('base64url');
  #count = 0;

  readonly next = (): string => {
    this.#count += 1;
    return `${this.#process}-${this.#count.toString(36)}`;
  };
}
