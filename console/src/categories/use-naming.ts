import { useMutation } from '@tanstack/react-query';
import { CATEGORIES } from '../queries/category-queries.ts';
import { useSession } from '../session/use-session.ts';

/** Sets the name of a category, and reads again the lists that show it. */
export function useNaming(onNamed: () => void) {
  const { petstore, queries } = useSession();
  return useMutation({
    mutationFn: ({ id, name }: { id: bigint; name: string }) => petstore.categories.rename(id, name.trim()),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: CATEGORIES });
      onNamed();
    },
  });
}
