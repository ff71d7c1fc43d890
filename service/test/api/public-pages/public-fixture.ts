/** The settings of a service with public pages. */
export const PUBLIC = {
  PUBLIC_PAGES: 'true',
  PUBLIC_URL: 'https://pets.example',
  SHELTER_NAME: 'Riverside Shelter',
  SHELTER_CONTACT_URL: 'mailto:adopt@shelter.example',
  PUBLIC_REQUESTS_PER_MINUTE: '1000',
};
