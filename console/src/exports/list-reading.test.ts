import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Listing, Page } from '@petstore/client';
import { ListReading } from './list-reading.ts';

const SIGNAL = new AbortController().signal;

function listing(id: number): Listing {
  const pet = { id: BigInt(id), name: `Animal ${id}`, categoryId: 1n };
  return { pet, profile: {}, photos: [], etags: { pet: '', profile: '' } };
}

/** A list of `count` animals in pages of two, of which the second one is empty, as in a search. */
function pagesOf(count: number) {
  const asked: Array<string | undefined> = [];
  const readPage = async (cursor: string | undefined): Promise<Page<Listing>> => {
    asked.push(cursor);
    const from = cursor === 'empty' ? 2 : Number(cursor ?? 0);
    const ids = cursor === 'empty' ? [] : [from, from + 1].filter((id) => id < count);
    const rest = from + 2 < count ? String(from + 2) : undefined;
    const next = cursor === undefined ? 'empty' : cursor === 'empty' ? '2' : rest;
    return {
      items: ids.map(listing),
      next,
      etag: undefined,
      match: undefined,
      total: cursor === undefined ? count : undefined,
    };
  };
  return { asked, readPage };
}

const idsOf = (listings: readonly Listing[]) => listings.map(({ pet }) => Number(pet.id));

test('reads every page of a list in its order, also after an empty one', async () => {
  const { asked, readPage } = pagesOf(5);
  const progress: Array<[number, number | undefined]> = [];
  const reading = new ListReading({
    readPage,
    onProgress: ({ animals, total }) => progress.push([animals.length, total]),
  });
  assert.deepEqual(idsOf(await reading.readRest(SIGNAL)), [0, 1, 2, 3, 4]);
  assert.deepEqual(asked, [undefined, 'empty', '2', '4']);
  assert.deepEqual(progress, [
    [2, 5],
    [2, 5],
    [4, 5],
    [5, 5],
  ]);
  assert.equal((await reading.readRest(SIGNAL)).length, 5, 'nothing is missing');
});

test('continues after an error with the page that failed, and has each animal once', async () => {
  const { asked, readPage } = pagesOf(5);
  let isBroken = true;
  const reading = new ListReading({
    readPage: (cursor) => {
      if (cursor === '2' && isBroken) throw new Error('no connection');
      return readPage(cursor);
    },
  });
  await assert.rejects(reading.readRest(SIGNAL), /no connection/);
  isBroken = false;
  assert.deepEqual(idsOf(await reading.readRest(SIGNAL)), [0, 1, 2, 3, 4]);
  assert.deepEqual(asked, [undefined, 'empty', '2', '4']);
});

test('stops after the first page of a list that is too long', async () => {
  const { asked, readPage } = pagesOf(5);
  const reading = new ListReading({
    readPage,
    checkCount: (count) => {
      if (count > 4) throw new Error(`${count} are too many`);
    },
  });
  await assert.rejects(reading.readRest(SIGNAL), /5 are too many/);
  assert.deepEqual(asked, [undefined]);
});
