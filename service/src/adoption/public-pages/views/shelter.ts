import { type Html, html } from '../../../platform/http/html.ts';
import type { Site, Visit } from '../public-page.ts';

/** Returns where the shelter is, when it is open and how to call it, as far as its admins have set that. */
export function shelterDetails(
  { texts }: Visit,
  { shelterName, address, hours, telephone }: Site,
): Html | false {
  if ((address ?? hours ?? telephone) === undefined) return false;
  const words = texts.shelter;
  return html`<address class="shelter">
<strong dir="auto">${shelterName}</strong>
${address !== undefined && html`<p dir="auto">${address}</p>\n`}${hours !== undefined && html`<p dir="auto">${hours}</p>\n`}${telephone !== undefined && html`<p><a href="tel:${dialled(telephone)}" aria-label="${words.call(telephone)}">${telephone}</a></p>\n`}</address>`;
}

/** The number as a telephone dials it. */
function dialled(telephone: string): string {
  return telephone.replace(/[^+0-9]/g, '');
}

/** Returns the shelter for search engines. Hours are words of people, which schema.org has no member for. */
export function shelterData({ shelterName, address, telephone, publicUrl }: Site): Record<string, unknown> {
  return {
    '@type': 'AnimalShelter',
    name: shelterName,
    url: `${publicUrl}/adopt`,
    ...(address !== undefined && { address: address.replace(/\s*\n\s*/g, ', ') }),
    ...(telephone !== undefined && { telephone }),
  };
}
