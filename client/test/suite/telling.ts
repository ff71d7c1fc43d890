import type { Deprecation, Quota } from '../../src/index.ts';
import { type Case, clientOf, holds, same } from './case.ts';

export const telling: Case[] = [
  {
    name: 'using a deprecated operation tells once when it will be removed',
    run: async (stage) => {
      const told: Deprecation[] = [];
      const { pets } = await clientOf(stage, { onDeprecation: (deprecation) => told.push(deprecation) });
      const { id } = await pets.create({ name: 'Frank', categoryId: 1n });
      same(told.length, 0);
      await pets.get(id);
      await pets.get(id);
      const sunset = new Date('2030-12-05T00:00:00Z');
      same(told, [{ operation: 'getPet', deprecatedAt: new Date('2026-11-20T00:00:00Z'), sunset }]);
    },
  },
  {
    name: 'every answer tells both windows of the quota',
    run: async (stage) => {
      const told: Quota[] = [];
      const petstore = await clientOf(stage, {
        terms: { plan: 'free' },
        onQuota: (quota) => told.push(quota),
      });
      same(petstore.quota, undefined);
      await petstore.usage();
      await petstore.usage();
      same(
        told.map(({ minute, day }) => [minute.limit, minute.remaining, day.limit, day.remaining]),
        [
          [60, 59, 1000, 999],
          [60, 58, 1000, 998],
        ],
      );
      same(petstore.quota, told[1]);
      const { minute, day } = told[1] ?? {};
      holds(
        (minute?.secondsToReset ?? 0) >= 1 && (minute?.secondsToReset ?? 61) <= 60,
        'the minute ends soon',
      );
      holds((day?.secondsToReset ?? 0) > 60, 'the day ends later');
    },
  },
];
