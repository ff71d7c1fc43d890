import { inLanguage, plural } from '../texts/in-language.ts';

export const TEXTS = inLanguage({
  en: {
    none: 'none',
    yes: 'yes',
    no: 'no',
    was: 'before:',
    photos: (count: number) => plural(count, 'photo', 'photos'),
  },
  es: {
    none: 'nada',
    yes: 'sí',
    no: 'no',
    was: 'antes:',
    photos: (count) => plural(count, 'foto', 'fotos'),
  },
  fr: {
    none: 'rien',
    yes: 'oui',
    no: 'non',
    was: 'avant :',
    photos: (count) => plural(count, 'photo', 'photos'),
  },
  de: {
    none: 'nichts',
    yes: 'ja',
    no: 'nein',
    was: 'vorher:',
    photos: (count) => plural(count, 'Foto', 'Fotos'),
  },
});

/** The values of fields with fixed choices. */
export const VALUES: Readonly<Record<string, string>> = inLanguage<Record<string, string>>({
  en: { extra_large: 'very large' },
  es: {
    female: 'hembra',
    male: 'macho',
    small: 'pequeño',
    medium: 'mediano',
    large: 'grande',
    extra_large: 'muy grande',
  },
  fr: {
    female: 'femelle',
    male: 'mâle',
    small: 'petite',
    medium: 'moyenne',
    large: 'grande',
    extra_large: 'très grande',
  },
  de: {
    female: 'weiblich',
    male: 'männlich',
    small: 'klein',
    medium: 'mittel',
    large: 'groß',
    extra_large: 'sehr groß',
  },
});
