import type { Petstore } from '@petstore/client';
import { queryOptions } from '@tanstack/react-query';

/** How e-mails are sent. */
export function emailSettingsOf(petstore: Petstore) {
  return queryOptions({
    queryKey: ['settings', 'email'],
    queryFn: ({ signal }) => petstore.settings.getEmail({ signal }),
    staleTime: 0,
  });
}

/** The texts of the letters to applicants. */
export function emailTextsOf(petstore: Petstore) {
  return queryOptions({
    queryKey: ['settings', 'email-texts'],
    queryFn: ({ signal }) => petstore.settings.getEmailTexts({ signal }),
    staleTime: 0,
  });
}
