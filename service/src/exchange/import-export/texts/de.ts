import { quote } from '../../../platform/core/errors.ts';
import type { FoundDate } from '../values/date-order.ts';
import type { ImportTexts } from './import-texts.ts';

const number = (count: number) => count.toLocaleString('de');
const listed = (names: readonly string[]) => (names.length === 0 ? 'keine' : names.map(quote).join(', '));
const found = ({ line, column, text }: FoundDate) =>
  `Zeile ${line} hat ${quote(text)} in der Spalte ${quote(column)}`;
const unclosedQuote = 'hat ein Anführungszeichen, das nicht geschlossen ist';
const SAVE_AS_CSV = 'Speichern Sie das Blatt als CSV oder teilen Sie es.';

export const DE: ImportTexts = {
  row: {
    missing: 'fehlt oder ist leer',
    tooLong: (characters) => `darf höchstens ${number(characters)} Zeichen haben`,
    noInteger: (got) => `muss eine ganze Zahl zwischen -2^63 und 2^63-1 sein; hier steht ${quote(got)}`,
    notInMapping: (values, others, got) =>
      `muss einer von diesen Werten sein: ${values}${others > 0 ? ` und ${number(others)} weitere` : ''}; hier steht ${quote(got)}`,
    unknownStatus: (got) => `muss verfügbar, reserviert, vermittelt oder leer sein; hier steht ${quote(got)}`,
    unknownSex: (got) => `muss weiblich, männlich oder leer sein; hier steht ${quote(got)}`,
    unknownSize: (got) => `muss klein, mittel, groß, sehr groß oder leer sein; hier steht ${quote(got)}`,
    unknownCoatLength: (got) => `muss haarlos, kurz, mittel, lang oder leer sein; hier steht ${quote(got)}`,
    unknownFlag: (got) => `muss ja, nein oder leer sein; hier steht ${quote(got)}`,
    noDate: (got) => `muss ein Datum wie 2026-11-21 sein; hier steht ${quote(got)}`,
    otherDateOrder: (got, order) =>
      `ist kein Datum, in dem zuerst ${order === 'day-first' ? 'der Tag' : 'der Monat'} steht, wie in den anderen der Datei; hier steht ${quote(got)}`,
    future: 'darf nicht in der Zukunft liegen',
    noAmount: (got) => `muss ein Betrag wie 125,00 sein; hier steht ${quote(got)}`,
    otherCurrency: (got, currency) =>
      `muss wie die anderen Beträge in ${currency} sein; hier steht ${quote(got)}`,
    noContact:
      'muss eine Adresse sein, die mit https:, mailto: oder tel: beginnt, zum Beispiel https://shelter.example/adopt',
    noVideo: 'muss eine Adresse sein, die mit https: beginnt, zum Beispiel https://video.example/frank',
    noMicrochip:
      'muss aus 15 Ziffern bestehen, oder aus 9 oder 10 Buchstaben und Ziffern, zum Beispiel 985112003456789',
    tooManyTags: 'darf höchstens 10 Wörter haben, mit Kommas dazwischen und mit je höchstens 30 Zeichen',
    formulaError: (got) =>
      `hat den Fehler ${got} einer Formel: Berichtigen Sie die Formel oder leeren Sie die Zelle`,
    shortenedNumber: (got) =>
      `ist eine Zahl, die das Tabellenprogramm gekürzt hat; hier steht ${quote(got)}. Geben Sie der Spalte das Format Text und schreiben Sie alle Ziffern noch einmal`,
    notAsExported: 'muss wie im Export eine ganze Zahl zwischen -2^63 und 2^63-1 sein',
    originNotAsExported: 'muss leer oder wie im Export sein',
    notForAdoption: (status) => `ist nicht in der Vermittlung: ${status}`,
    noStay: (reason) => `kein Aufenthalt eines lebenden Tieres: ${reason}`,
    inBin: (petId) =>
      `gehört zu Tier ${petId}, das im Papierkorb ist: Stellen Sie es dort wieder her und importieren Sie die Zeile noch einmal`,
    held: (petId) =>
      `sagt, dass Tier ${petId} fort ist, aber eine Reservierung hält es fest: Schließen Sie die Reservierung ab oder stornieren Sie sie, dann importieren Sie die Zeile noch einmal`,
    tooManyCategories: (maximum) =>
      `hat eine neue Tierart, und es gibt schon ${maximum}, mehr sind nicht möglich: Geben Sie ihr eine davon`,
    tooManyMovements: (maximum) =>
      `gehört zu einem Tier mit ${maximum} Bewegungen, mehr sind nicht möglich: Löschen Sie dort, was nicht geschehen ist, und importieren Sie die Zeile noch einmal`,
    newestNotImported:
      'gehört zu einem Tier, das nicht importiert wird, weil seine neueste Zeile fehlerhaft oder ausgelassen ist: Korrigieren Sie diese Zeile, und importieren Sie die Datei noch einmal',
    endBeforeBeginning: (day) => `darf nicht vor dem Beginn, ${day}, liegen`,
    together: {
      noReference: 'braucht Ihre eigene Nummer des Tiers, die in dieser Zeile fehlt',
      unknown: (animal) =>
        `nennt Tier ${animal}, das nicht im Katalog ist: Berichtigen Sie die Nummer, oder importieren Sie auch seine Zeile`,
      itself: 'muss andere Tiere nennen; es ist nur das Tier selbst genannt',
      inBin: (animal) =>
        `nennt Tier ${animal}, das im Papierkorb ist: Stellen Sie es dort wieder her, dann importieren Sie die Zeile noch einmal`,
      otherAccount: (animal) => `nennt Tier ${animal}, das zu einem anderen Konto gehört`,
      inOtherGroup: (animal, others) =>
        `nennt Tier ${animal}, das mit ${others.join(', ')} zusammengehört: Nennen Sie alle oder keines`,
      held: (animal) =>
        `kann die Gruppe nicht ändern, weil eine Reservierung Tier ${animal} festhält: Schließen Sie die Reservierung ab oder stornieren Sie sie, dann importieren Sie die Zeile noch einmal`,
      gone: (animal) =>
        `nennt Tier ${animal}, das vermittelt wurde oder fort ist: Nur Tiere, die hier sind, können zusammengehören`,
      tooMany: (animals) => `ergäbe eine Gruppe von mehr als ${animals} Tieren`,
      tooManyApplications: (maximum) =>
        `ergäbe eine Gruppe mit mehr als ${number(maximum)} offenen Anfragen: Entscheiden Sie zuerst über einige`,
    },
  },
  reading: {
    unclosedQuote,
    tooLong: (characters) => `ist länger als ${number(characters)} Zeichen`,
    tooLongOrUnclosed: (characters) => `ist länger als ${number(characters)} Zeichen oder ${unclosedQuote}`,
    tooManyLines: (lines) => `hat mehr als ${number(lines)} Zeilen oder ${unclosedQuote}`,
    tooManyValues: (values) => `hat mehr als ${number(values)} Werte`,
    damagedText: 'ist nicht in UTF-8',
    wrongCount: (values, columns) =>
      `hat ${values === 1 ? '1 Wert' : `${values} Werte`}, aber die Kopfzeile hat ${columns} Spalten${
        values > columns ? ': Setzen Sie Werte, die das Trennzeichen enthalten, in Anführungszeichen' : ''
      }`,
    noObject: 'muss ein JSON-Objekt sein, zum Beispiel {"name":"Frank","categoryId":1}',
    unreadable: (fault) => `kann nicht gelesen werden: ${fault}`,
    noText: 'muss ein Text oder eine Zahl sein',
    moreRows: 'und weitere Zeilen, die hier nicht stehen',
  },
  problem: {
    noName: 'Es ist nicht bekannt, welche Spalte den Namen hat. Wählen Sie sie aus.',
    noKind:
      'Es ist nicht bekannt, welche Spalte die Tierart hat. Wählen Sie sie aus, oder eine Tierart für alle Tiere.',
    noStatus:
      'Es ist nicht bekannt, welche Spalte den Status hat. Wählen Sie sie aus, oder einen Status für alle Tiere.',
    statusUnknown: (values, rows) =>
      `Wählen Sie, was diese Werte des Status bedeuten: ${listed(values)}. Bis dahin ${rows === 1 ? 'wird 1 Zeile' : `werden ${number(rows)} Zeilen`} nicht importiert.`,
    reasonUnknown: (column, values, rows) =>
      `Wählen Sie, was diese Werte der Spalte ${quote(column)} bedeuten: ${listed(values)}. Bis dahin ${rows === 1 ? 'wird 1 Zeile' : `werden ${number(rows)} Zeilen`} nicht importiert.`,
    noCurrency: (column) => `Wählen Sie die Währung der Beträge in der Spalte ${quote(column)}.`,
    noDates: (column, rows, example) =>
      `Die Spalte ${quote(column)} hat ${number(rows)} ${rows === 1 ? 'Wert, der kein Datum ist' : 'Werte, die kein Datum sind'}, den ersten in Zeile ${example.line}: ${quote(example.text)}.`,
    noAmounts: (column, rows, example) =>
      `Die Spalte ${quote(column)} hat ${number(rows)} ${rows === 1 ? 'Wert, der kein Betrag ist' : 'Werte, die kein Betrag sind'}, den ersten in Zeile ${example.line}: ${quote(example.text)}.`,
    repeatedColumn: (name) =>
      `Mehr als eine Spalte heißt ${quote(name)}. Benennen Sie die übrigen um, damit sie importiert wird.`,
    unreadableRows: (rows) =>
      rows === 1
        ? '1 Zeile kann nicht gelesen werden.'
        : `${number(rows)} Zeilen können nicht gelesen werden.`,
    shortenedNumbers: (column, example) =>
      `Die Spalte ${quote(column)} hat Zahlen, die das Tabellenprogramm gekürzt hat, zum Beispiel ${quote(example)}. Geben Sie ihr das Format Text und schreiben Sie alle Ziffern noch einmal.`,
    formulaErrors: (column, example) =>
      `Die Spalte ${quote(column)} hat Fehler von Formeln, zum Beispiel ${example}. Diese Zeilen werden nicht importiert: Berichtigen Sie die Formeln.`,
    noReference:
      'Es ist nicht bekannt, welche Spalte Ihre eigene Nummer des Tiers hat. Ohne sie werden Aufnahmen und Abgänge nicht erfasst, und die Tiere kommen noch einmal hinzu, wenn Sie die Datei noch einmal importieren.',
  },
  sheet: {
    damaged: `die Tabelle ist beschädigt oder keine .xlsx-Datei. ${SAVE_AS_CSV}`,
    noXlsx: 'die Tabelle ist keine .xlsx-Datei. Speichern Sie sie als .xlsx oder als CSV.',
    hasPassword:
      'die Tabelle hat ein Passwort oder ist eine alte .xls-Datei. Entfernen Sie das Passwort oder speichern Sie sie als .xlsx oder CSV.',
    noWorksheet: 'die Arbeitsmappe hat kein Tabellenblatt. Kopieren Sie die Zeilen in ein Blatt.',
    tooLarge: `die Tabelle ist größer als 10 MB. ${SAVE_AS_CSV}`,
    tooSlow: `das Lesen der Tabelle dauert zu lange. ${SAVE_AS_CSV}`,
    unpacksTooLarge: `die Tabelle ist entpackt größer als 200 MB. ${SAVE_AS_CSV}`,
    tooManyCells: `die Tabelle hat zu viele Zellen. ${SAVE_AS_CSV}`,
    noSuchSheet: (name, sheets) =>
      `die Tabelle hat kein Blatt ${quote(name)}; ihre Blätter sind ${listed(sheets)}. Wählen Sie eines davon`,
  },
  file: {
    empty: 'die Datei ist leer: Ihre erste Zeile muss die Spalten nennen',
    header: (line, fault) => `die Kopfzeile (Zeile ${line}) ${fault}`,
    missingColumns: (missing, columns) =>
      `die Datei hat keine Spalte ${listed(missing)}; ihre Spalten sind ${listed(columns)}. Wählen Sie die Spalten dieser Datei`,
    missingMembers: (missing, members) =>
      `das erste Objekt der Datei hat keines der Mitglieder ${listed(missing)}; es hat ${listed(members)}. Wählen Sie die Mitglieder dieser Datei`,
    twoColumns: (name) => `die Datei hat mehr als eine Spalte ${quote(name)}: Benennen Sie die übrigen um`,
    noHeaderRow: (line) => `die Datei hat keine Zeile ${line}, die als Kopfzeile angegeben ist`,
    dateOrderUnknown: (example) =>
      `${found(example)}: Die Datei zeigt nicht, ob zuerst der Tag oder der Monat steht. Wählen Sie die Reihenfolge: dateOrder der Zuordnung ist "day-first" oder "month-first"`,
    dateOrderContradiction: (dayFirst, monthFirst) =>
      `die Datumsangaben der Datei haben zwei Reihenfolgen: ${found(dayFirst)}, wo zuerst der Tag steht, und ${found(monthFirst)}, wo zuerst der Monat steht. Schreiben Sie alle gleich, zum Beispiel als 2026-11-21`,
    temporaryFolder:
      'in den Ordner für temporäre Dateien kann nicht geschrieben werden: Schaffen Sie Platz oder nennen Sie in TMPDIR einen anderen Ordner. Es wurde nichts importiert.',
    endedTooOften: (times) =>
      `Der Dienst endete ${times}-mal, während er die Datei las. Importieren Sie einen Teil davon.`,
    serviceFault:
      'Der Import ist wegen eines Fehlers des Dienstes gescheitert, dessen Protokoll die Einzelheiten hat.',
  },
};
