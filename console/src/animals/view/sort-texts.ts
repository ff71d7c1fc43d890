import type { AnimalSort } from '../../route.ts';
import { inLanguage } from '../../texts/in-language.ts';

interface SortTexts {
  sort: string;
  sorts: Readonly<Record<AnimalSort | '-id', string>>;
}

/** The texts of the orders of a list. */
export const TEXTS = inLanguage<SortTexts>({
  en: {
    sort: 'Order',
    sorts: {
      '-id': 'Newest first',
      id: 'First added first',
      name: 'Name, A to Z',
      '-name': 'Name, Z to A',
      '-birthDate': 'Youngest first',
      birthDate: 'Oldest first',
      intakeDate: 'Longest waiting first',
      '-intakeDate': 'Shortest waiting first',
      '-updatedAt': 'Changed last first',
      updatedAt: 'Unchanged longest first',
    },
  },
  es: {
    sort: 'Orden',
    sorts: {
      '-id': 'Últimos agregados primero',
      id: 'Primeros agregados primero',
      name: 'Nombre, de la A a la Z',
      '-name': 'Nombre, de la Z a la A',
      '-birthDate': 'Más jóvenes primero',
      birthDate: 'Mayores primero',
      intakeDate: 'Más tiempo en espera primero',
      '-intakeDate': 'Menos tiempo en espera primero',
      '-updatedAt': 'Últimos cambios primero',
      updatedAt: 'Más tiempo sin cambios primero',
    },
  },
  fr: {
    sort: 'Tri',
    sorts: {
      '-id': 'Derniers ajoutés d’abord',
      id: 'Premiers ajoutés d’abord',
      name: 'Nom, de A à Z',
      '-name': 'Nom, de Z à A',
      '-birthDate': 'Plus jeunes d’abord',
      birthDate: 'Plus âgés d’abord',
      intakeDate: 'Plus longue attente d’abord',
      '-intakeDate': 'Plus courte attente d’abord',
      '-updatedAt': 'Derniers modifiés d’abord',
      updatedAt: 'Moins récemment modifiés d’abord',
    },
  },
  de: {
    sort: 'Sortierung',
    sorts: {
      '-id': 'Zuletzt hinzugefügte zuerst',
      id: 'Zuerst hinzugefügte zuerst',
      name: 'Name, A bis Z',
      '-name': 'Name, Z bis A',
      '-birthDate': 'Jüngste zuerst',
      birthDate: 'Älteste zuerst',
      intakeDate: 'Am längsten wartende zuerst',
      '-intakeDate': 'Am kürzesten wartende zuerst',
      '-updatedAt': 'Zuletzt geänderte zuerst',
      updatedAt: 'Am längsten unveränderte zuerst',
    },
  },
});
