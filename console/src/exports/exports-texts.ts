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
    tag: (tag: string) => `With the tag “${tag}”.`,
    removeTag: 'Remove the tag',
    spreadsheet: 'A spreadsheet',
    spreadsheetHelp:
      'A file for Excel, LibreOffice or Google Sheets, with a line for each of these animals: its name, kind, age, status, days in care and all else of its profile.',
    download: 'Download the spreadsheet',
    reading: 'Reading the animals…',
    readOf: (read: string, total: string) => `${read} of ${total}`,
    stay: 'Stay on this page until the file is there.',
    cancel: 'Cancel',
    proceed: 'Continue',
    readSoFar: (count: number) => `Read so far: ${plural(count, 'animal', 'animals')}.`,
    downloaded: (count: number) => `The file has ${plural(count, 'animal', 'animals')}.`,
    paper: 'A list to print',
    paperHelp:
      'For the newspaper or the notice board: the photo of each of these animals, what is known of it and the beginning of its description. Your browser can also save it as a PDF.',
    seeList: 'See the printable list',
    cards: 'Cards for the kennels',
    cardsHelp:
      'A card for each of these animals with its photo, what adopters ask first, and a QR code that leads to its page: one, two or four on a sheet. To choose single animals, select them in the list.',
    seeCards: 'See the cards',
    whole: 'All animals, to import them again',
    wholeHelp:
      'For this or another Petstore, not for people: the number, name, category and status of every animal, whatever is chosen above. An import of the file recognises each of them. Profiles, photos and reservations are not in it.',
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
    tag: (tag) => `Con la etiqueta «${tag}».`,
    removeTag: 'Quitar la etiqueta',
    spreadsheet: 'Una hoja de cálculo',
    spreadsheetHelp:
      'Un archivo para Excel, LibreOffice o Google Sheets, con una línea por cada uno de estos animales: su nombre, tipo, edad, estado, días en el refugio y todo lo demás de su perfil.',
    download: 'Descargar la hoja de cálculo',
    reading: 'Leyendo los animales…',
    readOf: (read, total) => `${read} de ${total}`,
    stay: 'No salga de esta página hasta que el archivo esté listo.',
    cancel: 'Cancelar',
    proceed: 'Continuar',
    readSoFar: (count) => `Leídos hasta ahora: ${plural(count, 'animal', 'animales')}.`,
    downloaded: (count) => `El archivo tiene ${plural(count, 'animal', 'animales')}.`,
    paper: 'Una lista para imprimir',
    paperHelp:
      'Para el periódico o el tablón: la foto de cada uno de estos animales, lo que se sabe de él y el comienzo de su descripción. El navegador también puede guardarla como PDF.',
    seeList: 'Ver la lista para imprimir',
    cards: 'Fichas para su lugar en el refugio',
    cardsHelp:
      'Una ficha de cada uno de estos animales con su foto, lo que se suele preguntar primero y un código QR que lleva a su página: una, dos o cuatro por hoja. Para elegir animales sueltos, selecciónelos en la lista.',
    seeCards: 'Ver las fichas',
    whole: 'Todos los animales, para importarlos de nuevo',
    wholeHelp:
      'Para este Petstore u otro, no para personas: el número, el nombre, la categoría y el estado de cada animal, sin importar lo elegido arriba. Una importación del archivo reconoce cada uno. No contiene perfiles, fotos ni reservas.',
    backup: 'La copia de seguridad de todo la hace quien opera el servicio.',
    exportAll: 'Exportar todos los animales',
    exporting: 'Exportando…',

    back: 'Volver a la elección',
    print: 'Imprimir',
    printWithout: 'Imprimir sin ellas',
    loadingPhotos: 'Cargando las fotos…',
    sheets: (animals, sheets) =>
      `${plural(animals, 'animal', 'animales')}, en unas ${plural(sheets, 'hoja', 'hojas')}. El diálogo del navegador también los guarda como PDF.`,
    missingPhotos: (count) =>
      `No se pudieron cargar ${plural(count, 'foto', 'fotos')}. Vuelva a cargar esta página, o imprima sin ellas.`,
    noAnimals: 'Ningún animal coincide.',
    tooMany: (max) =>
      `Son más de ${max} animales, demasiados para una lista para imprimir. Elija antes un estado o una categoría.`,
  },
  fr: {
    age: 'Âge',
    added: 'Au catalogue depuis',
    daysInCare: 'Jours au refuge',
    currency: 'Monnaie',
    photos: 'Photos',
    consolePage: 'Page dans la console',
    fileName: 'animaux',

    which: 'Quels animaux',
    search: (words) => `Avec les mots « ${words} ».`,
    removeSearch: 'Retirer la recherche',
    tag: (tag) => `Avec le mot-clé « ${tag} ».`,
    removeTag: 'Retirer le mot-clé',
    spreadsheet: 'Une feuille de calcul',
    spreadsheetHelp:
      'Un fichier pour Excel, LibreOffice ou Google Sheets, avec une ligne pour chacun de ces animaux : son nom, son espèce, son âge, son statut, ses jours au refuge et tout le reste de son profil.',
    download: 'Télécharger la feuille de calcul',
    reading: 'Lecture des animaux…',
    readOf: (read, total) => `${read} sur ${total}`,
    stay: 'Restez sur cette page jusqu’à ce que le fichier soit prêt.',
    cancel: 'Annuler',
    proceed: 'Continuer',
    readSoFar: (count) => `Lus jusqu’ici : ${plural(count, 'animal', 'animaux')}.`,
    downloaded: (count) => `Le fichier contient ${plural(count, 'animal', 'animaux')}.`,
    paper: 'Une liste à imprimer',
    paperHelp:
      'Pour le journal ou le panneau d’affichage : la photo de chacun de ces animaux, ce que l’on sait de lui et le début de sa description. Votre navigateur peut aussi l’enregistrer en PDF.',
    seeList: 'Voir la liste à imprimer',
    cards: 'Des fiches pour les box',
    cardsHelp:
      'Une fiche pour chacun de ces animaux avec sa photo, ce que l’on demande en premier et un code QR qui mène à sa page : une, deux ou quatre par feuille. Pour choisir quelques animaux, sélectionnez-les dans la liste.',
    seeCards: 'Voir les fiches',
    whole: 'Tous les animaux, pour les importer à nouveau',
    wholeHelp:
      'Pour ce Petstore ou un autre, pas pour des personnes : le numéro, le nom, la catégorie et le statut de chaque animal, quel que soit le choix ci-dessus. Une importation du fichier reconnaît chacun d’eux. Il ne contient ni profils, ni photos, ni réservations.',
    backup: 'La sauvegarde de l’ensemble est faite par la personne qui gère votre service.',
    exportAll: 'Exporter tous les animaux',
    exporting: 'Exportation…',

    back: 'Retour au choix',
    print: 'Imprimer',
    printWithout: 'Imprimer sans elles',
    loadingPhotos: 'Chargement des photos…',
    sheets: (animals, sheets) =>
      `${plural(animals, 'animal', 'animaux')}, sur environ ${plural(sheets, 'feuille', 'feuilles')}. La fenêtre de votre navigateur les enregistre aussi en PDF.`,
    missingPhotos: (count) =>
      `${plural(count, 'photo n’a pas pu être chargée', 'photos n’ont pas pu être chargées')}. Rechargez cette page, ou imprimez sans elles.`,
    noAnimals: 'Aucun animal ne correspond.',
    tooMany: (max) =>
      `Il y a plus de ${max} animaux, c’est trop pour une liste à imprimer. Choisissez d’abord un statut ou une catégorie.`,
  },
  de: {
    age: 'Alter',
    added: 'Im Katalog seit',
    daysInCare: 'Tage im Tierheim',
    currency: 'Währung',
    photos: 'Fotos',
    consolePage: 'Seite in der Konsole',
    fileName: 'tiere',

    which: 'Welche Tiere',
    search: (words) => `Mit den Wörtern „${words}“.`,
    removeSearch: 'Suche entfernen',
    tag: (tag) => `Mit dem Schlagwort „${tag}“.`,
    removeTag: 'Schlagwort entfernen',
    spreadsheet: 'Eine Tabelle',
    spreadsheetHelp:
      'Eine Datei für Excel, LibreOffice oder Google Sheets mit einer Zeile für jedes dieser Tiere: Name, Tierart, Alter, Status, Tage im Tierheim und alles andere aus dem Profil.',
    download: 'Tabelle herunterladen',
    reading: 'Die Tiere werden gelesen …',
    readOf: (read, total) => `${read} von ${total}`,
    stay: 'Bleiben Sie auf dieser Seite, bis die Datei da ist.',
    cancel: 'Abbrechen',
    proceed: 'Fortsetzen',
    readSoFar: (count) => `Bisher gelesen: ${plural(count, 'Tier', 'Tiere')}.`,
    downloaded: (count) => `Die Datei enthält ${plural(count, 'Tier', 'Tiere')}.`,
    paper: 'Eine Liste zum Drucken',
    paperHelp:
      'Für die Zeitung oder den Aushang: von jedem dieser Tiere das Foto, was Sie über das Tier wissen, und der Anfang der Beschreibung. Ihr Browser kann sie auch als PDF speichern.',
    seeList: 'Liste zum Drucken ansehen',
    cards: 'Steckbriefe für die Zwinger',
    cardsHelp:
      'Ein Steckbrief für jedes dieser Tiere mit Foto, dem, was Interessierte zuerst fragen, und einem QR-Code, der zu seiner Seite führt: einer, zwei oder vier auf einem Blatt. Um einzelne Tiere zu wählen, markieren Sie sie in der Liste.',
    seeCards: 'Steckbriefe ansehen',
    whole: 'Alle Tiere, um sie wieder zu importieren',
    wholeHelp:
      'Für diesen oder einen anderen Petstore, nicht für Menschen: Nummer, Name, Kategorie und Status jedes Tiers, gleich was oben gewählt ist. Ein Import der Datei erkennt jedes davon. Profile, Fotos und Reservierungen sind nicht darin.',
    backup: 'Eine Sicherung von allem macht die Person, die Ihren Dienst betreibt.',
    exportAll: 'Alle Tiere exportieren',
    exporting: 'Wird exportiert …',

    back: 'Zurück zur Auswahl',
    print: 'Drucken',
    printWithout: 'Ohne sie drucken',
    loadingPhotos: 'Die Fotos werden geladen …',
    sheets: (animals, sheets) =>
      `${plural(animals, 'Tier', 'Tiere')}, auf etwa ${plural(sheets, 'Blatt', 'Blättern')}. Im Fenster Ihres Browsers können Sie sie auch als PDF speichern.`,
    missingPhotos: (count) =>
      `${plural(count, 'Foto konnte', 'Fotos konnten')} nicht geladen werden. Laden Sie diese Seite neu, oder drucken Sie ohne sie.`,
    noAnimals: 'Kein Tier passt dazu.',
    tooMany: (max) =>
      `Das sind mehr als ${max} Tiere, zu viele für eine Liste zum Drucken. Wählen Sie zuerst einen Status oder eine Kategorie.`,
  },
});
