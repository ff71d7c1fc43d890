/** Returns the name of an animal after the French "de": "de Rex", but "d’Olive". */
export function deName(name: string): string {
  return /^(a|e|i|o|u)/i.test(name.normalize('NFD')) ? `d’${name}` : `de ${name}`;
}
