import type {
  IssuedWebhook,
  Webhook,
  WebhookChange,
  WebhookDelivery,
  WebhookRequest,
  WebhookRotation,
} from '../contract.ts';
import type { CallOptions, CreateOptions } from '../options.ts';
import type { Transport } from '../transport/transport.ts';
import { List } from './list.ts';

/** Where the events of the feed are sent to, signed as Standard Webhooks has it. They need the role `member`. */
export class Webhooks {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Returns the webhooks of the account, newest first. */
  async list(options?: CallOptions): Promise<Webhook[]> {
    return (await this.#transport.call('listWebhooks', { options })).result;
  }

  /** @throws {PetstoreError} `webhook_not_found`. */
  async get(webhookId: bigint, options?: CallOptions): Promise<Webhook> {
    return (await this.#transport.call('getWebhook', { id: webhookId, options })).result;
  }

  /**
   * Adds a webhook. Its `secret` is only in this result. If the response was lost, the retry throws `secret_already_issued`: replace
   * the secret.
   *
   * @throws {PetstoreError} `invalid_body`, `too_many_webhooks`, `secrets_key_missing` or `secret_already_issued`.
   */
  async create(webhook: WebhookRequest, options?: CreateOptions): Promise<IssuedWebhook> {
    return (await this.#transport.call('createWebhook', { body: webhook, options })).result;
  }

  /**
   * Changes a webhook: `isOn` switches it on or off, and on takes over one that is `orphaned`; `afterEventId` sends the events after an
   * earlier one again.
   *
   * @throws {PetstoreError} `invalid_body`, `webhook_not_found` or `insufficient_role`.
   */
  async change(webhookId: bigint, change: WebhookChange, options?: CallOptions): Promise<Webhook> {
    return (await this.#transport.call('changeWebhook', { id: webhookId, body: change, options })).result;
  }

  /**
   * Makes a new secret, which is only in this result. The old one signs as well for the overlap: 24 hours by default.
   *
   * @throws {PetstoreError} `webhook_not_found`, `insufficient_role`, `secrets_key_missing` or `secret_already_issued`.
   */
  async rotateSecret(
    webhookId: bigint,
    rotation: WebhookRotation = {},
    options?: CreateOptions,
  ): Promise<IssuedWebhook> {
    return (await this.#transport.call('rotateWebhookSecret', { id: webhookId, body: rotation, options }))
      .result;
  }

  /** @throws {PetstoreError} `webhook_not_found` or `insufficient_role`. */
  async remove(webhookId: bigint, options?: CallOptions): Promise<void> {
    await this.#transport.call('removeWebhook', { id: webhookId, options });
  }

  /**
   * Sends a test message now, and returns what the host answered.
   *
   * @throws {PetstoreError} `webhook_not_found`, `webhook_orphaned` or `insufficient_role`.
   */
  async test(webhookId: bigint, options?: CallOptions): Promise<WebhookDelivery> {
    return (await this.#transport.call('testWebhook', { id: webhookId, options })).result;
  }

  /**
   * Sends a message again now, with the same id, and returns what the host answered.
   *
   * @throws {PetstoreError} `webhook_not_found`, `webhook_orphaned`, `delivery_not_found`, `insufficient_role`, or `events_expired` if the
   * feed no longer has its events.
   */
  async retry(webhookId: bigint, deliveryId: bigint, options?: CallOptions): Promise<WebhookDelivery> {
    const call = { id: webhookId, itemId: deliveryId, options };
    return (await this.#transport.call('retryWebhookDelivery', call)).result;
  }

  /** The last messages of a webhook, newest first. */
  deliveriesOf(webhookId: bigint): List<'listWebhookDeliveries'> {
    return new List(this.#transport, 'listWebhookDeliveries', webhookId);
  }
}
