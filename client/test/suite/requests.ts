import { type Pet, PetstoreAnswerError, PetstoreError } from '../../src/index.ts';
import { equal, ok, rejectionOf, rejects } from './harness/assertions.ts';
import { lostResponse, respondWith } from './harness/faulty-network.ts';
import { FRANK, simulatedClient } from './harness/simulated-client.ts';
import { collect, createClient, type TestCase } from './harness/test-case.ts';

/** Requests by method and path. */
export const requests: TestCase[] = [
  {
    name: 'sends a request by method and path, and returns its status, header fields, text and exact result',
    run: async (environment) => {
      const petstore = await createClient(environment);
      const categoryId = 2n ** 63n - 2n;
      const added = await petstore.request<Pet>('post', '/pets', { body: { name: 'Zoë', categoryId } });
      const { id } = added.result;
      equal([added.status, added.result], [201, { id, name: 'Zoë', categoryId }]);
      equal(added.body, `{"id":${id},"name":"Zoë","categoryId":${categoryId}}`);
      const ifMatch = added.headers.get('etag') ?? '';
      const query = { categoryId, status: undefined, limit: 5 };
      for (const path of ['/pets', 'pets', '/v1/pets']) {
        equal((await petstore.request('GET', path, { query })).result, [added.result]);
      }
      equal((await petstore.request('GET', `/permissions?petIds=${id}`)).status, 200);
      const change = { body: { name: 'Zoe' }, ifMatch };
      equal((await petstore.request<Pet>('patch', `/pets/${id}`, change)).result.name, 'Zoe');
      const { code } = await rejects(petstore.request('PATCH', `/pets/${id}`, change), PetstoreError);
      equal(code, 'precondition_failed');
      const { status, result, body } = await petstore.request('DELETE', `/pets/${id}`);
      equal([status, result, body], [204, undefined, '']);
    },
  },
  {
    name: 'sends a file and header fields by method and path',
    run: async (environment) => {
      const petstore = await createClient(environment, { terms: { role: 'admin' } });
      const form = new FormData();
      form.set('file', new Blob(['name,categoryId\nSent by path,1\n']), 'a.csv');
      const query = { dryRun: true };
      const { status } = await petstore.request('POST', '/imports', { body: form, query });
      equal(status, 202);
      const { id } = await petstore.pets.create(FRANK);
      const file = new Blob(['no picture'], { type: 'image/png' });
      const upload = petstore.request('POST', `/pets/${id}/photos`, { body: file });
      equal((await rejects(upload, PetstoreError)).code, 'invalid_image');
      const headers = { 'content-type': 'text/plain' };
      const wrong = petstore.request('POST', '/pets', { body: FRANK, headers });
      equal((await rejects(wrong, PetstoreError)).code, 'unsupported_media_type');
    },
  },
  {
    name: 'sends a header field in another case in place of its own',
    run: async (environment) => {
      const petstore = await createClient(environment);
      const headers = { 'Content-Type': 'text/plain' };
      const wrong = petstore.request('POST', '/pets', { body: FRANK, headers });
      equal((await rejects(wrong, PetstoreError)).code, 'unsupported_media_type');
      const apiKey = await environment.account({ role: 'reader' });
      const other = { headers: { Authorization: `Bearer ${apiKey}` } };
      const { result } = await petstore.request<{ role: string }>('GET', '/usage', other);
      equal(result.role, 'reader');
    },
  },
  {
    name: 'returns the status and header fields of a HEAD, and throws the status of one that fails',
    run: async (environment) => {
      const petstore = await createClient(environment);
      const { status, result, body, headers } = await petstore.request('HEAD', '/pets');
      equal([status, result, body], [200, undefined, '']);
      ok(headers.get('etag') !== null, 'it has an ETag');
      const error = await rejects(petstore.request('HEAD', '/orders/none'), PetstoreAnswerError);
      equal([error.status, error.message], [404, 'HEAD: status 404. GET has the error.']);
    },
  },
  {
    name: 'sends a request by method and path through the queue, and retries a POST with one idempotency key',
    run: async (environment) => {
      const { clock, network, petstore } = await simulatedClient(environment, { terms: { perMinute: 4 } });
      await environment.nextMinute();
      network.inject(lostResponse);
      const body = { name: 'once', categoryId: 205n };
      const { result } = await clock.runUntil(petstore.request<Pet>('post', '/pets', { body }));
      equal(await clock.runUntil(collect(petstore.pets.list({ categoryId: 205n }))), [result]);
      equal([network.sent[0]?.method, network.sent[0]?.key], ['POST', network.sent[1]?.key]);
      ok(network.sent[0]?.key !== null, 'it has a key');
      const more = Array.from({ length: 4 }, () => petstore.request('GET', '/usage'));
      await clock.runUntil(Promise.all(more));
      equal(network.sent.length, 7, 'requests; none of them is a 429');
      network.inject(respondWith(200));
      ok((await rejectionOf(petstore.request('GET', '/usage'))) instanceof PetstoreAnswerError, 'a page');
    },
  },
];
