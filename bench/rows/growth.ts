import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Growth, type Measured, measureGrowth } from '../growth/growth.ts';
import { growthOfAccounts } from '../growth/growth-accounts.ts';
import { growthOfConnections } from '../growth/growth-connections.ts';
import { growthOfPets } from '../growth/growth-pets.ts';
import { loadTool } from '../load/load.ts';
import type { Line } from '../report.ts';
import type { Row } from '../row.ts';

const GROWTHS = [growthOfPets, growthOfAccounts, growthOfConnections];

export const growth: Row = {
  name: 'growth',
  onlyByName: true,
  measure: async (sizes) => {
    const lines: Line[] = [];
    const all: Partial<Record<Growth['of'], readonly Measured[]>> = {};
    for (const each of GROWTHS) {
      const measured = await measureGrowth(each, sizes);
      lines.push(...measured.flatMap(({ size, figures }) => each.lines(size, figures)));
      all[each.of] = measured;
      if (sizes.outFolder !== undefined) await writePlot(sizes.outFolder, each, measured);
    }
    if (sizes.outFolder !== undefined) await writeFigures(sizes.outFolder, all);
    return lines;
  },
};

async function writePlot(folder: string, growth: Growth, measured: readonly Measured[]): Promise<void> {
  // Loaded here: it is large, and no other row needs it.
  const { plotOf } = await import('../growth/growth-plot.ts');
  await writeFile(join(folder, `growth-${growth.of}.svg`), plotOf(growth, measured));
}

async function writeFigures(folder: string, measured: object): Promise<void> {
  const place = { node: process.version, load: loadTool };
  await writeFile(join(folder, 'growth.json'), `${JSON.stringify({ ...place, ...measured }, null, 2)}\n`);
}
