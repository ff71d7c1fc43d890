import { StoredSetting } from '../stored-setting.ts';

/** The API key in the storage of this tab, which the browser deletes with the tab. The key is never part of an address. */
export const storedKey = new StoredSetting('petstore.key', () => sessionStorage);
