import type { Clock } from '../../platform/core/clock.ts';
import { BondImport } from './bonds/apply-bonds.ts';
import type { LaterPass } from './later-pass.ts';
import type { PetMapping } from './mapping/mapping.ts';
import { MovementImport } from './movements/apply-movements.ts';
import type { AssignedIds } from './recognition.ts';
import type { ImportStaging } from './staging.ts';
import type { ImportTexts } from './texts/import-texts.ts';

interface PassOptions {
  readonly ownerId: bigint;
  readonly clock: Clock;
  readonly publicUrl: string;
  readonly dryRun: boolean;
  readonly texts: ImportTexts['row'];
  /** The ids that the store had assigned before the import. */
  readonly own: AssignedIds;
}

/** Returns what is done when all animals of the file are there. Who goes together is known when it is known who has left. */
export function laterPasses(mapping: PetMapping, staging: ImportStaging, options: PassOptions): LaterPass[] {
  const { own, texts, ...others } = options;
  const column = bondColumn(mapping, staging);
  return [
    ...(mapping.movements === undefined ? [] : [new MovementImport(staging, { ...others, texts })]),
    ...(column === undefined
      ? []
      : [new BondImport(staging, { ...others, own, column, texts: texts.together })]),
  ];
}

/** Most exports of earlier versions and most files of other programs do not have the column. */
function bondColumn(
  { goesTogetherWith: source }: PetMapping,
  { hasBonds }: ImportStaging,
): string | undefined {
  return source?.optional && !hasBonds ? undefined : source?.column;
}
