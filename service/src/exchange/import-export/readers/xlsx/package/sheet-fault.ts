export type SheetFaultKind =
  | 'damaged'
  | 'noXlsx'
  | 'hasPassword'
  | 'noWorksheet'
  | 'tooLarge'
  | 'tooSlow'
  | 'unpacksTooLarge'
  | 'tooManyCells';

/** Why a spreadsheet cannot be read. */
export class SheetFault extends Error {
  override name = 'SheetFault';
  readonly kind: SheetFaultKind;

  constructor(kind: SheetFaultKind, options?: ErrorOptions) {
    super(kind, options);
    this.kind = kind;
  }
}

export function damaged(cause?: unknown): SheetFault {
  return new SheetFault('damaged', { cause });
}
