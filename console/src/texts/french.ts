import { language } from './language.ts';

/** Returns the name of an animal after the French "de": "de Rex", but "d’Olive". */
export function deName(name: string): string {
  return /^(a|e|i|o|u)/i.test(name.normalize('NFD')) ? `d’${name}` : `de ${name}`;
}

/** Returns a text after its label and a colon, before which French has a space. */
export function withLabel(label: string, text: string): string {
  return `${label}${language === 'fr' ? '\u00a0' : ''}: ${text}`;
}
