import type { FormValues } from './merge-values.ts';

/** How a form is saved that changes something: `useFormSave` returns it, for `FormDialog` and `SavedForm`. */
export interface FormSave {
  readonly isPending: boolean;
  readonly isSuccess: boolean;
  readonly error: Error | null;
  reset(): void;
  submit(form: HTMLFormElement): void;
  /** What the fields have for the version that the page has now. */
  readonly values: FormValues;
  /** Returns true if the form still has the values of an earlier version. */
  isBehind(): boolean;
  /** Call it after the fields have got `values`. */
  follow(): void;
}
