const SAVE_AS_CSV = 'Save the sheet as CSV, or divide it.';

/** Why a spreadsheet cannot be read. `reason` continues a sentence about the spreadsheet, `advice` is a sentence. */
export class SheetFault extends Error {
  override name = 'SheetFault';
  readonly reason: string;
  readonly advice: string;

  constructor(reason: string, advice: string = SAVE_AS_CSV, options?: ErrorOptions) {
    super(`the spreadsheet ${reason}. ${advice}`, options);
    this.reason = reason;
    this.advice = advice;
  }
}

export function damaged(cause?: unknown): SheetFault {
  return new SheetFault('is damaged, or not an .xlsx file', SAVE_AS_CSV, { cause });
}

export function notXlsx(): SheetFault {
  return new SheetFault('is not an .xlsx file', 'Save it as .xlsx or as CSV.');
}

export function hasPassword(): SheetFault {
  return new SheetFault(
    'has a password, or is an old .xls file',
    'Remove the password, or save it as .xlsx or CSV.',
  );
}

export function hasTooManyCells(cause?: unknown): SheetFault {
  return new SheetFault('has too many cells', SAVE_AS_CSV, { cause });
}
