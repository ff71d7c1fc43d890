/** Background work that one thread of the process does. */
export interface DelegatedWork {
  /** Asks that thread to do the work, in one of the others. */
  readonly delegate?: (() => void) | undefined;
}
