import { quote } from '../../../platform/core/errors.ts';
import type { FoundDate } from '../values/date-order.ts';
import type { ImportTexts } from './import-texts.ts';

const number = (count: number) => count.toLocaleString('fr');
const listed = (names: readonly string[]) => (names.length === 0 ? 'aucune' : names.map(quote).join(', '));
const found = ({ line, column, text }: FoundDate) =>
  `la ligne ${line} contient ${quote(text)} dans la colonne ${quote(column)}`;
const unclosedQuote = 'contient un guillemet qui n’est pas fermé';
const SAVE_AS_CSV = 'Enregistrez la feuille au format CSV, ou divisez-la.';

export const FR: ImportTexts = {
  row: {
    missing: 'manque ou est vide',
    tooLong: (characters) => `doit avoir au plus ${number(characters)} caractères`,
    noInteger: (got) => `doit être un nombre entier entre -2^63 et 2^63-1 ; ici ${quote(got)}`,
    notInMapping: (values, others, got) =>
      `doit être l’une de ces valeurs : ${values}${others > 0 ? ` et ${number(others)} autres` : ''} ; ici ${quote(got)}`,
    unknownStatus: (got) => `doit être disponible, réservé, adopté ou vide ; ici ${quote(got)}`,
    unknownSex: (got) => `doit être femelle, mâle ou vide ; ici ${quote(got)}`,
    unknownSize: (got) => `doit être petit, moyen, grand, très grand ou vide ; ici ${quote(got)}`,
    unknownCoatLength: (got) => `doit être sans poil, court, mi-long, long ou vide ; ici ${quote(got)}`,
    unknownFlag: (got) => `doit être oui, non ou vide ; ici ${quote(got)}`,
    noDate: (got) => `doit être une date comme 2026-11-21 ; ici ${quote(got)}`,
    otherDateOrder: (got, order) =>
      `n’est pas une date avec ${order === 'day-first' ? 'le jour' : 'le mois'} en premier, comme les autres du fichier ; ici ${quote(got)}`,
    future: 'ne doit pas être dans le futur',
    noAmount: (got) => `doit être un montant comme 125,00 ; ici ${quote(got)}`,
    otherCurrency: (got, currency) =>
      `doit être en ${currency}, comme les autres montants ; ici ${quote(got)}`,
    noContact:
      'doit être une adresse qui commence par https:, mailto: ou tel:, comme https://shelter.example/adopt',
    noVideo: 'doit être une adresse qui commence par https:, comme https://video.example/frank',
    noMicrochip: 'doit avoir 15 chiffres, ou 9 ou 10 lettres et chiffres, comme 985112003456789',
    tooManyTags: 'doit avoir au plus 10 mots, séparés par des virgules et de 30 caractères au plus',
    formulaError: (got) => `contient l’erreur ${got} d’une formule : corrigez la formule ou videz la cellule`,
    shortenedNumber: (got) =>
      `est un nombre que le tableur a raccourci ; ici ${quote(got)}. Mettez la colonne au format texte et saisissez à nouveau tous les chiffres`,
    notAsExported: 'doit être un nombre entier entre -2^63 et 2^63-1, comme dans l’exportation',
    originNotAsExported: 'doit être vide ou comme dans l’exportation',
    notForAdoption: (status) => `n’est pas à adopter : ${status}`,
    noStay: (reason) => `n’est pas le séjour d’un animal vivant : ${reason}`,
    inBin: (petId) =>
      `appartient à l’animal ${petId}, qui est dans la corbeille : restaurez-le, puis importez à nouveau la ligne`,
    held: (petId) =>
      `indique que l’animal ${petId} est parti, mais une réservation le retient : terminez ou annulez la réservation, puis importez à nouveau la ligne`,
    tooManyCategories: (maximum) =>
      `a une nouvelle espèce, et il y en a déjà ${maximum}, le maximum : donnez-lui l’une d’elles`,
    tooManyMovements: (maximum) =>
      `appartient à un animal qui a ${maximum} mouvements, le maximum : supprimez-y ce qui n’a pas eu lieu, puis importez de nouveau la ligne`,
    newestNotImported:
      'est d’un animal qui n’est pas importé, car sa ligne la plus récente est à corriger ou ignorée : corrigez cette ligne, puis importez à nouveau le fichier',
    endBeforeBeginning: (day) => `ne doit pas précéder le début, ${day}`,
    together: {
      noReference: 'exige votre propre numéro de l’animal, que cette ligne n’a pas',
      unknown: (animal) =>
        `cite l’animal ${animal}, qui n’est pas au catalogue : corrigez le numéro, ou importez aussi sa ligne`,
      itself: 'doit citer d’autres animaux ; cite seulement l’animal lui-même',
      inBin: (animal) =>
        `cite l’animal ${animal}, qui est dans la corbeille : restaurez-le, puis importez à nouveau la ligne`,
      otherAccount: (animal) => `cite l’animal ${animal}, qui appartient à un autre compte`,
      inOtherGroup: (animal, others) =>
        `cite l’animal ${animal}, qui va avec ${others.join(', ')} : citez-les tous, ou aucun`,
      held: (animal) =>
        `ne peut pas changer le groupe, car une réservation retient l’animal ${animal} : terminez ou annulez la réservation, puis importez à nouveau la ligne`,
      gone: (animal) =>
        `cite l’animal ${animal}, qui a été adopté ou est parti : seuls des animaux présents peuvent aller ensemble`,
      tooMany: (animals) => `formerait un groupe de plus de ${animals} animaux`,
      tooManyApplications: (maximum) =>
        `formerait un groupe avec plus de ${number(maximum)} demandes ouvertes : décidez d’abord de certaines`,
    },
  },
  reading: {
    unclosedQuote,
    tooLong: (characters) => `dépasse ${number(characters)} caractères`,
    tooLongOrUnclosed: (characters) => `dépasse ${number(characters)} caractères, ou ${unclosedQuote}`,
    tooManyLines: (lines) => `dépasse ${number(lines)} lignes, ou ${unclosedQuote}`,
    tooManyValues: (values) => `a plus de ${number(values)} valeurs`,
    damagedText: 'n’est pas en UTF-8',
    wrongCount: (values, columns) =>
      `a ${values === 1 ? '1 valeur' : `${values} valeurs`}, mais l’en-tête a ${columns} colonnes${
        values > columns ? ' : mettez entre guillemets les valeurs qui contiennent le séparateur' : ''
      }`,
    noObject: 'doit être un objet JSON, comme {"name":"Frank","categoryId":1}',
    unreadable: (fault) => `ne peut pas être lue : ${fault}`,
    noText: 'doit être un texte ou un nombre',
    moreRows: 'et d’autres lignes, qui ne sont pas affichées',
  },
  problem: {
    noName: 'On ne sait pas quelle colonne contient le nom. Choisissez-la.',
    noKind:
      'On ne sait pas quelle colonne contient l’espèce. Choisissez-la, ou choisissez une espèce pour tous les animaux.',
    noStatus:
      'On ne sait pas quelle colonne contient le statut. Choisissez-la, ou choisissez un statut pour tous les animaux.',
    statusUnknown: (values, rows) =>
      `Choisissez ce que signifient ces valeurs du statut : ${listed(values)}. En attendant, ${rows === 1 ? '1 ligne n’est pas importée' : `${number(rows)} lignes ne sont pas importées`}.`,
    reasonUnknown: (column, values, rows) =>
      `Choisissez ce que signifient ces valeurs de la colonne ${quote(column)} : ${listed(values)}. En attendant, ${rows === 1 ? '1 ligne n’est pas importée' : `${number(rows)} lignes ne sont pas importées`}.`,
    noCurrency: (column) => `Choisissez la monnaie des montants de la colonne ${quote(column)}.`,
    noDates: (column, rows, example) =>
      `La colonne ${quote(column)} a ${number(rows)} ${rows === 1 ? 'valeur qui n’est pas une date' : 'valeurs qui ne sont pas des dates'}, la première à la ligne ${example.line} : ${quote(example.text)}.`,
    noAmounts: (column, rows, example) =>
      `La colonne ${quote(column)} a ${number(rows)} ${rows === 1 ? 'valeur qui n’est pas un montant' : 'valeurs qui ne sont pas des montants'}, la première à la ligne ${example.line} : ${quote(example.text)}.`,
    repeatedColumn: (name) =>
      `Plusieurs colonnes s’appellent ${quote(name)}. Renommez les autres pour l’importer.`,
    unreadableRows: (rows) =>
      rows === 1 ? '1 ligne ne peut pas être lue.' : `${number(rows)} lignes ne peuvent pas être lues.`,
    shortenedNumbers: (column, example) =>
      `La colonne ${quote(column)} contient des nombres que le tableur a raccourcis, comme ${quote(example)}. Mettez-la au format texte et saisissez à nouveau tous les chiffres.`,
    formulaErrors: (column, example) =>
      `La colonne ${quote(column)} contient des erreurs de formules, comme ${example}. Ces lignes ne sont pas importées : corrigez les formules.`,
    noReference:
      'On ne sait pas quelle colonne contient votre propre numéro de l’animal. Sans elle, les arrivées et les départs ne sont pas enregistrés, et importer à nouveau le fichier ajoute les animaux encore une fois.',
  },
  sheet: {
    damaged: `la feuille de calcul est endommagée ou n’est pas un fichier .xlsx. ${SAVE_AS_CSV}`,
    noXlsx: 'la feuille de calcul n’est pas un fichier .xlsx. Enregistrez-la au format .xlsx ou CSV.',
    hasPassword:
      'la feuille de calcul a un mot de passe ou est un ancien fichier .xls. Retirez le mot de passe, ou enregistrez-la au format .xlsx ou CSV.',
    noWorksheet: 'le classeur n’a pas de feuille de calcul. Copiez les lignes dans une feuille.',
    tooLarge: `la feuille de calcul dépasse 10 Mo. ${SAVE_AS_CSV}`,
    tooSlow: `la feuille de calcul prend trop de temps à lire. ${SAVE_AS_CSV}`,
    unpacksTooLarge: `la feuille de calcul dépasse 200 Mo une fois décompressée. ${SAVE_AS_CSV}`,
    tooManyCells: `la feuille de calcul a trop de cellules. ${SAVE_AS_CSV}`,
    noSuchSheet: (name, sheets) =>
      `la feuille de calcul n’a pas de feuille ${quote(name)} ; ses feuilles sont ${listed(sheets)}. Choisissez-en une`,
  },
  file: {
    empty: 'le fichier est vide : sa première ligne doit nommer les colonnes',
    header: (line, fault) => `l’en-tête (ligne ${line}) ${fault}`,
    missingColumns: (missing, columns) =>
      `le fichier n’a pas de colonne ${listed(missing)} ; ses colonnes sont ${listed(columns)}. Choisissez les colonnes de ce fichier`,
    missingMembers: (missing, members) =>
      `le premier objet du fichier n’a aucun des membres ${listed(missing)} ; il a ${listed(members)}. Choisissez les membres de ce fichier`,
    twoColumns: (name) => `le fichier a plusieurs colonnes ${quote(name)} : renommez les autres`,
    noHeaderRow: (line) => `le fichier n’a pas de ligne ${line}, indiquée comme en-tête`,
    dateOrderUnknown: (example) =>
      `${found(example)} : le fichier ne montre pas si le jour ou le mois vient en premier. Choisissez l’ordre : dateOrder de la correspondance est "day-first" ou "month-first"`,
    dateOrderContradiction: (dayFirst, monthFirst) =>
      `les dates du fichier ont deux ordres : ${found(dayFirst)}, où le jour vient en premier, et ${found(monthFirst)}, où le mois vient en premier. Écrivez toutes les dates de la même façon, par exemple 2026-11-21`,
    temporaryFolder:
      'impossible d’écrire dans le dossier des fichiers temporaires : libérez de l’espace, ou indiquez un autre dossier dans TMPDIR. Rien n’a été importé.',
    endedTooOften: (times) =>
      `Le service s’est arrêté ${times} fois pendant la lecture du fichier. Importez-en une partie.`,
    serviceFault:
      'L’importation a échoué à cause d’une erreur du service, dont le journal contient les détails.',
  },
};
