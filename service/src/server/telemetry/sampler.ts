import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
} from '@opentelemetry/sdk-trace';

const ROOTS: Readonly<Record<string, (ratio: number) => Sampler>> = {
  always_on: () => new AlwaysOnSampler(),
  always_off: () => new AlwaysOffSampler(),
  traceidratio: (ratio) => new TraceIdRatioBasedSampler(ratio),
};
const PARENT_BASED = 'parentbased_';
const DEFAULT = 'parentbased_always_on';

/** Returns the sampler of `OTEL_TRACES_SAMPLER` and `OTEL_TRACES_SAMPLER_ARG`. Any other value means the default. */
export function createSampler(name = DEFAULT, argument?: string): Sampler {
  const isParentBased = name.startsWith(PARENT_BASED);
  const root = ROOTS[isParentBased ? name.slice(PARENT_BASED.length) : name];
  if (root === undefined) return createSampler();
  const ratio = Number(argument ?? 1);
  const sampler = root(ratio >= 0 && ratio <= 1 ? ratio : 1);
  return isParentBased ? new ParentBasedSampler({ root: sampler }) : sampler;
}
