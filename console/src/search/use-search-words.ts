import { type FormEvent, useEffect, useRef, useState } from 'react';

/** How long the user has stopped typing when the results follow. */
const PAUSE_MS = 300;
export const MAX_WORDS = 100;

/** Returns what is searched for, and the attributes of its field. */
export function useSearchWords() {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const [words, setWords] = useState('');
  useEffect(() => () => clearTimeout(timer.current), []);
  const onInput = ({ currentTarget }: FormEvent<HTMLInputElement>) => {
    const text = currentTarget.value;
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setWords(text.trim()), PAUSE_MS);
  };
  const field = {
    type: 'search',
    maxLength: MAX_WORDS,
    autoComplete: 'off',
    enterKeyHint: 'search',
    onInput,
  } as const;
  return { words, field };
}
