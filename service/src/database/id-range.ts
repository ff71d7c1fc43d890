/** A page of rows by id in one direction, after the id `after`. */
export interface IdRange {
  readonly after?: bigint | undefined;
  readonly descending?: boolean | undefined;
  readonly limit: number;
}
