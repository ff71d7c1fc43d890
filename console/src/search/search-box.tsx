import { type RefObject, useEffect, useId, useRef, useState } from 'react';
import { hrefOf, type Route } from '../route.ts';
import { rememberSearch } from './recent-searches.ts';
import { RecentSearches } from './recent-searches-list.tsx';
import './search.css';
import { listWhileTyping, searchTarget } from './search-target.ts';
import { TEXTS } from './search-texts.ts';

/** How long the user has stopped typing when the list of animals follows. */
const PAUSE_MS = 300;

/** Searches names, breeds, colours, descriptions and numbers. `/` focuses the field. On the list of animals it searches while one types. */
export function SearchBox({ route }: { route: Route }) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const current = useRef(route);
  const [isEmpty, setEmpty] = useState(true);
  const q = route.page === 'animals' ? route.q : undefined;
  useSlashKey(input);
  useEffect(() => () => clearTimeout(timer.current), []);
  useEffect(() => {
    current.current = route;
  }, [route]);
  // The address also changes when the user goes back, or to another page.
  useEffect(() => {
    if (input.current === null || document.activeElement === input.current) return;
    input.current.value = q ?? '';
    setEmpty(q === undefined);
  }, [q]);
  const textOf = () => input.current?.value ?? '';
  // Someone may type while the list of animals is still being opened.
  const follow = () => {
    if (current.current.page === 'animals')
      replaceAddress(hrefOf(listWhileTyping(textOf(), current.current)));
  };
  const onInput = () => {
    clearTimeout(timer.current);
    setEmpty(textOf() === '');
    timer.current = setTimeout(follow, PAUSE_MS);
  };
  const submit = () => {
    clearTimeout(timer.current);
    const target = searchTarget(textOf(), route);
    if (target === undefined) return;
    rememberSearch(textOf().trim());
    if (target.page === 'animal' && input.current !== null) {
      input.current.value = '';
      setEmpty(true);
      // The empty field would show the recent searches.
      input.current.blur();
    }
    if (route.page === 'animals' && target.page === 'animals') replaceAddress(hrefOf(target));
    else location.hash = hrefOf(target);
  };
  return (
    <search className="search-box">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        <label htmlFor={id} className="visually-hidden">
          {TEXTS.label}
        </label>
        <input
          ref={input}
          id={id}
          type="search"
          placeholder={TEXTS.hint}
          defaultValue={q}
          maxLength={100}
          autoComplete="off"
          enterKeyHint="search"
          onInput={onInput}
          onBlur={() => q !== undefined && textOf().trim() === q && rememberSearch(q)}
        />
      </form>
      {isEmpty && <RecentSearches />}
    </search>
  );
}

function replaceAddress(address: string): void {
  if (address !== location.hash) location.replace(address);
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
