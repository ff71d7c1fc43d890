import type { Profile } from '@petstore/client';
import { inLanguage, plural } from '../../texts/in-language.ts';

type Known<Name extends keyof Profile> = Readonly<Record<NonNullable<Profile[Name]> & string, string>>;

interface ProfileTexts {
  sexes: Known<'sex'>;
  sizes: Known<'size'>;
  coats: Known<'coatLength'>;
  /** Without breeds if none is known. */
  mixed(breeds?: string): string;
  months(count: number): string;
  years(count: number): string;
  age(time: string): string;
  aboutAge(time: string): string;
  children: string;
  dogs: string;
  cats: string;
  and: string;
  or: string;
  goodWith(those: string): string;
  notWith(those: string): string;
  neutered: string;
  notNeutered: string;
  vaccinated: string;
  notVaccinated: string;
  houseTrained: string;
  notHouseTrained: string;
}

/** The texts that describe an animal in words. */
export const TEXTS = inLanguage<ProfileTexts>({
  en: {
    sexes: { female: 'female', male: 'male' },
    sizes: { small: 'small', medium: 'medium-sized', large: 'large', extra_large: 'very large' },
    coats: { hairless: 'hairless', short: 'short coat', medium: 'medium-length coat', long: 'long coat' },
    mixed: (breeds) => (breeds === undefined ? 'mixed breed' : `${breeds} mix`),
    months: (count) => plural(count, 'month', 'months'),
    years: (count) => plural(count, 'year', 'years'),
    age: (time) => `${time} old`,
    aboutAge: (time) => `about ${time} old`,
    children: 'children',
    dogs: 'dogs',
    cats: 'cats',
    and: 'and',
    or: 'or',
    goodWith: (those) => `good with ${those}`,
    notWith: (those) => `not with ${those}`,
    neutered: 'spayed or neutered',
    notNeutered: 'not spayed or neutered',
    vaccinated: 'vaccinations up to date',
    notVaccinated: 'vaccinations not complete',
    houseTrained: 'house-trained',
    notHouseTrained: 'not house-trained',
  },
  es: {
    sexes: { female: 'hembra', male: 'macho' },
    sizes: {
      small: 'tamaño pequeño',
      medium: 'tamaño mediano',
      large: 'tamaño grande',
      extra_large: 'tamaño muy grande',
    },
    coats: { hairless: 'sin pelo', short: 'pelo corto', medium: 'pelo medio', long: 'pelo largo' },
    mixed: (breeds) => (breeds === undefined ? 'cruce de razas' : `cruce de ${breeds}`),
    months: (count) => plural(count, 'mes', 'meses'),
    years: (count) => plural(count, 'año', 'años'),
    age: (time) => time,
    aboutAge: (time) => `alrededor de ${time}`,
    children: 'niños',
    dogs: 'perros',
    cats: 'gatos',
    and: 'y',
    or: 'ni',
    goodWith: (those) => `se lleva bien con ${those}`,
    notWith: (those) => `no con ${those}`,
    neutered: 'con esterilización',
    notNeutered: 'sin esterilizar',
    vaccinated: 'vacunas al día',
    notVaccinated: 'vacunas incompletas',
    houseTrained: 'hace sus necesidades fuera de casa',
    notHouseTrained: 'todavía no hace sus necesidades fuera de casa',
  },
  fr: {
    sexes: { female: 'femelle', male: 'mâle' },
    sizes: {
      small: 'petite taille',
      medium: 'taille moyenne',
      large: 'grande taille',
      extra_large: 'très grande taille',
    },
    coats: { hairless: 'sans poil', short: 'poil court', medium: 'poil mi-long', long: 'poil long' },
    mixed: (breeds) => (breeds === undefined ? 'race croisée' : `croisement : ${breeds}`),
    months: (count) => plural(count, 'mois', 'mois'),
    years: (count) => plural(count, 'an', 'ans'),
    age: (time) => time,
    aboutAge: (time) => `environ ${time}`,
    children: 'les enfants',
    dogs: 'les chiens',
    cats: 'les chats',
    and: 'et',
    or: 'ni',
    goodWith: (those) => `s’entend avec ${those}`,
    notWith: (those) => `pas avec ${those}`,
    neutered: 'stérilisation faite',
    notNeutered: 'stérilisation à faire',
    vaccinated: 'vaccins à jour',
    notVaccinated: 'vaccins à faire',
    houseTrained: 'propreté acquise',
    notHouseTrained: 'propreté à apprendre',
  },
  de: {
    sexes: { female: 'weiblich', male: 'männlich' },
    sizes: { small: 'klein', medium: 'mittelgroß', large: 'groß', extra_large: 'sehr groß' },
    coats: { hairless: 'haarlos', short: 'kurzes Fell', medium: 'mittellanges Fell', long: 'langes Fell' },
    mixed: (breeds) => (breeds === undefined ? 'Mischling' : `Mischling: ${breeds}`),
    months: (count) => plural(count, 'Monat', 'Monate'),
    years: (count) => plural(count, 'Jahr', 'Jahre'),
    age: (time) => `${time} alt`,
    aboutAge: (time) => `etwa ${time} alt`,
    children: 'Kindern',
    dogs: 'Hunden',
    cats: 'Katzen',
    and: 'und',
    or: 'oder',
    goodWith: (those) => `verträgt sich mit ${those}`,
    notWith: (those) => `nicht mit ${those}`,
    neutered: 'kastriert',
    notNeutered: 'nicht kastriert',
    vaccinated: 'vollständig geimpft',
    notVaccinated: 'nicht vollständig geimpft',
    houseTrained: 'stubenrein',
    notHouseTrained: 'nicht stubenrein',
  },
});
