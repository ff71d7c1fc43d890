import { card, create, emptyCard } from './cards.ts';
import { type Language, TEXTS } from './language.ts';
import type { Listing } from './listing.ts';
import { allAnimals } from './service.ts';
import { STYLE } from './style.ts';

const sheet = new CSSStyleSheet();
sheet.replaceSync(STYLE);

/** The content of one element: a status, the cards and a link to the page of all animals. */
export class View {
  readonly #status = create('p', { role: 'status' });
  readonly #list = create('ul', { role: 'list' });
  readonly #all = create('a', { className: 'all' });
  readonly #root = create('div', { className: 'root' }, this.#status, this.#list, this.#all);

  readonly #shadow: ShadowRoot;

  constructor(host: Element) {
    this.#shadow = host.attachShadow({ mode: 'open' });
    this.#shadow.adoptedStyleSheets = [sheet];
    this.#shadow.append(this.#root);
  }

  /** Shows what the page has between the tags, as if there were no script. */
  showContent(): void {
    this.#list.replaceChildren();
    this.#shadow.replaceChildren(create('slot', {}));
  }

  /** Shows empty cards, or keeps the cards of the previous request. */
  showLoading(service: string, language: Language, count: number): void {
    const { list, loading, all } = TEXTS[language];
    if (this.#root.parentNode === null) this.#shadow.replaceChildren(this.#root);
    this.#root.lang = language;
    this.#root.ariaBusy = 'true';
    this.#list.ariaLabel = list;
    this.#all.textContent = all;
    this.#all.href = allAnimals(service, language);
    if (this.#list.childElementCount === 0) {
      this.#list.append(...Array.from({ length: count }, emptyCard));
    }
    this.#setStatus(loading, 'quiet');
  }

  showAnimals(service: string, language: Language, listings: readonly Listing[]): void {
    const { empty, shown } = TEXTS[language];
    const cards = listings.map((listing) => card(service, listing, language));
    this.#show(cards);
    if (cards.length === 0) this.#setStatus(empty, '');
    else this.#setStatus(shown(cards.length), 'quiet');
  }

  showFailure(language: Language): void {
    this.#show([]);
    this.#setStatus(TEXTS[language].failed, '');
  }

  #show(cards: readonly Node[]): void {
    this.#list.replaceChildren(...cards);
    this.#root.ariaBusy = 'false';
  }

  /** @param className `quiet` for a status that only screen readers announce. */
  #setStatus(text: string, className: string): void {
    this.#status.textContent = text;
    this.#status.className = className;
  }
}
