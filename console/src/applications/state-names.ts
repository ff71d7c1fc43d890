import { inLanguage, uncapitalised } from '../texts/in-language.ts';
import type { ApplicationState } from './application.ts';

/** The names of the states, as the shelter sees them. */
export const STATE_NAMES = inLanguage<Readonly<Record<ApplicationState, string>>>({
  en: {
    received: 'New',
    in_review: 'In review',
    accepted: 'Accepted',
    adopted: 'Adopted',
    declined: 'Declined',
    withdrawn: 'Withdrawn',
    closed: 'Closed',
  },
  es: {
    received: 'Nueva',
    in_review: 'En revisión',
    accepted: 'Aceptada',
    adopted: 'Adopción hecha',
    declined: 'Rechazada',
    withdrawn: 'Retirada',
    closed: 'Cerrada',
  },
  fr: {
    received: 'Nouvelle',
    in_review: 'En examen',
    accepted: 'Acceptée',
    adopted: 'Adoption conclue',
    declined: 'Refusée',
    withdrawn: 'Retirée',
    closed: 'Close',
  },
  de: {
    received: 'Neu',
    in_review: 'In Prüfung',
    accepted: 'Angenommen',
    adopted: 'Vermittelt',
    declined: 'Abgelehnt',
    withdrawn: 'Zurückgezogen',
    closed: 'Geschlossen',
  },
});

export function stateWord(state: ApplicationState): string {
  return uncapitalised(STATE_NAMES[state]);
}
