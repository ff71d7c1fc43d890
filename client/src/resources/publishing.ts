import type {
  Operations,
  Partner,
  PartnerChange,
  PartnerRequest,
  PublishingRun,
  PublishingRunRequest,
  PublishingSite,
  PublishingSiteChange,
  PublishingSiteSettings,
  PublishingWords,
  PublishingWordsRequest,
} from '../contract.ts';
import type { CallOptions, ChangeOptions, CreateOptions } from '../options.ts';
import type { Transport } from '../transport/transport.ts';
import { List } from './list.ts';

/** A site where adopters look: `petfinder`, `adopt_a_pet` or `rescue_groups`. */
export type SiteId = PublishingSite['id'];

/** The sites where adopters look, and what they get. All of this needs the role `manager`, and each account has its own. */
export class Publishing {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Returns all sites, with how many animals they get. */
  async sites(options?: CallOptions): Promise<Operations['getPublishing']['result']> {
    return (await this.#transport.call('getPublishing', { options })).result;
  }

  /**
   * Reads how animals are sent to a site.
   *
   * @throws {PetstoreError} `site_not_found`.
   */
  async get(siteId: SiteId, options?: CallOptions): Promise<PublishingSiteSettings> {
    return (await this.#transport.call('getPublishingSite', { id: siteId, options })).result;
  }

  /**
   * Changes how animals are sent to a site. Another host, port or username needs the password again.
   *
   * @throws {PetstoreError} `site_not_found`, `secrets_key_missing`, or `precondition_failed` if `ifMatch` is not its version.
   */
  async change(
    siteId: SiteId,
    change: PublishingSiteChange,
    options?: ChangeOptions,
  ): Promise<PublishingSiteSettings> {
    const call = { id: siteId, body: change, options, accepts: ['ifMatch'] };
    return (await this.#transport.call('changePublishingSite', call)).result;
  }

  /** The animals that are available or on hold, by id, each with the reasons why a site does not get it. */
  animals(siteId: SiteId): List<'listPublishedAnimals'> {
    return new List(this.#transport, 'listPublishedAnimals', siteId);
  }

  /**
   * Returns a file exactly as the site gets it.
   *
   * @throws {PetstoreError} `site_not_found`, also for a file that the site does not get.
   */
  async file(siteId: SiteId, file: 'animals' | 'configuration', options?: CallOptions): Promise<Blob> {
    const call = { id: siteId, itemId: file, options };
    return (await this.#transport.call('getPublishingFile', call)).result;
  }

  /**
   * Reads what the words of the shelter are at a site.
   *
   * @throws {PetstoreError} `site_not_found`.
   */
  async words(siteId: SiteId, options?: CallOptions): Promise<PublishingWords> {
    return (await this.#transport.call('getPublishingWords', { id: siteId, options })).result;
  }

  /**
   * Replaces what the account has set of its words.
   *
   * @throws {PetstoreError} `site_not_found`.
   */
  async changeWords(
    siteId: SiteId,
    words: PublishingWordsRequest,
    options?: CallOptions,
  ): Promise<PublishingWords> {
    return (await this.#transport.call('changePublishingWords', { id: siteId, body: words, options })).result;
  }

  /** What was sent to a site, and what is sent now, newest first. */
  runs(siteId: SiteId): List<'listPublishingRuns'> {
    return new List(this.#transport, 'listPublishingRuns', siteId);
  }

  /**
   * Sends the animals to a site now, or answers what the open run asks. The run goes on after the response.
   *
   * @throws {PetstoreError} `site_not_found`, `publishing_off`.
   */
  async start(
    siteId: SiteId,
    request: PublishingRunRequest = {},
    options?: CreateOptions,
  ): Promise<PublishingRun> {
    return (await this.#transport.call('startPublishingRun', { id: siteId, body: request, options })).result;
  }

  /** Returns the other catalogues whose animals the public pages show. */
  async partners(options?: CallOptions): Promise<Operations['listPartners']['result']> {
    return (await this.#transport.call('listPartners', { options })).result;
  }

  /**
   * Reads a partner.
   *
   * @throws {PetstoreError} `partner_not_found`.
   */
  async partner(id: bigint, options?: CallOptions): Promise<Partner> {
    return (await this.#transport.call('getPartner', { id, options })).result;
  }

  /**
   * Shows the animals of another catalogue, by its address.
   *
   * @throws {PetstoreError} `invalid_body`, `too_many_partners`.
   */
  async addPartner(partner: PartnerRequest, options?: CreateOptions): Promise<Partner> {
    return (await this.#transport.call('addPartner', { body: partner, options })).result;
  }

  /**
   * Switches a partner off, or on and reads it at once.
   *
   * @throws {PetstoreError} `partner_not_found`.
   */
  async changePartner(id: bigint, change: PartnerChange, options?: CallOptions): Promise<Partner> {
    return (await this.#transport.call('changePartner', { id, body: change, options })).result;
  }

  /**
   * Removes a partner with its animals.
   *
   * @throws {PetstoreError} `partner_not_found`.
   */
  async removePartner(id: bigint, options?: CallOptions): Promise<void> {
    await this.#transport.call('removePartner', { id, options });
  }
}
