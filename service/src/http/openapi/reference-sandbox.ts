/**
 * Gives the page an opaque origin: without `allow-same-origin`, its scripts cannot read the API key that the console stores
 * for this origin. Links still open as ordinary pages.
 */
export const SANDBOX =
  'sandbox allow-scripts allow-forms allow-downloads allow-popups allow-popups-to-escape-sandbox';

/** Scalar stores its settings. A page of opaque origin has no storage, so this keeps them in memory. */
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
