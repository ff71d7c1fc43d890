import type { Texts } from './texts.ts';

export const ES: Texts = {
  list: 'Animales que buscan un hogar',
  loading: 'Cargando los animales…',
  empty: 'Ahora mismo no espera aquí ningún animal. Llegan nuevos a menudo: vuelva pronto.',
  failed: 'Lo sentimos, en este momento no se pueden mostrar los animales.',
  all: 'Ver todos los animales',
  shown: (count) => (count === 1 ? '1 animal' : `${count} animales`),
  unnamed: 'Sin nombre todavía',
  female: 'Hembra',
  male: 'Macho',
  about: (age) => `aproximadamente ${age}`,
  goodWith: 'Se lleva bien con',
  children: 'niños',
  dogs: 'perros',
  cats: 'gatos',
  together: (names) => `Va junto con ${names}`,
};
