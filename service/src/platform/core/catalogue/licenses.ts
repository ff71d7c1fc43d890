/** The licenses that a shelter can choose, by their names in the list of SPDX, and where each can be read. */
export const LICENSE_URLS = {
  'CC0-1.0': 'https://creativecommons.org/publicdomain/zero/1.0/',
  'CC-BY-4.0': 'https://creativecommons.org/licenses/by/4.0/',
  'CC-BY-SA-4.0': 'https://creativecommons.org/licenses/by-sa/4.0/',
  'CC-BY-ND-4.0': 'https://creativecommons.org/licenses/by-nd/4.0/',
  'CC-BY-NC-4.0': 'https://creativecommons.org/licenses/by-nc/4.0/',
  'CC-BY-NC-SA-4.0': 'https://creativecommons.org/licenses/by-nc-sa/4.0/',
  'CC-BY-NC-ND-4.0': 'https://creativecommons.org/licenses/by-nc-nd/4.0/',
} as const;

export type License = keyof typeof LICENSE_URLS;
export const LICENSES = Object.keys(LICENSE_URLS) as readonly License[]; // they are its keys

/** Returns undefined for any other text, such as one that a newer version has stored. */
export function licenseIn(text: string | undefined): License | undefined {
  return LICENSES.find((license) => license === text);
}
