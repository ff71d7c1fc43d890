import assert from 'node:assert/strict';
import { type ApiResponse, at } from '../http/expect-response.ts';
import { type SendOptions, send } from '../http/send.ts';

/** A browser as `/session` sees it: it keeps cookies, and states the origin of its page. */
export class SessionBrowser {
  readonly #url: string;
  readonly #origin: string;
  readonly #cookies = new Map<string, string>();

  /** @param url of the service, for the origin of its pages as well. */
  constructor(url: string, origin = url) {
    this.#url = url;
    this.#origin = origin;
  }

  get cookies(): ReadonlyMap<string, string> {
    return this.#cookies;
  }

  /** Sets a cookie, as another site or a person could. */
  setCookie(name: string, value: string): void {
    this.#cookies.set(name, value);
  }

  async send(path: string, { headers = {}, ...options }: SendOptions = {}): Promise<ApiResponse> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const response = await send(`${this.#url}${path}`, {
      method: 'POST',
      ...options,
      headers: { origin: this.#origin, ...(cookie !== '' && { cookie }), ...headers },
    });
    for (const set of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      if (/Max-Age=0\b/.test(set)) this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    }
    return response;
  }

  /** Opens an invitation. */
  async join(url: string): Promise<ApiResponse> {
    return this.send('/session/invitation', { body: { secret: url.split('/').at(-1) } });
  }

  /** Returns a bearer token of the session. */
  async token(): Promise<string> {
    const response = await this.send('/session/token');
    assert.equal(response.status, 200, response.text);
    return String(at(response.json, 'token'));
  }
}
