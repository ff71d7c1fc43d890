import { inLanguage, plural } from '../texts/in-language.ts';

/** The counts of an import, before and after it. */
export const TEXTS = inLanguage({
  en: {
    created: { before: 'will be added', after: 'added' },
    updated: { before: 'will be changed', after: 'changed' },
    unchanged: { before: 'are in the catalogue already', after: 'were in the catalogue already' },
    held: {
      before: 'keep the status that their reservation sets',
      after: 'kept the status that their reservation sets',
    },
    kept: { before: 'stay as they are in the catalogue', after: 'stayed as they are in the catalogue' },
    deleted: {
      before: 'were removed earlier and stay removed',
      after: 'were removed earlier and stay removed',
    },
    superseded: { before: 'are repeated by a newer row', after: 'were repeated by a newer row' },
    older: {
      before: 'are older than what is in the catalogue',
      after: 'were older than what is in the catalogue',
    },
    failed: { before: 'have a problem and will be left out', after: 'have a problem and were left out' },
    movementsAdded: {
      before: 'arrivals, foster stays and departures will be added',
      after: 'arrivals, foster stays and departures added',
    },
    movementsChanged: {
      before: 'arrivals, foster stays and departures will be changed',
      after: 'arrivals, foster stays and departures changed',
    },
    movementsUnchanged: {
      before: 'arrivals, foster stays and departures are recorded already',
      after: 'arrivals, foster stays and departures were recorded already',
    },
    movementsFailed: {
      before: 'arrivals, foster stays and departures cannot be recorded',
      after: 'arrivals, foster stays and departures could not be recorded',
    },
    bondsChanged: { before: 'change who they go together with', after: 'changed who they go together with' },
    bondsUnchanged: {
      before: 'go together already, as in the file',
      after: 'went together already, as in the file',
    },
    bondsFailed: {
      before: 'cannot go together as in the file',
      after: 'could not go together as in the file',
    },
    leftOut: (reasons: string) => `Left out: ${reasons}.`,
    left: (animals: string) =>
      `Of the rows that are left out, these animals are in the catalogue and stay there: ${animals}.`,
    withoutReference: (count: number) =>
      `${plural(count, 'animal has', 'animals have')} no number of your own system: importing this file again adds animals without a number again, with their arrivals and departures.`,
  },
  es: {
    created: { before: 'se agregarán', after: 'agregados' },
    updated: { before: 'se cambiarán', after: 'cambiados' },
    unchanged: { before: 'ya están en el catálogo', after: 'ya estaban en el catálogo' },
    held: {
      before: 'conservan el estado que fija su reserva',
      after: 'conservaron el estado que fija su reserva',
    },
    kept: { before: 'quedan como están en el catálogo', after: 'quedaron como están en el catálogo' },
    deleted: {
      before: 'se eliminaron antes y siguen eliminados',
      after: 'se eliminaron antes y siguen eliminados',
    },
    superseded: { before: 'se repiten en una fila más nueva', after: 'se repetían en una fila más nueva' },
    older: {
      before: 'son más antiguas que lo que hay en el catálogo',
      after: 'eran más antiguas que lo que hay en el catálogo',
    },
    failed: { before: 'tienen un problema y se omitirán', after: 'tienen un problema y se omitieron' },
    movementsAdded: {
      before: 'ingresos, hogares temporales y salidas se agregarán',
      after: 'ingresos, hogares temporales y salidas agregados',
    },
    movementsChanged: {
      before: 'ingresos, hogares temporales y salidas se cambiarán',
      after: 'ingresos, hogares temporales y salidas cambiados',
    },
    movementsUnchanged: {
      before: 'ingresos, hogares temporales y salidas ya están registrados',
      after: 'ingresos, hogares temporales y salidas ya estaban registrados',
    },
    movementsFailed: {
      before: 'ingresos, hogares temporales y salidas no se pueden registrar',
      after: 'ingresos, hogares temporales y salidas no se pudieron registrar',
    },
    bondsChanged: { before: 'cambiarán de grupo', after: 'cambiaron de grupo' },
    bondsUnchanged: {
      before: 'ya van juntos como en el archivo',
      after: 'ya iban juntos como en el archivo',
    },
    bondsFailed: {
      before: 'no pueden ir juntos como en el archivo',
      after: 'no pudieron ir juntos como en el archivo',
    },
    leftOut: (reasons) => `Omitidos: ${reasons}.`,
    left: (animals) =>
      `De las filas omitidas, estos animales están en el catálogo y siguen allí: ${animals}.`,
    withoutReference: (count) =>
      `${plural(count, 'animal no tiene', 'animales no tienen')} número de su propio sistema: importar este archivo otra vez agrega de nuevo los animales sin número, con sus ingresos y salidas.`,
  },
  fr: {
    created: { before: 'seront ajoutés', after: 'ajoutés' },
    updated: { before: 'seront modifiés', after: 'modifiés' },
    unchanged: { before: 'sont déjà dans le catalogue', after: 'étaient déjà dans le catalogue' },
    held: {
      before: 'gardent le statut que fixe leur réservation',
      after: 'ont gardé le statut que fixe leur réservation',
    },
    kept: {
      before: 'restent tels quels dans le catalogue',
      after: 'sont restés tels quels dans le catalogue',
    },
    deleted: {
      before: 'ont été supprimés auparavant et le restent',
      after: 'ont été supprimés auparavant et le restent',
    },
    superseded: {
      before: 'sont répétés par une ligne plus récente',
      after: 'étaient répétés par une ligne plus récente',
    },
    older: {
      before: 'sont plus anciens que le catalogue',
      after: 'étaient plus anciens que le catalogue',
    },
    failed: { before: 'sont à corriger et seront ignorés', after: 'sont à corriger et ont été ignorés' },
    movementsAdded: {
      before: 'arrivées, accueils et départs seront ajoutés',
      after: 'arrivées, accueils et départs ajoutés',
    },
    movementsChanged: {
      before: 'arrivées, accueils et départs seront modifiés',
      after: 'arrivées, accueils et départs modifiés',
    },
    movementsUnchanged: {
      before: 'arrivées, accueils et départs sont déjà enregistrés',
      after: 'arrivées, accueils et départs étaient déjà enregistrés',
    },
    movementsFailed: {
      before: 'arrivées, accueils et départs ne peuvent pas être enregistrés',
      after: 'arrivées, accueils et départs n’ont pas pu être enregistrés',
    },
    bondsChanged: { before: 'changeront de compagnons', after: 'ont changé de compagnons' },
    bondsUnchanged: {
      before: 'vont déjà ensemble comme dans le fichier',
      after: 'allaient déjà ensemble comme dans le fichier',
    },
    bondsFailed: {
      before: 'ne peuvent pas aller ensemble comme dans le fichier',
      after: 'n’ont pas pu aller ensemble comme dans le fichier',
    },
    leftOut: (reasons) => `Ignorés : ${reasons}.`,
    left: (animals) =>
      `Parmi les lignes ignorées, ces animaux sont dans le catalogue et y restent : ${animals}.`,
    withoutReference: (count) =>
      `${plural(count, 'animal n’a', 'animaux n’ont')} pas de numéro de votre système : importer à nouveau ce fichier ajoute encore une fois les animaux sans numéro, avec leurs arrivées et départs.`,
  },
  de: {
    created: { before: 'kommen hinzu', after: 'hinzugefügt' },
    updated: { before: 'werden geändert', after: 'geändert' },
    unchanged: { before: 'sind schon im Katalog', after: 'waren schon im Katalog' },
    held: {
      before: 'behalten den Status, den ihre Reservierung vorgibt',
      after: 'behielten den Status, den ihre Reservierung vorgibt',
    },
    kept: { before: 'bleiben im Katalog, wie sie sind', after: 'blieben im Katalog, wie sie sind' },
    deleted: {
      before: 'wurden früher entfernt und bleiben entfernt',
      after: 'wurden früher entfernt und bleiben entfernt',
    },
    superseded: {
      before: 'stehen in einer neueren Zeile noch einmal',
      after: 'standen in einer neueren Zeile noch einmal',
    },
    older: {
      before: 'sind älter als der Stand im Katalog',
      after: 'waren älter als der Stand im Katalog',
    },
    failed: {
      before: 'sind fehlerhaft und werden ausgelassen',
      after: 'sind fehlerhaft und wurden ausgelassen',
    },
    movementsAdded: {
      before: 'Aufnahmen, Pflegestellen und Abgänge kommen hinzu',
      after: 'Aufnahmen, Pflegestellen und Abgänge hinzugefügt',
    },
    movementsChanged: {
      before: 'Aufnahmen, Pflegestellen und Abgänge werden geändert',
      after: 'Aufnahmen, Pflegestellen und Abgänge geändert',
    },
    movementsUnchanged: {
      before: 'Aufnahmen, Pflegestellen und Abgänge sind schon erfasst',
      after: 'Aufnahmen, Pflegestellen und Abgänge waren schon erfasst',
    },
    movementsFailed: {
      before: 'Aufnahmen, Pflegestellen und Abgänge können nicht erfasst werden',
      after: 'Aufnahmen, Pflegestellen und Abgänge konnten nicht erfasst werden',
    },
    bondsChanged: { before: 'wechseln die Gruppe', after: 'haben die Gruppe gewechselt' },
    bondsUnchanged: { before: 'sind schon in dieser Gruppe', after: 'waren schon in dieser Gruppe' },
    bondsFailed: { before: 'können nicht in diese Gruppe', after: 'konnten nicht in diese Gruppe' },
    leftOut: (reasons) => `Ausgelassen: ${reasons}.`,
    left: (animals) =>
      `Von den ausgelassenen Zeilen stehen diese Tiere im Katalog und bleiben dort: ${animals}.`,
    withoutReference: (count) =>
      `${plural(count, 'Tier hat', 'Tiere haben')} keine Nummer Ihres eigenen Systems: Wenn Sie diese Datei noch einmal importieren, kommen Tiere ohne Nummer noch einmal hinzu, mit Aufnahmen und Abgängen.`,
  },
});
