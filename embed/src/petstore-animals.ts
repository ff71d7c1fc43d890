import { languageOf } from './element-language.ts';
import { fetchListings, serviceOf } from './service.ts';
import { View } from './view.ts';

/** The attributes that select animals, and their query parameters. */
const PARAMETERS = {
  category: 'categoryId',
  limit: 'limit',
  sex: 'sex',
  size: 'size',
  'good-with': 'goodWith',
};
const DEFAULT_LIMIT = 12;
const MAX_LIMIT = 100;
const TIMEOUT_MS = 15_000;

/**
 * `<petstore-animals>`: cards of animals that can be adopted. States: empty cards while the first request runs, then
 * cards, or a message if there are no animals or the request failed. A changed attribute starts a new request, during
 * which the old cards stay. If the attribute `service` is invalid, the element shows what the page has between the tags.
 */
export class PetstoreAnimals extends HTMLElement {
  static readonly observedAttributes = [...Object.keys(PARAMETERS), 'lang', 'service'];

  readonly #view = new View(this);
  #isScheduled = false;
  #request: AbortController | undefined;
  /** What is shown, requested or wrong with the attribute; empty before the first request and after a failure. */
  #current = '';

  connectedCallback(): void {
    this.#schedule();
  }

  attributeChangedCallback(): void {
    this.#schedule();
  }

  disconnectedCallback(): void {
    if (this.#request === undefined) return;
    this.#request.abort();
    this.#request = undefined;
    this.#current = '';
  }

  /** One request serves all changes of a turn. An element that is moved is connected again in the same turn. */
  #schedule(): void {
    if (this.#isScheduled) return;
    this.#isScheduled = true;
    queueMicrotask(() => {
      this.#isScheduled = false;
      if (this.isConnected) void this.#load();
    });
  }

  async #load(): Promise<void> {
    const language = languageOf(this);
    const query = this.#query();
    const { origin, fault } = serviceOf(this.getAttribute('service'));
    const wanted = fault ?? `${origin} ${language} ${query}`;
    if (wanted === this.#current) return;
    this.#current = wanted;
    this.#request?.abort();
    this.#request = undefined;
    if (fault !== undefined) {
      console.error(fault);
      return this.#view.showContent();
    }
    const request = new AbortController();
    this.#request = request;
    this.#view.showLoading(origin, language, Math.min(Number(query.get('limit')) || 0, MAX_LIMIT));
    const timer = setTimeout(() => request.abort(), TIMEOUT_MS);
    const listings = await fetchListings(origin, query, request.signal).catch(() => undefined);
    clearTimeout(timer);
    // A newer request has begun, or the element was removed.
    if (this.#request !== request) return;
    this.#request = undefined;
    if (listings !== undefined) return this.#view.showAnimals(origin, language, listings);
    this.#current = '';
    this.#view.showFailure(language);
  }

  #query(): URLSearchParams {
    const query = new URLSearchParams({ limit: String(DEFAULT_LIMIT) });
    for (const [attribute, parameter] of Object.entries(PARAMETERS)) {
      const value = this.getAttribute(attribute)?.trim();
      // A list may be separated by spaces, by commas or by both.
      if (value) query.set(parameter, value.replace(/[\s,]+/g, ','));
    }
    return query;
  }
}
