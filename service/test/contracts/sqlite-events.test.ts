import { temporaryDatabase } from '../harness.ts';
import { testEventStore } from './event-store.ts';

testEventStore('SQLite', temporaryDatabase);
