import { useId } from 'react';
import { cachedListings } from '../../queries/listing-queries.ts';
import { type AnimalsRoute, hrefOf } from '../../route.ts';
import { useSession } from '../../session/use-session.ts';
import { TEXTS } from '../animals-texts.ts';

/** Shows only the animals with one tag. It proposes the tags of the animals that this browser has read. */
export function TagFilter(route: AnimalsRoute) {
  const id = useId();
  const { queries } = useSession();
  const known = new Set(cachedListings(queries).flatMap(({ profile }) => profile.tags ?? []));
  const choose = (text: string) => {
    const tag = text.trim() || undefined;
    if (tag !== route.tag) location.hash = hrefOf({ ...route, tag });
  };
  return (
    <form
      className="tag-filter"
      onSubmit={(event) => {
        event.preventDefault();
        choose(String(new FormData(event.currentTarget).get('tag')));
      }}
    >
      <label htmlFor={id}>{TEXTS.tag}</label>
      {/* Emptying the field, also by its own button, removes the filter. */}
      <input
        id={id}
        key={route.tag}
        type="search"
        name="tag"
        maxLength={30}
        defaultValue={route.tag}
        list={`${id}-known`}
        autoComplete="off"
        onBlur={(event) => choose(event.target.value)}
        onInput={({ currentTarget: { value } }) => (value === '' || known.has(value)) && choose(value)}
      />
      <datalist id={`${id}-known`}>
        {[...known].sort().map((tag) => (
          <option key={tag} value={tag} />
        ))}
      </datalist>
    </form>
  );
}
