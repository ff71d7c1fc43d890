import { isContactUrl } from '../../core/contact-url.ts';
import type { Listing } from '../../listings/listing.ts';
import { LIST_PATH } from '../addresses.ts';
import { type Html, html } from '../html/html.ts';
import type { Site, Visit } from '../public-page.ts';
import type { Texts } from '../texts/texts.ts';
import { shortName } from './shortened.ts';

/** Returns the one thing that a visitor can do next. */
export function nextStep(visit: Visit, site: Site, { pet, profile }: Listing): Html {
  const { animal } = visit.texts;
  const name = shortName(pet);
  if (pet.status === 'pending') {
    return html`<div class="next-step"><p>${animal.reservedText(name)}</p>
<p><a class="button" href="${visit.link(LIST_PATH)}">${animal.seeOthers}</a></p></div>`;
  }
  const contact = [profile.contactUrl, site.contactUrl].find(
    (address) => address !== undefined && isContactUrl(address),
  );
  return html`<div class="next-step"><h2>${animal.nextStep}</h2>
<p>${animal.nextStepText(name, site.shelterName)}</p>
${contact === undefined ? html`<p>${animal.visit(name, site.shelterName)}</p>` : html`<p><a class="button" href="${contact}">${invitation(animal, name, contact)}</a></p>`}</div>`;
}

function invitation(texts: Texts['animal'], name: string, contact: string): string {
  if (contact.startsWith('tel:')) return texts.call(name, contact.slice('tel:'.length).replace(/;.*/, ''));
  return contact.startsWith('mailto:') ? texts.write(name) : texts.ask(name);
}
