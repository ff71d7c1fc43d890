import { quote } from '../../../platform/core/errors.ts';
import type { FoundDate } from '../values/date-order.ts';
import type { ImportTexts } from './import-texts.ts';

const number = (count: number) => count.toLocaleString('es');
const listed = (names: readonly string[]) => (names.length === 0 ? 'ninguna' : names.map(quote).join(', '));
const found = ({ line, column, text }: FoundDate) =>
  `la fila ${line} tiene ${quote(text)} en la columna ${quote(column)}`;
const unclosedQuote = 'tiene una comilla sin cerrar';
const SAVE_AS_CSV = 'Guarde la hoja como CSV, o divídala.';

export const ES: ImportTexts = {
  row: {
    missing: 'falta o está vacío',
    tooLong: (characters) => `debe tener como máximo ${number(characters)} caracteres`,
    noInteger: (got) => `debe ser un número entero entre -2^63 y 2^63-1; es ${quote(got)}`,
    notInMapping: (values, others, got) =>
      `debe ser uno de ${values}${others > 0 ? ` y ${number(others)} más` : ''}; es ${quote(got)}`,
    unknownStatus: (got) => `debe ser disponible, reservado, adoptado o vacío; es ${quote(got)}`,
    unknownSex: (got) => `debe ser hembra, macho o vacío; es ${quote(got)}`,
    unknownSize: (got) => `debe ser pequeño, mediano, grande, muy grande o vacío; es ${quote(got)}`,
    unknownCoatLength: (got) => `debe ser sin pelo, corto, medio, largo o vacío; es ${quote(got)}`,
    unknownFlag: (got) => `debe ser sí, no o vacío; es ${quote(got)}`,
    noDate: (got) => `debe ser una fecha como 2026-11-21; es ${quote(got)}`,
    otherDateOrder: (got, order) =>
      `no es una fecha con ${order === 'day-first' ? 'el día' : 'el mes'} primero, como las demás del archivo; es ${quote(got)}`,
    future: 'no debe estar en el futuro',
    noAmount: (got) => `debe ser un importe como 125,00; es ${quote(got)}`,
    otherCurrency: (got, currency) => `debe estar en ${currency}, como los demás importes; es ${quote(got)}`,
    noContact:
      'debe ser una dirección que empieza por https:, mailto: o tel:, como https://shelter.example/adopt',
    noVideo: 'debe ser una dirección que empieza por https:, como https://video.example/frank',
    noMicrochip: 'debe tener 15 cifras, o 9 o 10 letras y cifras, como 985112003456789',
    tooManyTags: 'debe tener como máximo 10 palabras, separadas por comas y de 30 caracteres como máximo',
    formulaError: (got) => `tiene el error ${got} de una fórmula: corrija la fórmula o vacíe la celda`,
    shortenedNumber: (got) =>
      `es un número que el programa de hojas de cálculo acortó; es ${quote(got)}. Dé a la columna formato de texto y escriba otra vez todas las cifras`,
    notAsExported: 'debe ser un número entero entre -2^63 y 2^63-1, como en la exportación',
    originNotAsExported: 'debe estar vacío o como en la exportación',
    notForAdoption: (status) => `no está en adopción: ${status}`,
    noStay: (reason) => `no es la estancia de un animal vivo: ${reason}`,
    inBin: (petId) =>
      `es del animal ${petId}, que está en la papelera: restáurelo allí y vuelva a importar la fila`,
    held: (petId) =>
      `dice que el animal ${petId} se fue, pero una reserva lo retiene: complete o cancele la reserva y vuelva a importar la fila`,
    tooManyCategories: (maximum) =>
      `tiene un tipo de animal nuevo, y ya hay ${maximum}, que es el máximo: asígnele uno de ellos`,
    tooManyMovements: (maximum) =>
      `pertenece a un animal con ${maximum} movimientos, que es el máximo: elimine allí lo que no ocurrió y vuelva a importar la fila`,
    newestNotImported:
      'es de un animal que no se importa, porque su fila más nueva tiene un problema o se omite: corrija esa fila y luego importe el archivo otra vez',
    endBeforeBeginning: (day) => `no debe ser anterior al comienzo, ${day}`,
    together: {
      noReference: 'necesita su propio número del animal, que esta fila no tiene',
      unknown: (animal) =>
        `nombra al animal ${animal}, que no está en el catálogo: corrija el número o importe también su fila`,
      itself: 'debe nombrar a otros animales; solo nombra al propio animal',
      inBin: (animal) =>
        `nombra al animal ${animal}, que está en la papelera: restáurelo allí y vuelva a importar la fila`,
      otherAccount: (animal) => `nombra al animal ${animal}, que es de otra cuenta`,
      inOtherGroup: (animal, others) =>
        `nombra al animal ${animal}, que va junto con ${others.join(', ')}: nombre a todos o a ninguno`,
      held: (animal) =>
        `no puede cambiar el grupo, porque una reserva retiene al animal ${animal}: complete o cancele la reserva y vuelva a importar la fila`,
      gone: (animal) =>
        `nombra al animal ${animal}, que fue adoptado o se fue: solo pueden ir juntos los animales que están aquí`,
      tooMany: (animals) => `formaría un grupo de más de ${animals} animales`,
      tooManyApplications: (maximum) =>
        `formaría un grupo con más de ${number(maximum)} solicitudes abiertas: decida antes sobre algunas`,
    },
  },
  reading: {
    unclosedQuote,
    tooLong: (characters) => `tiene más de ${number(characters)} caracteres`,
    tooLongOrUnclosed: (characters) => `tiene más de ${number(characters)} caracteres, o ${unclosedQuote}`,
    tooManyLines: (lines) => `tiene más de ${number(lines)} líneas, o ${unclosedQuote}`,
    tooManyValues: (values) => `tiene más de ${number(values)} valores`,
    damagedText: 'no está en UTF-8',
    wrongCount: (values, columns) =>
      `tiene ${values === 1 ? '1 valor' : `${values} valores`}, pero el encabezado tiene ${columns} columnas${
        values > columns ? ': ponga entre comillas los valores que contienen el separador' : ''
      }`,
    noObject: 'debe ser un objeto JSON, como {"name":"Frank","categoryId":1}',
    unreadable: (fault) => `no se puede leer: ${fault}`,
    noText: 'debe ser un texto o un número',
    moreRows: 'y más filas, que no se muestran',
  },
  problem: {
    noName: 'No se sabe qué columna tiene el nombre. Elíjala.',
    noKind:
      'No se sabe qué columna tiene el tipo de animal. Elíjala, o elija un tipo para todos los animales.',
    noStatus: 'No se sabe qué columna tiene el estado. Elíjala, o elija un estado para todos los animales.',
    statusUnknown: (values, rows) =>
      `Elija qué significan estos valores del estado: ${listed(values)}. Hasta entonces, ${rows === 1 ? 'no se importa 1 fila' : `no se importan ${number(rows)} filas`}.`,
    reasonUnknown: (column, values, rows) =>
      `Elija qué significan estos valores de la columna ${quote(column)}: ${listed(values)}. Hasta entonces, ${rows === 1 ? 'no se importa 1 fila' : `no se importan ${number(rows)} filas`}.`,
    noCurrency: (column) => `Elija la moneda de los importes de la columna ${quote(column)}.`,
    noDates: (column, rows, example) =>
      `La columna ${quote(column)} tiene ${number(rows)} ${rows === 1 ? 'valor que no es una fecha' : 'valores que no son fechas'}, el primero en la fila ${example.line}: ${quote(example.text)}.`,
    noAmounts: (column, rows, example) =>
      `La columna ${quote(column)} tiene ${number(rows)} ${rows === 1 ? 'valor que no es un importe' : 'valores que no son importes'}, el primero en la fila ${example.line}: ${quote(example.text)}.`,
    repeatedColumn: (name) =>
      `Más de una columna se llama ${quote(name)}. Cambie el nombre de las demás para importarla.`,
    unreadableRows: (rows) =>
      rows === 1 ? 'No se puede leer 1 fila.' : `No se pueden leer ${number(rows)} filas.`,
    shortenedNumbers: (column, example) =>
      `La columna ${quote(column)} tiene números que el programa de hojas de cálculo acortó, como ${quote(example)}. Dele formato de texto y escriba otra vez todas las cifras.`,
    formulaErrors: (column, example) =>
      `La columna ${quote(column)} tiene errores de fórmulas, como ${example}. Sus filas no se importan: corrija las fórmulas.`,
    noReference:
      'No se sabe qué columna tiene el número propio del animal. Sin ella, no se registran ingresos ni salidas, e importar el archivo otra vez agrega los animales de nuevo.',
  },
  sheet: {
    damaged: `la hoja de cálculo está dañada o no es un archivo .xlsx. ${SAVE_AS_CSV}`,
    noXlsx: 'la hoja de cálculo no es un archivo .xlsx. Guárdela como .xlsx o como CSV.',
    hasPassword:
      'la hoja de cálculo tiene una contraseña o es un archivo .xls antiguo. Quite la contraseña, o guárdela como .xlsx o CSV.',
    noWorksheet: 'el libro no tiene ninguna hoja de cálculo. Copie las filas a una hoja.',
    tooLarge: `la hoja de cálculo ocupa más de 10 MB. ${SAVE_AS_CSV}`,
    tooSlow: `la hoja de cálculo tarda demasiado en leerse. ${SAVE_AS_CSV}`,
    unpacksTooLarge: `la hoja de cálculo ocupa más de 200 MB sin comprimir. ${SAVE_AS_CSV}`,
    tooManyCells: `la hoja de cálculo tiene demasiadas celdas. ${SAVE_AS_CSV}`,
    noSuchSheet: (name, sheets) =>
      `la hoja de cálculo no tiene la hoja ${quote(name)}; sus hojas son ${listed(sheets)}. Elija una de ellas`,
  },
  file: {
    empty: 'el archivo está vacío: su primera línea debe nombrar las columnas',
    header: (line, fault) => `el encabezado (línea ${line}) ${fault}`,
    missingColumns: (missing, columns) =>
      `el archivo no tiene la columna ${listed(missing)}; sus columnas son ${listed(columns)}. Elija las columnas de este archivo`,
    missingMembers: (missing, members) =>
      `el primer objeto del archivo no tiene ninguno de los miembros ${listed(missing)}; tiene ${listed(members)}. Elija los miembros de este archivo`,
    twoColumns: (name) => `el archivo tiene más de una columna ${quote(name)}: cambie el nombre de las demás`,
    noHeaderRow: (line) => `el archivo no tiene la fila ${line}, que se indicó como encabezado`,
    dateOrderUnknown: (example) =>
      `${found(example)}: el archivo no muestra si va primero el día o el mes. Elija el orden: dateOrder de la asignación es "day-first" o "month-first"`,
    dateOrderContradiction: (dayFirst, monthFirst) =>
      `las fechas del archivo tienen dos órdenes: ${found(dayFirst)}, donde va primero el día, y ${found(monthFirst)}, donde va primero el mes. Escriba todas las fechas igual, por ejemplo como 2026-11-21`,
    temporaryFolder:
      'no se puede escribir en la carpeta de archivos temporales: libere espacio, o indique otra carpeta en TMPDIR. No se importó nada.',
    endedTooOften: (times) =>
      `El servicio terminó ${times} veces mientras leía el archivo. Importe una parte.`,
    serviceFault: 'La importación falló por un error del servicio, cuyo registro tiene los detalles.',
  },
};
