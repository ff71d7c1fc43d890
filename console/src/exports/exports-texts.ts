import { inLanguage, plural } from '../texts/in-language.ts';

/** The texts of what takes animals out of the console: spreadsheets and paper. */
export const TEXTS = inLanguage({
  en: {
    // The columns of the spreadsheet that have no field in a form.
    age: 'Age',
    added: 'In the catalogue since',
    daysInCare: 'Days in care',
    currency: 'Currency',
    photos: 'Photos',
    consolePage: 'Page in the console',
    fileName: 'animals',

    which: 'Which animals',
    search: (words: string) => `With the words “${words}”.`,
    removeSearch: 'Remove the search',
    spreadsheet: 'A spreadsheet',
    spreadsheetHelp:
      'A file for Excel, LibreOffice or Google Sheets, with a line for each of these animals: its name, kind, age, status, days in care and all else of its profile.',
    download: 'Download the spreadsheet',
    reading: 'Reading the animals…',
    readOf: (read: string, total: string) => `${read} of ${total}`,
    stay: 'Stay on this page until the file is there.',
    cancel: 'Cancel',
    proceed: 'Continue',
    readSoFar: (count: number) => `${plural(count, 'animal', 'animals')} have been read so far.`,
    downloaded: (count: number) => `The file has ${plural(count, 'animal', 'animals')}.`,
    paper: 'A list to print',
    paperHelp:
      'For the newspaper or the notice board: the photo of each of these animals, what is known of it and the beginning of its description. Your browser can also save it as a PDF.',
    seeList: 'See the printable list',
    card: 'A card of one animal',
    cardHelp: 'For the kennel: open the page of the animal, and choose “Print a card”.',
    whole: 'All animals, to import them again',
    wholeHelp:
      'For this or another Petstore, not for people: the number, name, category and status of every animal, whatever is chosen above. An import of the file recognises each of them. Profiles, photos and orders are not in it.',
    backup: 'A backup of everything is made by the operator of your service.',
    exportAll: 'Export all animals',
    exporting: 'Exporting…',

    back: 'Back to the choice',
    print: 'Print',
    printWithout: 'Print without them',
    loadingPhotos: 'Loading the photos…',
    sheets: (animals: number, sheets: number) =>
      `${plural(animals, 'animal', 'animals')}, on about ${plural(sheets, 'sheet', 'sheets')}. The dialog of your browser also saves them as a PDF.`,
    missingPhotos: (count: number) =>
      `${plural(count, 'photo', 'photos')} could not be loaded. Load this page again, or print without them.`,
    noAnimals: 'No animal matches.',
    tooMany: (max: string) =>
      `These are more than ${max} animals, which is too many for a printable list. Choose a status or a category first.`,
  },
  es: {
    age: 'Edad',
    added: 'En el catálogo desde',
    daysInCare: 'Días en el refugio',
    currency: 'Moneda',
    photos: 'Fotos',
    consolePage: 'Página en la consola',
    fileName: 'animales',

    which: 'Qué animales',
    search: (words) => `Con las palabras «${words}».`,
    removeSearch: 'Quitar la búsqueda',
    spreadsheet: 'Una hoja de cálculo',
    spreadsheetHelp:
      'Un archivo para Excel, LibreOffice o Google Sheets, con una línea por cada uno de estos animales: su nombre, tipo, edad, estado, días en el refugio y todo lo demás de su perfil.',
    download: 'Descargar la hoja de cálculo',
    reading: 'Leyendo los animales…',
    readOf: (read, total) => `${read} de ${total}`,
    stay: 'No salir de esta página hasta que el archivo esté listo.',
    cancel: 'Cancelar',
    proceed: 'Continuar',
    readSoFar: (count) => `Hasta ahora se leyeron ${plural(count, 'animal', 'animales')}.`,
    downloaded: (count) => `El archivo tiene ${plural(count, 'animal', 'animales')}.`,
    paper: 'Una lista para imprimir',
    paperHelp:
      'Para el periódico o el tablón: la foto de cada uno de estos animales, lo que se sabe de él y el comienzo de su descripción. El navegador también puede guardarla como PDF.',
    seeList: 'Ver la lista para imprimir',
    card: 'La ficha de un animal',
    cardHelp: 'Para su lugar en el refugio: abrir la página del animal y elegir «Imprimir la ficha».',
    whole: 'Todos los animales, para importarlos de nuevo',
    wholeHelp:
      'Para este Petstore u otro, no para personas: el número, el nombre, la categoría y el estado de cada animal, sin importar lo elegido arriba. Una importación del archivo reconoce cada uno. No contiene perfiles, fotos ni solicitudes.',
    backup: 'La copia de seguridad de todo la hace quien administra el servicio.',
    exportAll: 'Exportar todos los animales',
    exporting: 'Exportando…',

    back: 'Volver a la elección',
    print: 'Imprimir',
    printWithout: 'Imprimir sin ellas',
    loadingPhotos: 'Cargando las fotos…',
    sheets: (animals, sheets) =>
      `${plural(animals, 'animal', 'animales')}, en unas ${plural(sheets, 'hoja', 'hojas')}. El diálogo del navegador también los guarda como PDF.`,
    missingPhotos: (count) =>
      `No se pudieron cargar ${plural(count, 'foto', 'fotos')}. Volver a cargar esta página o imprimir sin ellas.`,
    noAnimals: 'Ningún animal coincide.',
    tooMany: (max) =>
      `Son más de ${max} animales, demasiados para una lista para imprimir. Elegir antes un estado o una categoría.`,
  },
});
