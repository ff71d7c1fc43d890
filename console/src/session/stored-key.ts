const NAME = 'petstore.key';

/** The API key in the storage of this tab, which the browser deletes with the tab. The key is never part of an address. */
export const storedKey = {
  read: (): string | undefined => sessionStorage.getItem(NAME) ?? undefined,
  save: (key: string): void => sessionStorage.setItem(NAME, key),
  clear: (): void => sessionStorage.removeItem(NAME),
};
