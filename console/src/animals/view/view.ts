import { Observable } from '../../observable.ts';
import { StoredSetting } from '../../stored-setting.ts';

const storedView = new StoredSetting('petstore.animals-view');

/** How the list of animals is shown: as pictures, or as a dense table. */
export type View = 'pictures' | 'table';

/** The view that was chosen last in this browser. */
export const view = new Observable<View>(storedView.read() === 'table' ? 'table' : 'pictures');

export function chooseView(chosen: View): void {
  storedView.save(chosen);
  view.set(chosen);
}

/** Returns the class of the list. */
export function listClass(shown: View): string {
  return shown === 'table' ? 'animals animals-table' : 'animals';
}
