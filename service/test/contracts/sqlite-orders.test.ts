import { temporaryDatabase } from '@petstore/testing/stores.ts';
import { testOrderStore } from './order-store.ts';

testOrderStore('SQLite', temporaryDatabase);
