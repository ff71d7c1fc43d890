import type {
  AddedApplicationEntry,
  Application,
  ApplicationChange,
  ApplicationQuestions,
  ApplicationQuestionsRequest,
  ApplicationRequest,
  ApplicationSettings,
  ApplicationSettingsRequest,
  SentApplication,
} from '../contract.ts';
import type { CallOptions, ChangeOptions, CreateOptions } from '../options.ts';
import type { Transport } from '../transport/transport.ts';
import { List } from './list.ts';

/** What visitors ask for, and the answers of the shelter: for members of the account that owns the animal. */
export class Applications extends List<'listApplications'> {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    super(transport, 'listApplications');
    this.#transport = transport;
  }

  /**
   * Sends what a visitor asks for. A key with the scope `applications:create` can do this, and read the questions.
   *
   * @throws {PetstoreError} `invalid_body` with a field for each question (`answers.ID`), `pet_not_found`, `pet_not_available`,
   * `applications_closed` or `too_many_applications`.
   */
  async send(application: ApplicationRequest, options?: CreateOptions): Promise<SentApplication> {
    return (await this.#transport.call('sendApplication', { body: application, options })).result;
  }

  /**
   * Reads an application with its answers, messages and notes.
   *
   * @throws {PetstoreError} `application_not_found`, also if the account may not read it.
   */
  async get(id: bigint, options?: CallOptions): Promise<Application> {
    return (await this.#transport.call('getApplication', { id, options })).result;
  }

  /**
   * Decides about an application, or sets who looks after it. `accepted` places the order that holds the animal, and `adopted` completes it.
   *
   * @throws {PetstoreError} `application_not_found`, `invalid_transition`, `pet_not_available`, or `precondition_failed` if `ifMatch`
   * is not its version.
   */
  async change(id: bigint, change: ApplicationChange, options?: ChangeOptions): Promise<Application> {
    const call = { id, body: change, options, accepts: ['ifMatch'] };
    return (await this.#transport.call('changeApplication', call)).result;
  }

  /**
   * Erases at once all that was written about an application.
   *
   * @throws {PetstoreError} `application_not_found`, or `precondition_failed` if `ifMatch` is not its version.
   */
  async erase(id: bigint, options?: ChangeOptions): Promise<void> {
    const call = { id, options, doneIf: 'application_not_found', accepts: ['ifMatch'] } as const;
    await this.#transport.call('eraseApplication', call);
  }

  /**
   * Writes to the applicant, who reads it on the private page.
   *
   * @throws {PetstoreError} `application_not_found` or `too_many_messages`.
   */
  async sendMessage(id: bigint, text: string, options?: CreateOptions): Promise<AddedApplicationEntry> {
    return (await this.#transport.call('sendApplicationMessage', { id, body: { text }, options })).result;
  }

  /**
   * Adds a note, which only the shelter reads.
   *
   * @throws {PetstoreError} `application_not_found` or `too_many_messages`.
   */
  async addNote(id: bigint, text: string, options?: CreateOptions): Promise<AddedApplicationEntry> {
    return (await this.#transport.call('addApplicationNote', { id, body: { text }, options })).result;
  }

  /**
   * Reads the questions of the account, or those that are asked for an animal.
   *
   * @throws {PetstoreError} `pet_not_found`.
   */
  async questions(petId?: bigint, options?: CallOptions): Promise<ApplicationQuestions> {
    const query = petId === undefined ? {} : { petId };
    return (await this.#transport.call('getApplicationQuestions', { query, options })).result;
  }

  /**
   * Replaces the questions of the account. What another service returned can be sent. Needs the role `manager`.
   *
   * @throws {PetstoreError} `invalid_body`, or `precondition_failed` if `ifMatch` is not their version.
   */
  async changeQuestions(
    questions: ApplicationQuestionsRequest,
    options?: ChangeOptions,
  ): Promise<ApplicationQuestions> {
    const call = { body: questions, options, accepts: ['ifMatch'] };
    return (await this.#transport.call('changeApplicationQuestions', call)).result;
  }

  /** Reads how the account takes applications. */
  async settings(options?: CallOptions): Promise<ApplicationSettings> {
    return (await this.#transport.call('getApplicationSettings', { options })).result;
  }

  /**
   * Replaces how the account takes applications. Needs the role `manager`.
   *
   * @throws {PetstoreError} `invalid_body`, or `precondition_failed` if `ifMatch` is not their version.
   */
  async changeSettings(
    settings: ApplicationSettingsRequest,
    options?: ChangeOptions,
  ): Promise<ApplicationSettings> {
    const call = { body: settings, options, accepts: ['ifMatch'] };
    return (await this.#transport.call('changeApplicationSettings', call)).result;
  }
}
