import { int64FromDigits } from '../../platform/core/int64.ts';

/** A store and the id of a pet in it. It identifies the pet in every store that imports its exports. */
export interface PetOrigin {
  readonly storeId: string;
  readonly petId: bigint;
}

const STORE_ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const WHOLE_STORE_ID = new RegExp(`^${STORE_ID}$`);
const ORIGIN = new RegExp(`^petstore:(${STORE_ID}):(\\d{1,19})$`);

/** Returns an origin as exports and `imported_pets.origin` contain it. */
export function formatOrigin({ storeId, petId }: PetOrigin): string {
  return `petstore:${storeId}:${petId}`;
}

/** Parses the text of `formatOrigin`; undefined for any other text. */
export function parseOrigin(text: string): PetOrigin | undefined {
  const [, storeId, digits = ''] = ORIGIN.exec(text) ?? [];
  const petId = int64FromDigits(digits);
  return storeId === undefined || petId === undefined ? undefined : { storeId, petId };
}

export function isStoreId(text: string): boolean {
  return WHOLE_STORE_ID.test(text);
}
