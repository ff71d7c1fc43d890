import { temporaryDatabase } from '../harness.ts';
import { testOrderStore } from './order-store.ts';

testOrderStore('SQLite', temporaryDatabase);
