import { temporaryDatabase } from '@petstore/testing/stores.ts';
import { testEventStore } from './event-store.ts';
import { testEventsOfAPet } from './events-of-a-pet.ts';

testEventStore('SQLite', temporaryDatabase);
testEventsOfAPet('SQLite', temporaryDatabase);
