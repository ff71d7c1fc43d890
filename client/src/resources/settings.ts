import type {
  Settings as SettingsInForce,
  SettingsRequest,
  TestEmail,
  TestEmailRequest,
} from '../contract.ts';
import type { CallOptions } from '../options.ts';
import type { Transport } from '../transport/transport.ts';

/** The settings of the shelter: its name, its contact, and whether its public pages are on. */
export class Settings {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  async get(options?: CallOptions): Promise<SettingsInForce> {
    return (await this.#transport.call('getSettings', { options })).result;
  }

  /**
   * Replaces all settings that the environment of the service does not fix. Needs the role `admin`. A setting that is
   * absent from `settings` is removed.
   *
   * @throws {PetstoreError} `setting_fixed`, `invalid_body`, or `insufficient_role` for another role.
   */
  async change(settings: SettingsRequest, options?: CallOptions): Promise<SettingsInForce> {
    return (await this.#transport.call('changeSettings', { body: settings, options })).result;
  }

  /**
   * Sends an e-mail now, and returns what the mail server answered. Needs the role `admin`.
   *
   * @throws {PetstoreError} `email_not_set_up`, or `invalid_body` without an address for the sender of the request.
   */
  async sendTestEmail(request: TestEmailRequest = {}, options?: CallOptions): Promise<TestEmail> {
    return (await this.#transport.call('sendTestEmail', { body: request, options })).result;
  }
}
