import type { AnimalSort } from '../../route.ts';
import { inLanguage } from '../../texts/in-language.ts';

type Sorts = Record<AnimalSort | '-id', string>;

/** The texts of the orders of a list. */
export const TEXTS = inLanguage({
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
    } satisfies Sorts as Sorts,
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
});
