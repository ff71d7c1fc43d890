import type { Deprecation, Quota } from '../../src/index.ts';
import { equal, ok } from './harness/assertions.ts';
import { createClient, type TestCase } from './harness/test-case.ts';

export const listeners: TestCase[] = [
  {
    name: 'calls onDeprecation once for a deprecated operation',
    run: async (environment) => {
      const deprecations: Deprecation[] = [];
      const { pets } = await createClient(environment, {
        onDeprecation: (deprecation) => deprecations.push(deprecation),
      });
      const { id } = await pets.create({ name: 'Frank', categoryId: 1n });
      equal(deprecations.length, 0);
      await pets.get(id);
      await pets.get(id);
      const sunset = new Date('2030-12-05T00:00:00Z');
      equal(deprecations, [{ operation: 'getPet', deprecatedAt: new Date('2026-11-20T00:00:00Z'), sunset }]);
    },
  },
  {
    name: 'calls onQuota with both windows after every response',
    run: async (environment) => {
      const quotas: Quota[] = [];
      const petstore = await createClient(environment, {
        terms: { plan: 'free' },
        onQuota: (quota) => quotas.push(quota),
      });
      equal(petstore.quota, undefined);
      await petstore.usage();
      await petstore.usage();
      equal(
        quotas.map(({ minute, day }) => [minute.limit, minute.remaining, day.limit, day.remaining]),
        [
          [60, 59, 1000, 999],
          [60, 58, 1000, 998],
        ],
      );
      equal(petstore.quota, quotas[1]);
      const { minute, day } = quotas[1] ?? {};
      ok(
        (minute?.secondsToReset ?? 0) >= 1 && (minute?.secondsToReset ?? 61) <= 60,
        'the minute resets within 60 s',
      );
      ok((day?.secondsToReset ?? 0) > 60, 'the day resets later');
    },
  },
];
