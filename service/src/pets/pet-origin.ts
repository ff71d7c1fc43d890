import { int64FromDigits } from '../core/int64.ts';

/** A store and the id of an animal in it: what recognises the animal wherever its exports are imported. */
export interface PetOrigin {
  readonly storeId: string;
  readonly petId: bigint;
}

const STORE_ID = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}';
const STORE_ID_ALONE = new RegExp(`^${STORE_ID}$`);
const ORIGIN = new RegExp(`^petstore:(${STORE_ID}):(\\d{1,19})$`);

/** An origin as exports and `imported_pets.origin` write it. */
export function formatOrigin({ storeId, petId }: PetOrigin): string {
  return `petstore:${storeId}:${petId}`;
}

/** The origin that `formatOrigin` wrote; undefined for any other text. */
export function parseOrigin(text: string): PetOrigin | undefined {
  const [, storeId, digits = ''] = ORIGIN.exec(text) ?? [];
  const petId = int64FromDigits(digits);
  return storeId === undefined || petId === undefined ? undefined : { storeId, petId };
}

export function isStoreId(text: string): boolean {
  return STORE_ID_ALONE.test(text);
}
