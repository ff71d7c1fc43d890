/**
 * Gives the page an opaque origin: without `allow-same-origin`, a script in it cannot read the API key that the console
 * keeps in the storage of this origin. Links still open as ordinary pages.
 */
export const SANDBOX =
  'sandbox allow-scripts allow-forms allow-downloads allow-popups allow-popups-to-escape-sandbox';

/** Scalar keeps its settings in storage, which a page of opaque origin does not have: here they last as long as the page. */
export const MEMORY_STORAGE = `for (const name of ['localStorage', 'sessionStorage']) {
  const items = new Map();
  Object.defineProperty(window, name, {
    value: {
      get length() { return items.size; },
      key: (index) => [...items.keys()][index] ?? null,
      getItem: (key) => items.get(String(key)) ?? null,
      setItem: (key, value) => void items.set(String(key), String(value)),
      removeItem: (key) => void items.delete(String(key)),
      clear: () => items.clear(),
    },
  });
}
`;
