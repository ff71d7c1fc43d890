/** Returns the name of an animal after the French "de": "de Rex", but "d’Olive". */
export function deName(name: string): string {
  return /^[aeiou]/i.test(name.normalize('NFD')) ? `d’${name}` : `de ${name}`;
}
