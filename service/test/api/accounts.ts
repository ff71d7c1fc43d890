import type { TestService } from '@petstore/testing/service.ts';

/** The API keys of one account for each part in an adoption. */
export interface AccountKeys {
  /** A member who adds the pets. */
  shelter: string;
  /** A member who places the orders. */
  family: string;
  /** A member who takes no part. */
  stranger: string;
  manager: string;
  reader: string;
}

export async function createAccounts(service: TestService): Promise<AccountKeys> {
  return {
    shelter: (await service.account()).key,
    family: (await service.account()).key,
    stranger: (await service.account()).key,
    manager: (await service.account({ role: 'manager' })).key,
    reader: (await service.account({ role: 'reader' })).key,
  };
}
