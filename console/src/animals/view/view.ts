import { Store } from '../../store.ts';

const NAME = 'petstore.animals-view';

/** How the list of animals is shown: as pictures, or as a dense table. */
export type View = 'pictures' | 'table';

/** The view that was chosen last in this browser. */
export const view = new Store<View>(read());

export function chooseView(chosen: View): void {
  localStorage.setItem(NAME, chosen);
  view.set(chosen);
}

/** Returns the class of the list. */
export function listClass(shown: View): string {
  return shown === 'table' ? 'animals animals-table' : 'animals';
}

function read(): View {
  try {
    return localStorage.getItem(NAME) === 'table' ? 'table' : 'pictures';
  } catch {
    // The browser blocks the storage of web pages.
    return 'pictures';
  }
}
