import { CATEGORIES } from '../queries/category-queries.ts';
import { useChange } from '../session/changes/use-change.ts';

/** Sets the name of a category, and reads again the lists that show it. */
export function useNaming(onNamed: () => void) {
  return useChange(
    CATEGORIES,
    (petstore, { id, name }: { id: bigint; name: string }) => petstore.categories.rename(id, name.trim()),
    onNamed,
  );
}
