import { inLanguage } from '../../texts/in-language.ts';

export const TEXTS = inLanguage({
  en: {
    otherFormat: 'Save the spreadsheet as .xlsx or as CSV first.',
    tooLarge: 'The file is larger than 50 MB. Split it into several files.',
    noRows: 'The file has no rows. Its first line must name the columns, and each other line is an animal.',
    twice: (name: string) => `Two columns have the name “${name}”. Rename one of them.`,
    openQuote: (line: number) => `Line ${line} has a quote that is not closed.`,
  },
  es: {
    otherFormat: 'Guardar primero la hoja de cálculo como .xlsx o como CSV.',
    tooLarge: 'El archivo ocupa más de 50 MB. Dividirlo en varios archivos.',
    noRows:
      'El archivo no tiene filas. La primera línea debe nombrar las columnas, y cada otra línea es un animal.',
    twice: (name) => `Dos columnas se llaman «${name}». Cambiar el nombre de una.`,
    openQuote: (line) => `La línea ${line} tiene una comilla sin cerrar.`,
  },
});
