import type {
  EmailPreview,
  EmailSettings,
  EmailSettingsRequest,
  EmailText,
  EmailTexts,
  EmailTextsRequest,
  Settings as SettingsInForce,
  SettingsRequest,
  TestEmail,
  TestEmailRequest,
} from '../contract.ts';
import type { CallOptions, ChangeOptions } from '../options.ts';
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
   * @throws {PetstoreError} `setting_fixed`, `invalid_body`, `precondition_failed` if `ifMatch` is not their version, or
   * `insufficient_role` for another role.
   */
  async change(settings: SettingsRequest, options?: ChangeOptions): Promise<SettingsInForce> {
    const call = { body: settings, options, accepts: ['ifMatch'] };
    return (await this.#transport.call('changeSettings', call)).result;
  }

  /** Returns how e-mails are sent, without the password. Needs the role `admin`. */
  async getEmail(options?: CallOptions): Promise<EmailSettings> {
    return (await this.#transport.call('getEmailSettings', { options })).result;
  }

  /**
   * Sets the server and the sender of e-mails. Needs the role `admin`. Without a password, that of the same server and user stays.
   *
   * @throws {PetstoreError} `setting_fixed`, `invalid_body`, `precondition_failed` if `ifMatch` is not their version, or
   * `secrets_key_missing` if the service cannot store a password.
   */
  async changeEmail(settings: EmailSettingsRequest, options?: ChangeOptions): Promise<EmailSettings> {
    const call = { body: settings, options, accepts: ['ifMatch'] };
    return (await this.#transport.call('changeEmailSettings', call)).result;
  }

  /**
   * Removes the server and the sender of e-mails. Needs the role `admin`.
   *
   * @throws {PetstoreError} `setting_fixed`, or `precondition_failed` if `ifMatch` is not their version.
   */
  async removeEmail(options?: ChangeOptions): Promise<void> {
    await this.#transport.call('removeEmailSettings', { options, accepts: ['ifMatch'] });
  }

  /** Returns the texts of the letters to applicants. Needs the role `admin`. */
  async getEmailTexts(options?: CallOptions): Promise<EmailTexts> {
    return (await this.#transport.call('getEmailTexts', { options })).result;
  }

  /**
   * Replaces the changed texts of the letters to applicants. Needs the role `admin`. A text that is not given is as delivered.
   *
   * @throws {PetstoreError} `invalid_body`, or `precondition_failed` if `ifMatch` is not their version.
   */
  async changeEmailTexts(texts: EmailTextsRequest, options?: ChangeOptions): Promise<EmailTexts> {
    const call = { body: texts, options, accepts: ['ifMatch'] };
    return (await this.#transport.call('changeEmailTexts', call)).result;
  }

  /**
   * Returns a letter with a text and sample values. Needs the role `admin`.
   *
   * @throws {PetstoreError} `invalid_body`.
   */
  async previewEmailText(text: EmailText, options?: CallOptions): Promise<EmailPreview> {
    return (await this.#transport.call('previewEmailText', { body: text, options })).result;
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
