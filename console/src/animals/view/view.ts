import { Observable, useObservable } from '../../observable.ts';
import type { AnimalsRoute, View } from '../../route.ts';
import { StoredSetting } from '../../stored-setting.ts';

const storedView = new StoredSetting('petstore.animals-view');

/** The view that was chosen last in this browser. */
const lastView = new Observable<View>(storedView.read() === 'table' ? 'table' : 'pictures');

export function chooseView(chosen: View): void {
  storedView.save(chosen);
  lastView.set(chosen);
}

/** Returns the view of a list: that of its address, else the one that was chosen last. */
export function useView({ view }: Pick<AnimalsRoute, 'view'>): View {
  const last = useObservable(lastView);
  return view ?? last;
}
