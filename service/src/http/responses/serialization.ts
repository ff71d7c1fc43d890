import { createRequire } from 'node:module';
import type { SerializerFactory } from '@fastify/fast-json-stringify-compiler';
import { once } from '../../core/once.ts';

/** Builds the serialisers of the routes as Fastify does, but each on its first use, so that the start is faster. */
export const buildSerializers: SerializerFactory = (shared, options) => {
  const serializers = once(() => compiler().SerializerSelector()(shared, options));
  return (route) => {
    const serialize = once(() => serializers()(route));
    return (value) => serialize()(value);
  };
};

function compiler(): typeof import('@fastify/fast-json-stringify-compiler') {
  return createRequire(import.meta.url)('@fastify/fast-json-stringify-compiler');
}
