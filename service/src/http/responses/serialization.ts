import { createRequire } from 'node:module';
import type { SerializerFactory } from '@fastify/fast-json-stringify-compiler';
import { once } from '../../core/once.ts';

/** Makes the serialisers of the routes' answers as Fastify does, but each when it is first needed: few are, at a start. */
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
