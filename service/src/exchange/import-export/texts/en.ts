import { quote } from '../../../platform/core/errors.ts';
import type { FoundDate } from '../values/date-order.ts';
import type { ImportTexts } from './import-texts.ts';

const number = (count: number) => count.toLocaleString('en');
const listed = (names: readonly string[]) => (names.length === 0 ? 'none' : names.map(quote).join(', '));
const found = ({ line, column, text }: FoundDate) =>
  `row ${line} has ${quote(text)} in the column ${quote(column)}`;
const unclosedQuote = 'has an unclosed quote';
const SAVE_AS_CSV = 'Save the sheet as CSV, or divide it.';

export const EN: ImportTexts = {
  row: {
    missing: 'is missing or empty',
    tooLong: (characters) => `must have at most ${number(characters)} characters`,
    noInteger: (got) => `must be an integer between -2^63 and 2^63-1; got ${quote(got)}`,
    notInMapping: (values, others, got) =>
      `must be one of ${values}${others > 0 ? ` and ${number(others)} more` : ''}; got ${quote(got)}`,
    unknownStatus: (got) => `must be available, pending, sold or empty; got ${quote(got)}`,
    unknownSex: (got) => `must be female, male or empty; got ${quote(got)}`,
    unknownSize: (got) => `must be small, medium, large, extra_large or empty; got ${quote(got)}`,
    unknownCoatLength: (got) => `must be hairless, short, medium, long or empty; got ${quote(got)}`,
    unknownFlag: (got) => `must be yes, no or empty; got ${quote(got)}`,
    noDate: (got) => `must be a date such as 2026-11-21; got ${quote(got)}`,
    otherDateOrder: (got, order) =>
      `is not a date with the ${order === 'day-first' ? 'day' : 'month'} first, as the other dates of the file; got ${quote(got)}`,
    future: 'must not be in the future',
    noAmount: (got) => `must be an amount such as 125.00; got ${quote(got)}`,
    otherCurrency: (got, currency) => `must be in ${currency}, as the other amounts; got ${quote(got)}`,
    noContact:
      'must be an address that begins with https:, mailto: or tel:, such as https://shelter.example/adopt',
    noVideo: 'must be an address that begins with https:, such as https://video.example/frank',
    noMicrochip: 'must be 15 digits, or 9 or 10 letters and digits, such as 985112003456789',
    tooManyTags: 'must be at most 10 words, with commas between them and at most 30 characters each',
    formulaError: (got) => `has the error ${got} of a formula: correct the formula, or empty the cell`,
    shortenedNumber: (got) =>
      `is a number that the spreadsheet program has shortened; got ${quote(got)}. Format the column as text, and enter all digits again`,
    notAsExported: 'must be an integer between -2^63 and 2^63-1, as in the export',
    originNotAsExported: 'must be empty or as in the export',
    notForAdoption: (status) => `not for adoption: ${status}`,
    noStay: (reason) => `no stay of a living animal: ${reason}`,
    inBin: (petId) =>
      `belongs to animal ${petId}, which is in the bin: restore it there, then import the row again`,
    held: (petId) =>
      `records that animal ${petId} left, but a reservation holds it: complete or cancel the reservation, then import the row again`,
    tooManyCategories: (maximum) =>
      `has a new kind of animal, and there are ${maximum} already, which is the maximum: give it one of them`,
    tooManyMovements: (maximum) =>
      `belongs to an animal with ${maximum} movements, which is the maximum: delete those that did not happen, then import the row again`,
    newestNotImported:
      'belongs to an animal that is not imported, because its newest row has a problem or is left out: correct that row, then import the file again',
    endBeforeBeginning: (day) => `must not be before the beginning, ${day}`,
    together: {
      noReference: 'needs your own number of the animal, which this row does not have',
      unknown: (animal) =>
        `names animal ${animal}, which is not in the catalogue: correct the number, or import its row, too`,
      itself: 'must name other animals; it names only the animal itself',
      inBin: (animal) =>
        `names animal ${animal}, which is in the bin: restore it there, then import the row again`,
      otherAccount: (animal) => `names animal ${animal}, which belongs to another account`,
      inOtherGroup: (animal, others) =>
        `names animal ${animal}, which goes together with ${others.join(', ')}: name all of them or none`,
      held: (animal) =>
        `cannot change the group, because a reservation holds animal ${animal}: complete or cancel the reservation, then import the row again`,
      gone: (animal) =>
        `names animal ${animal}, which was adopted or has left: only animals that are here can go together`,
      tooMany: (animals) => `would make a group of more than ${animals} animals`,
      tooManyApplications: (maximum) =>
        `would make a group with more than ${number(maximum)} open applications: decide about some of them first`,
    },
  },
  reading: {
    unclosedQuote,
    tooLong: (characters) => `is longer than ${number(characters)} characters`,
    tooLongOrUnclosed: (characters) => `is longer than ${number(characters)} characters, or ${unclosedQuote}`,
    tooManyLines: (lines) => `has more than ${number(lines)} lines, or ${unclosedQuote}`,
    tooManyValues: (values) => `has more than ${number(values)} values`,
    damagedText: 'is not UTF-8',
    wrongCount: (values, columns) =>
      `has ${values === 1 ? '1 value' : `${values} values`}, but the header has ${columns} columns${
        values > columns ? ': quote values that contain the separator' : ''
      }`,
    noObject: 'must be a JSON object, such as {"name":"Frank","categoryId":1}',
    unreadable: (fault) => `cannot be read: ${fault}`,
    noText: 'must be a string or a number',
    moreRows: 'and more rows, which are not listed',
  },
  problem: {
    noName: 'No column is known to have the name. Choose it.',
    noKind: 'No column is known to have the kind of animal. Choose it, or choose one kind for all animals.',
    noStatus: 'No column is known to have the status. Choose it, or choose one status for all animals.',
    statusUnknown: (values, rows) =>
      `Choose what these values of the status mean: ${listed(values)}. Until then, ${number(rows)} ${rows === 1 ? 'row is' : 'rows are'} not imported.`,
    reasonUnknown: (column, values, rows) =>
      `Choose what these values of the column ${quote(column)} mean: ${listed(values)}. Until then, ${number(rows)} ${rows === 1 ? 'row is' : 'rows are'} not imported.`,
    noCurrency: (column) => `Choose the currency of the amounts in the column ${quote(column)}.`,
    noDates: (column, rows, example) =>
      `The column ${quote(column)} has ${number(rows)} ${rows === 1 ? 'value that is' : 'values that are'} no date, the first in row ${example.line}: ${quote(example.text)}.`,
    noAmounts: (column, rows, example) =>
      `The column ${quote(column)} has ${number(rows)} ${rows === 1 ? 'value that is' : 'values that are'} no amount, the first in row ${example.line}: ${quote(example.text)}.`,
    repeatedColumn: (name) =>
      `More than one column has the name ${quote(name)}. Rename all but one to import it.`,
    unreadableRows: (rows) => `${number(rows)} ${rows === 1 ? 'row' : 'rows'} cannot be read.`,
    shortenedNumbers: (column, example) =>
      `The column ${quote(column)} has numbers that the spreadsheet program has shortened, such as ${quote(example)}. Format it as text, and enter all digits again.`,
    formulaErrors: (column, example) =>
      `The column ${quote(column)} has errors of formulas, such as ${example}. Their rows are not imported: correct the formulas.`,
    noReference:
      'No column is known to have your own number of the animal. Without it, arrivals and departures are not recorded, and importing the file again adds the animals again.',
  },
  sheet: {
    damaged: `the spreadsheet is damaged, or not an .xlsx file. ${SAVE_AS_CSV}`,
    noXlsx: 'the spreadsheet is not an .xlsx file. Save it as .xlsx or as CSV.',
    hasPassword:
      'the spreadsheet has a password, or is an old .xls file. Remove the password, or save it as .xlsx or CSV.',
    noWorksheet: 'the spreadsheet has no worksheet. Copy the rows to a worksheet.',
    tooLarge: `the spreadsheet is larger than 10 MB. ${SAVE_AS_CSV}`,
    tooSlow: `the spreadsheet takes too long to read. ${SAVE_AS_CSV}`,
    unpacksTooLarge: `the spreadsheet unpacks to more than 200 MB. ${SAVE_AS_CSV}`,
    tooManyCells: `the spreadsheet has too many cells. ${SAVE_AS_CSV}`,
    noSuchSheet: (name, sheets) =>
      `the spreadsheet has no sheet ${quote(name)}; its sheets are ${listed(sheets)}. Name one of them`,
  },
  file: {
    empty: 'the file is empty: its first line must name the columns',
    header: (line, fault) => `the header (line ${line}) ${fault}`,
    missingColumns: (missing, columns) =>
      `the file has no column ${listed(missing)}; its columns are ${listed(columns)}. Use a mapping that names the columns of this file`,
    missingMembers: (missing, members) =>
      `the first object of the file has none of the members ${listed(missing)}; it has ${listed(members)}. Use a mapping that names the members of this file`,
    twoColumns: (name) => `the file has more than one column ${quote(name)}: rename all but one`,
    noHeaderRow: (line) => `the file has no row ${line}, which headerRow of the mapping names`,
    dateOrderUnknown: (example) =>
      `${found(example)}: the file does not show whether the day or the month comes first. Choose the order: dateOrder of the mapping is "day-first" or "month-first"`,
    dateOrderContradiction: (dayFirst, monthFirst) =>
      `the dates of the file have two orders: ${found(dayFirst)}, where the day comes first, and ${found(monthFirst)}, where the month comes first. Write all dates alike, for example as 2026-11-21`,
    temporaryFolder:
      'cannot write to the folder for temporary files: free some space in it, or set TMPDIR to another folder. Nothing was imported.',
    endedTooOften: (times) => `The service ended ${times} times while it read the file. Import a part of it.`,
    serviceFault: 'The import failed because of a fault of the service, whose log has the details.',
  },
};
