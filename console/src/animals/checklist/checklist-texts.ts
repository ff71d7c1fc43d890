import { inLanguage } from '../../texts/in-language.ts';

export const TEXTS = inLanguage({
  en: {
    title: 'What visitors look for first',
    steps: { photo: 'Add a photo', birthDate: 'Add the age', description: 'Write a text' },
    done: { photo: 'Photo', birthDate: 'Age', description: 'Text' },
  },
  es: {
    title: 'Lo primero que buscan las visitas',
    steps: { photo: 'Agregar una foto', birthDate: 'Agregar la edad', description: 'Escribir un texto' },
    done: { photo: 'Foto', birthDate: 'Edad', description: 'Texto' },
  },
  fr: {
    title: 'Ce que les familles regardent d’abord',
    steps: { photo: 'Ajouter une photo', birthDate: 'Ajouter l’âge', description: 'Écrire un texte' },
    done: { photo: 'Photo', birthDate: 'Âge', description: 'Texte' },
  },
  de: {
    title: 'Worauf Interessierte zuerst achten',
    steps: { photo: 'Foto hinzufügen', birthDate: 'Alter angeben', description: 'Text schreiben' },
    done: { photo: 'Foto', birthDate: 'Alter', description: 'Beschreibung' },
  },
});
