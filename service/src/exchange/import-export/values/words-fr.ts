import { phrases, type Words } from './words.ts';

/** How people write whether an animal gets on with others. */
function company(...nouns: string[]): { yes: string[]; no: string[] } {
  const forEach = (phrases: (noun: string) => string[]) => nouns.flatMap(phrases);
  return {
    yes: forEach((noun) => [
      `ok ${noun}`,
      `${noun} ok`,
      `${noun} oui`,
      `oui ${noun}`,
      `avec ${noun}`,
      `bien avec ${noun}`,
      `s entend avec ${noun}`,
      `s entend bien avec ${noun}`,
      `sociable avec ${noun}`,
      `compatible ${noun}`,
    ]),
    no: forEach((noun) => [
      `pas ok ${noun}`,
      `${noun} non`,
      `non ${noun}`,
      `sans ${noun}`,
      `pas ${noun}`,
      `pas avec ${noun}`,
      `pas de ${noun}`,
      `ne s entend pas avec ${noun}`,
      `incompatible ${noun}`,
    ]),
  };
}

export const FRENCH: Words = {
  status: {
    available: phrases(
      'disponible a l adoption, a adopter, a l adoption, adoptable, cherche famille, cherche un foyer',
      'cherche une famille, en attente de famille, en attente d adoption',
    ),
    pending: phrases(
      'reserve, reservee, en cours d adoption, adoption en cours, pre adopte, pre adoptee, en attente',
      'option, famille d accueil en vue d adoption',
    ),
    sold: phrases('adopte, adoptee, adoption, place, placee, vendu, vendue, dans sa famille'),
    'not for adoption': phrases(
      'indisponible, non disponible, pas disponible, non adoptable, pas a l adoption, non adopte',
      'transfere, transferee, transfert, rendu, rendue, rendu au proprietaire, rendue au proprietaire',
      'restitue, restituee, perdu, perdue, disparu, disparue, vole, volee, fourriere',
    ),
  },
  sex: {
    female: phrases('femelle, femelle sterilisee, femelle non sterilisee, femelle entiere, fille'),
    male: phrases(
      'male castre, male sterilise, male entier, male non castre, garcon', // mâle is the same word as in English
    ),
    unknown: phrases('inconnu, inconnue, non connu, indetermine, indeterminee, ne sait pas'),
  },
  size: {
    small: phrases('petit, petite, petite taille, tres petit, tres petite, nain, naine'),
    medium: phrases('moyen, moyenne, taille moyenne'),
    large: phrases('grand, grande, grande taille'),
    extra_large: phrases('tres grand, tres grande, tres grande taille, geant, geante'),
    unknown: phrases('inconnu, inconnue, ne sait pas'),
  },
  coatLength: {
    hairless: phrases('sans poil, nu, nue'),
    short: phrases('court, poil court, courts, poils courts, ras, poil ras'),
    medium: phrases('mi long, poil mi long, moyen, poil moyen'),
    long: phrases('long, poil long, longs, poils longs'),
    unknown: phrases('inconnu, ne sait pas'),
  },
  flag: {
    yes: phrases('oui, o, vrai'),
    no: phrases('non, faux, jamais'),
    unknown: phrases('inconnu, inconnue, ne sait pas, non teste, non testee, pas teste, pas testee, a voir'),
  },
  flags: {
    spayedNeutered: {
      yes: phrases(
        'sterilise, sterilisee, castre, castree, operee, male castre, male sterilise, femelle sterilisee',
      ),
      no: phrases(
        'non sterilise, non sterilisee, pas sterilise, pas sterilisee, non castre, non castree, pas castre',
        'pas encore, entier, entiere, male entier, femelle entiere',
      ),
    },
    houseTrained: {
      yes: phrases('propre, proprete acquise, utilise la litiere'),
      no: phrases('pas propre, non propre, pas encore propre, pas encore'),
    },
    mixed: {
      yes: phrases('croise, croisee, metis, metisse, batard'),
      no: phrases('de race, race pure, pure race, lof, loof'),
    },
    vaccinated: {
      yes: phrases('vaccine, vaccinee, vaccins a jour, a jour, vaccination a jour'),
      no: phrases('non vaccine, non vaccinee, pas vaccine, pas vaccinee, pas a jour, pas encore'),
    },
    birthDateEstimated: {
      yes: phrases('estime, estimee, approximatif, approximative, environ'),
      no: phrases('exact, exacte, connue'),
    },
    goodWithChildren: company('enfants', 'les enfants', 'enfant'),
    goodWithDogs: company('chiens', 'les chiens', 'chien', 'congeneres'),
    goodWithCats: company('chats', 'les chats', 'chat'),
  },
  negations: phrases(
    'pas, ne, sans, jamais, mais, sauf, seulement, uniquement, certains, certaines, parfois, selon',
  ),
  notForAdoption: phrases(
    'non disponible, pas disponible, indisponible, non adoptable, euthanasie, euthanasiee, decede, decedee',
    'mort, morte, quarantaine, rendu au proprietaire, rendue au proprietaire, transfere, transferee',
  ),
};
