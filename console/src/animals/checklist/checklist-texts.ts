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
});
