import { type RefObject, useEffect, useId, useRef } from 'react';
import type { AnimalFilters } from '../queries/animal-queries.ts';
import { hrefOf } from '../route.ts';

/** How long the user has stopped typing when the search begins. */
const PAUSE_MS = 300;
/** The service needs two characters. */
const MIN_LENGTH = 2;

/** Searches names, breeds, colours and descriptions. The address contains the words; `/` focuses the field. */
export function AnimalSearch({ q, ...filters }: AnimalFilters) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useSlashKey(input);
  useEffect(() => () => clearTimeout(timer.current), []);
  // The address also changes when the user goes back.
  useEffect(() => {
    if (input.current !== null && document.activeElement !== input.current) input.current.value = q ?? '';
  }, [q]);
  const search = () => {
    clearTimeout(timer.current);
    const words = input.current?.value.trim() ?? '';
    const next = hrefOf({ page: 'animals', ...filters, q: words.length < MIN_LENGTH ? undefined : words });
    if (next !== location.hash) location.replace(next);
  };
  return (
    <search className="animal-search">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          search();
        }}
      >
        <label htmlFor={id} className="visually-hidden">
          Search animals
        </label>
        <input
          ref={input}
          id={id}
          type="search"
          placeholder="Search: name, breed, colour, description"
          defaultValue={q}
          maxLength={100}
          autoComplete="off"
          enterKeyHint="search"
          onInput={() => {
            clearTimeout(timer.current);
            timer.current = setTimeout(search, PAUSE_MS);
          }}
        />
      </form>
    </search>
  );
}

function useSlashKey(input: RefObject<HTMLInputElement | null>): void {
  useEffect(() => {
    const focus = (event: KeyboardEvent) => {
      const isTyping = event.target instanceof Element && event.target.matches('input, textarea, select');
      if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      input.current?.focus();
    };
    document.addEventListener('keydown', focus);
    return () => document.removeEventListener('keydown', focus);
  }, [input]);
}
