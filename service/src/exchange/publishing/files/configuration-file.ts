import type { Site } from '../sites/site.ts';

/** Returns the file that names the columns, and what the site calls kinds of animals that it does not have: `import.cfg`. */
export function configurationFile({ columns, otherSpecies = {} }: Site): string {
  const lines = columns.flatMap(({ name, fact }, index) => [
    `#${index + 1}:${name}=${name}`,
    ...(fact === 'species' ? Object.entries(otherSpecies).map(([own, theirs]) => `${own}=${theirs}`) : []),
  ]);
  return `${lines.join('\n')}\n`;
}
