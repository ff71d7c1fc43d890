/** A worksheet of a workbook. */
export interface Sheet {
  readonly name: string;
  readonly isHidden: boolean;
}
