import { inLanguage, plural } from '../../texts/in-language.ts';

/** The texts of kennel cards. */
export const TEXTS = inLanguage({
  en: {
    backToAnimal: 'Back to the animal',
    backToList: 'Back to the list',
    backToChoice: 'Back to the choice',
    perSheet: 'Cards on a sheet',
    perSheetChoices: { 1: 'One large card', 2: 'Two cards', 4: 'Four small cards' },
    paper: 'Paper',
    letter: 'Letter',
    sheets: (cards: number, sheets: number) =>
      `${plural(cards, 'card', 'cards')}, on ${plural(sheets, 'sheet', 'sheets')}. The dialog of your browser also saves them as a PDF. Choose the same paper there.`,
    pagesAreOff: 'The cards have no QR code, because the public pages are off.',
    turnOn: 'Turn them on in the settings',
    askAdmin: 'An admin can turn them on in the settings.',
    withoutCode: (count: number, all: number) =>
      count === all
        ? 'The cards have no QR code: only animals that are available or on hold have a public page.'
        : `${plural(count, 'card has', 'cards have')} no QR code: only animals that are available or on hold have a public page.`,
    noAnimals: 'No animal matches.',
    tooMany: (max: string) =>
      `These are more than ${max} animals, which is too many cards at a time. Choose a status or a category first, or select animals in the list.`,
    specialNeeds: 'Special needs:',
    together: (names: string) => `Goes to a new home together with ${names}`,
    scan: 'Scan the code for more about me',
    codeOf: (name: string) => `QR code of the public page of ${name}`,
    number: (id: bigint) => `No. ${id}`,
  },
  es: {
    backToAnimal: 'Volver al animal',
    backToList: 'Volver a la lista',
    backToChoice: 'Volver a la elección',
    perSheet: 'Fichas por hoja',
    perSheetChoices: { 1: 'Una ficha grande', 2: 'Dos fichas', 4: 'Cuatro fichas pequeñas' },
    paper: 'Papel',
    letter: 'Carta',
    sheets: (cards, sheets) =>
      `${plural(cards, 'ficha', 'fichas')}, en ${plural(sheets, 'hoja', 'hojas')}. El diálogo del navegador también las guarda como PDF. Elija allí el mismo papel.`,
    pagesAreOff: 'Las fichas no tienen código QR porque las páginas públicas están desactivadas.',
    turnOn: 'Activarlas en los ajustes',
    askAdmin: 'Un administrador puede activarlas en los ajustes.',
    withoutCode: (count, all) =>
      count === all
        ? 'Las fichas no tienen código QR: solo los animales disponibles o reservados tienen una página pública.'
        : `${plural(count, 'ficha no tiene', 'fichas no tienen')} código QR: solo los animales disponibles o reservados tienen una página pública.`,
    noAnimals: 'Ningún animal coincide.',
    tooMany: (max) =>
      `Son más de ${max} animales, demasiadas fichas a la vez. Elija antes un estado o una categoría, o seleccione animales en la lista.`,
    specialNeeds: 'Cuidados especiales:',
    together: (names) => `Se va a su nuevo hogar junto con ${names}`,
    scan: 'Escanee el código para saber más de mí',
    codeOf: (name) => `Código QR de la página pública de ${name}`,
    number: (id) => `N.º ${id}`,
  },
  fr: {
    backToAnimal: 'Retour à l’animal',
    backToList: 'Retour à la liste',
    backToChoice: 'Retour au choix',
    perSheet: 'Fiches par feuille',
    perSheetChoices: { 1: 'Une grande fiche', 2: 'Deux fiches', 4: 'Quatre petites fiches' },
    paper: 'Papier',
    letter: 'Lettre US',
    sheets: (cards, sheets) =>
      `${plural(cards, 'fiche', 'fiches')}, sur ${plural(sheets, 'feuille', 'feuilles')}. La fenêtre de votre navigateur les enregistre aussi en PDF. Choisissez-y le même papier.`,
    pagesAreOff: 'Les fiches n’ont pas de code QR, car les pages publiques sont désactivées.',
    turnOn: 'Les activer dans les réglages',
    askAdmin: 'Un administrateur peut les activer dans les réglages.',
    withoutCode: (count, all) =>
      count === all
        ? 'Les fiches n’ont pas de code QR : seuls les animaux disponibles ou réservés ont une page publique.'
        : `${plural(count, 'fiche n’a', 'fiches n’ont')} pas de code QR : seuls les animaux disponibles ou réservés ont une page publique.`,
    noAnimals: 'Aucun animal ne correspond.',
    tooMany: (max) =>
      `Il y a plus de ${max} animaux, c’est trop de fiches à la fois. Choisissez d’abord un statut ou une catégorie, ou sélectionnez des animaux dans la liste.`,
    specialNeeds: 'Besoins particuliers :',
    together: (names) => `Part dans son nouveau foyer avec ${names}`,
    scan: 'Scannez le code pour en savoir plus sur moi',
    codeOf: (name) => `Code QR de la page publique : ${name}`,
    number: (id) => `N° ${id}`,
  },
  de: {
    backToAnimal: 'Zurück zum Tier',
    backToList: 'Zurück zur Liste',
    backToChoice: 'Zurück zur Auswahl',
    perSheet: 'Steckbriefe pro Blatt',
    perSheetChoices: { 1: 'Ein großer Steckbrief', 2: 'Zwei Steckbriefe', 4: 'Vier kleine Steckbriefe' },
    paper: 'Papier',
    letter: 'US Letter',
    sheets: (cards, sheets) =>
      `${plural(cards, 'Steckbrief', 'Steckbriefe')} auf ${plural(sheets, 'Blatt', 'Blättern')}. Im Fenster Ihres Browsers können Sie sie auch als PDF speichern. Wählen Sie dort dasselbe Papier.`,
    pagesAreOff: 'Die Steckbriefe haben keinen QR-Code, weil die öffentlichen Seiten ausgeschaltet sind.',
    turnOn: 'In den Einstellungen einschalten',
    askAdmin: 'Ein Admin kann sie in den Einstellungen einschalten.',
    withoutCode: (count, all) =>
      count === all
        ? 'Die Steckbriefe haben keinen QR-Code: Nur verfügbare und reservierte Tiere haben eine öffentliche Seite.'
        : `${plural(count, 'Steckbrief hat', 'Steckbriefe haben')} keinen QR-Code: Nur verfügbare und reservierte Tiere haben eine öffentliche Seite.`,
    noAnimals: 'Kein Tier passt dazu.',
    tooMany: (max) =>
      `Das sind mehr als ${max} Tiere, zu viele Steckbriefe auf einmal. Wählen Sie zuerst einen Status oder eine Kategorie, oder wählen Sie Tiere in der Liste aus.`,
    specialNeeds: 'Besondere Bedürfnisse:',
    together: (names) => `Zieht nur zusammen mit ${names} um`,
    scan: 'Scannen Sie den Code, und erfahren Sie mehr über mich',
    codeOf: (name) => `QR-Code der öffentlichen Seite von ${name}`,
    number: (id) => `Nr. ${id}`,
  },
});
