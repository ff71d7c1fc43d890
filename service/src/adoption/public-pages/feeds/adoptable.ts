import {
  ADOPTABLE_SCHEMA_PATH,
  ADOPTABLE_VERSION,
  adoptableSchema,
} from '../../../exchange/partners/adoptable-schema.ts';
import { LICENSE_URLS } from '../../../platform/core/catalogue/licenses.ts';
import { LANGUAGES } from '../../../platform/core/languages.ts';
import { Representation } from '../../../platform/http/responses/representation.ts';
import { FEED_PATH, JSON_PATH, LIST_PATH } from '../addresses.ts';
import type { Site } from '../public-page.ts';

/** Returns how this catalogue describes itself to others (docs/adoptable-schema.md). */
export function adoptableDocument(site: Site): Representation {
  const { publicUrl, license } = site;
  const document = {
    $schema: `${publicUrl}${ADOPTABLE_SCHEMA_PATH}`,
    version: ADOPTABLE_VERSION,
    name: site.shelterName,
    url: `${publicUrl}${LIST_PATH}`,
    animals: `${publicUrl}${JSON_PATH}`,
    feed: `${publicUrl}${FEED_PATH}`,
    languages: LANGUAGES,
    timeZone: site.timeZone,
    contact: filled({ url: site.contactUrl, telephone: site.telephone, hours: site.hours }),
    place: filled({ address: site.address, ...site.coordinates }),
    license: license && { id: license, url: LICENSE_URLS[license] },
  };
  return Representation.tagged(`${JSON.stringify(document, undefined, 2)}\n`);
}

export function adoptableSchemaDocument({ publicUrl }: Site): Representation {
  return Representation.tagged(`${JSON.stringify(adoptableSchema(publicUrl), undefined, 2)}\n`);
}

/** Returns undefined for an object without a value. */
function filled<Values extends object>(values: Values): Values | undefined {
  return Object.values(values).some((value) => value !== undefined) ? values : undefined;
}
