import { PetstoreAnimals } from './petstore-animals.ts';

const NAME = 'petstore-animals';

// A browser without constructable style sheets (Safari before 16.4) keeps the content that the page gave the element.
const isSupported = 'replaceSync' in CSSStyleSheet.prototype;
if (isSupported && customElements.get(NAME) === undefined) customElements.define(NAME, PetstoreAnimals);
