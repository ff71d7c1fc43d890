import type { PublishingWords } from '@petstore/client';
import { inLanguage, plural } from '../../texts/in-language.ts';

type Kinds = Readonly<Record<PublishingWords['words'][number]['kind'], string>>;

/** The texts of the page that maps the words of the shelter to those of a site. */
export const TEXTS = inLanguage({
  en: {
    title: (site: string) => `Words for ${site}`,
    help: (site: string) =>
      `${site} takes only words of its own lists. Set once what your words are there; all animals with the same word follow. A word that the site has as it is needs nothing.`,
    none: 'No animal has a word for this site yet.',
    allKnown: 'The site knows all of your words.',
    waiting: (count: number) => `${plural(count, 'word has', 'words have')} no word of the site yet.`,
    kinds: { species: 'Species', breed: 'Breed', color: 'Colour', coat: 'Coat' } as Kinds,
    wait: (count: number) => `${plural(count, 'animal waits', 'animals wait')}`,
    animals: (count: number) => plural(count, 'animal', 'animals'),
    wordOf: (site: string) => `Word of ${site}`,
    guess: 'A guess, which is not sent:',
    take: (guess: string) => `Use “${guess}”`,
    save: 'Save the words',
    saving: 'Saving…',
    saved: 'Saved',
  },
  es: {
    title: (site) => `Palabras para ${site}`,
    help: (site) =>
      `${site} solo acepta palabras de sus propias listas. Indique una vez qué son allí sus palabras; valen para todos los animales con la misma palabra. Una palabra que el sitio tiene igual no necesita nada.`,
    none: 'Todavía ningún animal tiene una palabra para este sitio.',
    allKnown: 'El sitio conoce todas sus palabras.',
    waiting: (count) =>
      `${plural(count, 'palabra no tiene', 'palabras no tienen')} todavía una palabra del sitio.`,
    kinds: { species: 'Especie', breed: 'Raza', color: 'Color del pelo', coat: 'Pelo' },
    wait: (count) => plural(count, 'animal espera', 'animales esperan'),
    animals: (count) => plural(count, 'animal en total', 'animales'),
    wordOf: (site) => `Palabra de ${site}`,
    guess: 'Una suposición, que no se envía:',
    take: (guess) => `Usar «${guess}»`,
    save: 'Guardar las palabras',
    saving: 'Guardando…',
    saved: 'Guardado',
  },
  fr: {
    title: (site) => `Mots pour ${site}`,
    help: (site) =>
      `${site} n’accepte que les mots de ses propres listes. Indiquez une fois ce que vos mots y sont ; tous les animaux avec le même mot suivent. Un mot que le site a tel quel ne demande rien.`,
    none: 'Aucun animal n’a encore de mot pour ce site.',
    allKnown: 'Le site connaît tous vos mots.',
    waiting: (count) => `${plural(count, 'mot n’a', 'mots n’ont')} pas encore de mot du site.`,
    kinds: { species: 'Espèce', breed: 'Race', color: 'Couleur', coat: 'Pelage' },
    wait: (count) => plural(count, 'animal attend', 'animaux attendent'),
    animals: (count) => plural(count, 'animal au total', 'animaux'),
    wordOf: (site) => `Mot de ${site}`,
    guess: 'Une supposition, qui n’est pas envoyée :',
    take: (guess) => `Utiliser « ${guess} »`,
    save: 'Enregistrer les mots',
    saving: 'Enregistrement…',
    saved: 'Enregistré',
  },
  de: {
    title: (site) => `Wörter für ${site}`,
    help: (site) =>
      `${site} nimmt nur Wörter aus den eigenen Listen. Legen Sie einmal fest, was Ihre Wörter dort sind; es gilt für alle Tiere mit demselben Wort. Ein Wort, das das Portal genauso hat, braucht nichts.`,
    none: 'Noch kein Tier hat ein Wort für dieses Portal.',
    allKnown: 'Das Portal kennt alle Ihre Wörter.',
    waiting: (count) => `${plural(count, 'Wort hat', 'Wörter haben')} noch kein Wort des Portals.`,
    kinds: { species: 'Tierart', breed: 'Rasse', color: 'Farbe', coat: 'Fell' },
    wait: (count) => plural(count, 'Tier wartet', 'Tiere warten'),
    animals: (count) => plural(count, 'Tier', 'Tiere'),
    wordOf: (site) => `Wort von ${site}`,
    guess: 'Eine Vermutung, die nicht gesendet wird:',
    take: (guess) => `„${guess}“ verwenden`,
    save: 'Wörter speichern',
    saving: 'Wird gespeichert …',
    saved: 'Gespeichert',
  },
});
