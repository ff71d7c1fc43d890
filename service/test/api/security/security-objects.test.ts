import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TestAccount } from '@petstore/testing/accounts.ts';
import { addPet } from '@petstore/testing/api-calls.ts';
import { assertError, at, nextOf } from '@petstore/testing/http/expect-response.ts';
import { startService, type TestService } from '@petstore/testing/service.ts';
import { OPERATIONS } from './security-operations.ts';

/** What belongs to one account, asked for by another: every operation that takes an id has its rule here. */

interface Scene {
  service: TestService;
  owner: TestAccount;
  stranger: TestAccount;
  manager: TestAccount;
  /** The owner's, available. */
  pet: number;
  /** The owner's, held by the owner's own order. */
  held: number;
  order: number;
}

interface Rule {
  path(scene: Scene): string;
  method?: string;
  body?(scene: Scene): object;
  /** The status that the owner gets. */
  owner: number;
  /** What a stranger gets: the same where it is nobody's own, else this refusal. */
  refusal?: [status: number, code: string];
  /** The owner is told of the order; a stranger never is. */
  tellsOrder?: true;
}

const REFERENCE = 'application 2026-118';

const RULES: Record<string, Rule> = {
  listPets: { path: () => '/v1/pets?categoryId=1', owner: 200 },
  createPet: {
    path: () => '/v1/pets',
    method: 'POST',
    body: () => ({ name: 'Bella', categoryId: 1 }),
    owner: 201,
  },
  getPet: { path: ({ held }) => `/v1/pets/${held}`, owner: 200 },
  changePet: {
    path: ({ pet }) => `/v1/pets/${pet}`,
    method: 'PATCH',
    body: () => ({ name: 'Bella', categoryId: 2 }),
    owner: 200,
    refusal: [403, 'not_owner'],
  },
  removePet: {
    path: ({ pet }) => `/v1/pets/${pet}`,
    method: 'DELETE',
    owner: 204,
    refusal: [403, 'not_owner'],
  },
  listOrders: { path: ({ held }) => `/v1/store/orders?petId=${held}`, owner: 200, tellsOrder: true },
  placeOrder: {
    path: () => '/v1/store/orders',
    method: 'POST',
    body: ({ pet }) => ({ petId: pet }),
    owner: 201,
  },
  getOrder: {
    path: ({ order }) => `/v1/store/orders/${order}`,
    owner: 200,
    refusal: [404, 'order_not_found'],
    tellsOrder: true,
  },
  changeOrder: {
    path: ({ order }) => `/v1/store/orders/${order}`,
    method: 'PATCH',
    body: () => ({ status: 'cancelled' }),
    owner: 200,
    refusal: [404, 'order_not_found'],
    tellsOrder: true,
  },
  listEvents: { path: ({ held }) => `/v1/events?petId=${held}`, owner: 200, tellsOrder: true },
  listPermissions: { path: ({ held }) => `/v1/permissions?petIds=${held}`, owner: 200 },
};

async function setScene(service: TestService): Promise<Scene> {
  const [owner, stranger] = [await service.account(), await service.account()];
  const manager = await service.account({ role: 'manager' });
  const [pet, held] = [await addPet(service, owner.key), await addPet(service, owner.key)];
  const body = { petId: held, reference: REFERENCE };
  const placed = await service.send('/v1/store/orders', { method: 'POST', key: owner.key, body });
  return { service, owner, stranger, manager, pet, held, order: Number(at(placed.json, 'id')) };
}

/** What the owner has, as a manager sees it. */
async function belongings({ service, manager, pet, held, order }: Scene): Promise<string[]> {
  const paths = [`pets/${pet}`, `pets/${held}`, `store/orders/${order}`, 'events?limit=100'];
  return Promise.all(paths.map(async (path) => (await service.send(`/v1/${path}`, manager)).text));
}

function sendAs({ key }: TestAccount, scene: Scene, { path, method, body }: Rule) {
  return scene.service.send(path(scene), { key, method: method ?? 'GET', body: body?.(scene) });
}

for (const [id, rule] of Object.entries(RULES)) {
  test(`${id}: what is one account's own is not another's`, async (t) => {
    const scene = await setScene(await startService(t));
    const before = await belongings(scene);
    const refused = await sendAs(scene.stranger, scene, rule);
    assert.ok(!refused.text.includes(REFERENCE), refused.text);
    if (rule.refusal === undefined) assert.equal(refused.status, rule.owner, refused.text);
    else {
      assertError(refused, ...rule.refusal);
      assert.deepEqual(await belongings(scene), before);
    }
    // A stranger may have taken the pet meanwhile, as anybody may.
    const own = id === 'placeOrder' ? await setScene(scene.service) : scene;
    const answer = await sendAs(own.owner, own, rule);
    assert.equal(answer.status, rule.owner, answer.text);
    assert.equal(answer.text.includes(REFERENCE), rule.tellsOrder ?? false);
  });
}

test('every operation that takes an id is placed here', () => {
  const taking = OPERATIONS.filter(({ inputs }) => inputs.some((name) => /Ids?$/.test(name)));
  assert.deepEqual(taking.map(({ id }) => id).sort(), Object.keys(RULES).sort());
});

test('to a stranger an order that there is answers as one that there is not', async (t) => {
  const scene = await setScene(await startService(t));
  const none = scene.order + 1;
  for (const rule of [RULES.getOrder, RULES.changeOrder]) {
    assert.ok(rule !== undefined);
    const there = await sendAs(scene.stranger, scene, rule);
    const absent = await sendAs(scene.stranger, { ...scene, order: none }, rule);
    assert.equal(there.text.replaceAll(String(scene.order), String(none)), absent.text);
  }
});

test('a cursor of another account opens nothing of its list', async (t) => {
  const { service, owner, stranger, pet } = await setScene(await startService(t));
  await service.send('/v1/store/orders', { method: 'POST', key: owner.key, body: { petId: pet } });
  const next = nextOf(await service.send('/v1/store/orders?limit=1', owner));
  assert.ok(next !== undefined);
  assert.match((await service.send(next, owner)).text, /application/);
  assert.equal((await service.send(next, stranger)).text, '[]');
});
