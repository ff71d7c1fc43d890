import { inLanguage, plural } from '../../texts/in-language.ts';

/** The texts of the table of animals. */
export const TEXTS = inLanguage({
  en: {
    caption: 'Animals',
    selection: 'Selection',
    photo: 'Photo',
    columns: { name: 'Name', age: 'Age', waiting: 'In care', added: 'Added', changed: 'Changed' },
    breed: 'Breed',
    status: 'Status',
    today: 'since today',
    days: (count: number) => plural(count, 'day', 'days'),
  },
  es: {
    caption: 'Animales',
    selection: 'Selección',
    photo: 'Foto',
    columns: {
      name: 'Nombre',
      age: 'Edad',
      waiting: 'En el refugio',
      added: 'Agregado',
      changed: 'Cambiado',
    },
    breed: 'Raza',
    status: 'Estado',
    today: 'desde hoy',
    days: (count) => plural(count, 'día', 'días'),
  },
  fr: {
    caption: 'Animaux',
    selection: 'Sélection',
    photo: 'Photo',
    columns: { name: 'Nom', age: 'Âge', waiting: 'Au refuge', added: 'Ajouté', changed: 'Modifié' },
    breed: 'Race',
    status: 'Statut',
    today: 'aujourd’hui',
    days: (count) => plural(count, 'jour', 'jours'),
  },
  de: {
    caption: 'Tiere',
    selection: 'Auswahl',
    photo: 'Foto',
    columns: {
      name: 'Name',
      age: 'Alter',
      waiting: 'Im Tierheim',
      added: 'Hinzugefügt',
      changed: 'Geändert',
    },
    breed: 'Rasse',
    status: 'Status',
    today: 'seit heute',
    days: (count) => plural(count, 'Tag', 'Tage'),
  },
});
