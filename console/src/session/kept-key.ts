const NAME = 'petstore.key';

/** The key of this tab, which is forgotten when the tab is closed; never in an address. */
export const keptKey = {
  read: (): string | undefined => sessionStorage.getItem(NAME) ?? undefined,
  keep: (key: string): void => sessionStorage.setItem(NAME, key),
  forget: (): void => sessionStorage.removeItem(NAME),
};
