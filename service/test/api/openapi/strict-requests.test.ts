import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addPet } from '@petstore/testing/api-calls.ts';
import { membersOf } from '@petstore/testing/http/expect-response.ts';
import { startSharedService } from '@petstore/testing/service.ts';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { PHOTO_ID, storePhoto } from '../photos/photo-fixture.ts';

/** The document allows a body exactly if the service accepts it. */

interface Case {
  readonly schema: string;
  readonly method: string;
  readonly path: string;
  readonly bodies: readonly object[];
}

const QUOTA = { perMinute: 5, perDay: 50 };
const account = (number: number, rest: object) => ({ name: `Shelter ${number}`, ...rest });

const CASES: readonly Case[] = [
  { schema: 'PetChange', method: 'PATCH', path: '/v1/pets/1', bodies: [{}, { name: 'Rex' }] },
  { schema: 'ProfileChange', method: 'PATCH', path: '/v1/pets/1/profile', bodies: [{}, { breed: null }] },
  {
    schema: 'PhotoChange',
    method: 'PATCH',
    path: `/v1/pets/1/photos/${PHOTO_ID}`,
    bodies: [{}, { position: 0 }],
  },
  {
    schema: 'AccountChange',
    method: 'PATCH',
    path: '/v1/accounts/2',
    bodies: [
      {},
      { plan: 'pro', quota: QUOTA },
      { plan: 'enterprise', quota: QUOTA },
      { quota: QUOTA },
      { name: ' ' },
      { name: 'City shelter' },
      { plan: 'free' },
      { disabled: 'yes' },
    ],
  },
  {
    schema: 'AccountRequest',
    method: 'POST',
    path: '/v1/accounts',
    bodies: [
      account(1, { plan: 'enterprise' }),
      account(2, { plan: 'enterprise', quota: QUOTA }),
      account(3, { plan: 'pro', quota: QUOTA }),
      account(4, { plan: 'pro' }),
      account(5, { plan: 'gold' }),
      account(6, { plan: 'enterprise', quota: { perMinute: 0, perDay: 1 } }),
      { plan: 'free' },
      ...['', ' a', 'a ', 'a\nb', 'a'.repeat(101)].map((name) => ({ name, plan: 'free' })),
      ...['a', 'a b', 'é', 'a'.repeat(100)].map((name) => ({ name, plan: 'free' })),
    ],
  },
  {
    schema: 'KeyRequest',
    method: 'POST',
    path: '/v1/accounts/2/keys',
    bodies: [
      ...['https://shelter.example', 'http://localhost:8080', 'http://[::1]:3000', 'https://a_b.example'],
      ...['shelter.example', 'https://shelter.example/', 'https://Shelter.example', 'https://a.example/b'],
      ...[
        'ftp://a.example',
        'https://user@a.example',
        'https://',
        'https://a b',
        'https://a.example:',
        'null',
      ],
    ].map((origin) => ({ role: 'reader', allowedOrigins: [origin] })),
  },
];

const service = await startSharedService();
const { key } = await service.account({ role: 'admin' });
await service.account();
await addPet(service, key);
await storePhoto(service, 1);
const ajv = new Ajv2020({ strict: false, validateFormats: false });
ajv.addSchema(membersOf((await service.send('/openapi.json')).json), 'document');

for (const { schema, method, path, bodies } of CASES) {
  test(`${schema} allows a body exactly if the service accepts it`, async () => {
    const allows = ajv.getSchema(`document#/components/schemas/${schema}`);
    for (const body of bodies) {
      const { status, text } = await service.send(path, { method, key, body });
      assert.equal(status < 300, allows?.(body), `${JSON.stringify(body)}: ${status} ${text}`);
      assert.ok(status < 300 || status === 400, text);
    }
  });
}
