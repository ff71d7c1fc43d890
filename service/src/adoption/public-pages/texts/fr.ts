import type { Size } from '../../../platform/database/column-values.ts';
import type { AgeGroup, Texts, Traits } from './texts.ts';

const SIZE_WORDS: Readonly<Record<Size, string>> = {
  small: 'de petite taille',
  medium: 'de taille moyenne',
  large: 'de grande taille',
  extra_large: 'de très grande taille',
};
const AGE_WORDS: Readonly<Record<AgeGroup, (isFemale: boolean) => string>> = {
  baby: () => 'très jeune',
  young: () => 'jeune',
  adult: () => 'adulte',
  senior: (isFemale) => (isFemale ? 'âgée' : 'âgé'),
};
const NOUNS = { female: 'Une femelle', male: 'Un mâle' } as const;

function animal({ sex, size, ageGroup }: Traits): string {
  if (sex === undefined && size === undefined && ageGroup === undefined) return '';
  const noun = sex === undefined ? 'Un animal' : NOUNS[sex];
  const aged = [noun, ageGroup && AGE_WORDS[ageGroup](sex === 'female')].filter(Boolean).join(' ');
  return [aged, size && SIZE_WORDS[size]].filter(Boolean).join(', ');
}

/** "de Rex", but "d’Olive". */
function of(name: string): string {
  return /^(a|e|i|o|u)/i.test(name.normalize('NFD')) ? `d’${name}` : `de ${name}`;
}

export const FR: Texts = {
  languageName: 'Français',
  locale: 'fr_FR',
  languages: 'Langue',
  skip: 'Aller au contenu',
  kindWords: {
    dog: { words: /^(chiens?|chiennes?|chiots?)$/, plain: /^(chiens?|chiennes?)$/ },
    cat: { words: /^(chats?|chattes?|chatons?)$/, plain: /^(chats?|chattes?)$/ },
    rabbit: { words: /^(lapins?|lapines?|lapereaux?|lievres?)$/, plain: /^(lapins?|lapines?)$/ },
    bird: {
      words: /^(oiseaux?|perroquets?|perruches?|canaris?|poules?|coqs?|canards?|oies?)$/,
      plain: /^(oiseaux?)$/,
    },
  },
  kinds: {
    dog: {
      all: 'Chiens',
      one: 'chien',
      many: 'chiens',
      unnamed: 'Un chien qui n’a pas encore de nom',
      this: 'ce chien',
    },
    cat: {
      all: 'Chats',
      one: 'chat',
      many: 'chats',
      unnamed: 'Un chat qui n’a pas encore de nom',
      this: 'ce chat',
    },
    rabbit: {
      all: 'Lapins',
      one: 'lapin',
      many: 'lapins',
      unnamed: 'Un lapin qui n’a pas encore de nom',
      this: 'ce lapin',
    },
    bird: {
      all: 'Oiseaux',
      one: 'oiseau',
      many: 'oiseaux',
      unnamed: 'Un oiseau qui n’a pas encore de nom',
      this: 'cet oiseau',
    },
    other: {
      all: 'Animaux',
      one: 'animal',
      many: 'animaux',
      unnamed: 'Un animal qui n’a pas encore de nom',
      this: 'cet animal',
    },
  },
  list: {
    title: 'Ils cherchent un foyer',
    intro: (shelter) => `${shelter} : ces animaux vivent ici et attendent quelqu’un comme vous.`,
    kinds: 'Espèces d’animaux',
    all: 'Tous les animaux',
    category: (id) => `Groupe ${id}`,
    moreThan: (number) => `Plus de ${number}`,
    next: 'Plus d’animaux',
    first: 'Retour aux premiers animaux',
    pages: 'Pages',
    none: 'Aucun animal n’attend ici en ce moment. De nouveaux arrivent souvent : revenez bientôt.',
    noneHere: 'Aucun des animaux d’ici n’est comme cela.',
    similar: (words) => `Rien n’a été trouvé pour « ${words} ». Vouliez-vous dire… ?`,
    feed: 'Les nouveaux animaux en flux',
  },
  partners: {
    title: 'Chez nos partenaires',
    intro: 'Ces animaux vivent dans d’autres refuges. Chaque lien mène à la page de son refuge.',
    at: 'De',
    away: (distance) => `à ${distance}`,
  },
  filters: {
    title: 'Trouvez le vôtre',
    text: 'Mots',
    textHint: 'Un nom, une race, une couleur…',
    kind: 'Espèce',
    sex: 'Sexe',
    size: 'Taille',
    age: 'Âge',
    goodWith: 'S’entend avec',
    distance: 'Distance',
    within: (distance) => `À moins de ${distance}`,
    any: 'Indifférent',
    chosen: 'Votre recherche',
    remove: (part) => `Retirer : ${part}`,
    submit: 'Voir ces animaux',
    reset: 'Voir tous les animaux',
    sexes: { female: 'Femelle', male: 'Mâle' },
    sizes: { small: 'Petite', medium: 'Moyenne', large: 'Grande', extra_large: 'Très grande' },
    ages: {
      baby: 'Moins de 1 an',
      young: 'De 1 à 3 ans',
      adult: 'De 3 à 8 ans',
      senior: '8 ans et plus',
    },
    company: { children: 'Enfants', dogs: 'Chiens', cats: 'Chats' },
  },
  facts: {
    animal,
    goodWith: (company) => `s’entend avec ${company}`,
    notWith: (company) => `Ne doit pas vivre avec ${company}`,
    company: { children: 'les enfants', dogs: 'les chiens', cats: 'les chats' },
    age: (age, isEstimated) => `${isEstimated ? 'Environ ' : ''}${age}`,
    born: (date) => `naissance : ${date}`,
    neutered: (sex) =>
      sex === undefined ? 'Stérilisation faite' : sex === 'female' ? 'Stérilisée' : 'Stérilisé',
    notNeutered: (sex) =>
      sex === undefined
        ? 'Stérilisation encore à faire'
        : `Pas encore ${sex === 'female' ? 'stérilisée' : 'stérilisé'}`,
    mixed: (breeds) => (breeds === undefined ? 'Race croisée' : `Croisement : ${breeds}`),
    coats: { hairless: 'Sans poil', short: 'Poil court', medium: 'Poil mi-long', long: 'Poil long' },
    vaccinated: 'Vaccins à jour',
    notVaccinated: 'Vaccins encore à faire',
    houseTrained: 'Propreté acquise',
    notHouseTrained: 'Apprend encore la propreté',
    lives: (place) => `Se trouve ici : ${place}`,
    since: (date) => `Attend depuis le ${date}`,
    fee: (amount) => `Les frais d’adoption sont de ${amount}`,
    free: 'L’adoption est gratuite',
  },
  animal: {
    title: (name, shelter) => `${name} cherche un foyer – ${shelter}`,
    more: (kind) => `Plus ${of(kind)}`,
    backTo: (kind) => `Retour aux # ${kind}`,
    backToSearch: 'Retour à la recherche',
    photos: (name) => `Plus de photos ${of(name)}`,
    facts: (name) => `${name} en bref`,
    about: (name) => `À propos ${of(name)}`,
    specialNeeds: 'Besoins particuliers',
    video: (name) => `Voir une vidéo : ${name}`,
    tags: 'En quelques mots',
    together: (names) => `À adopter avec ${names}.`,
    adoptedTogether: 'Ils partent ensemble dans un nouveau foyer.',
    nextStep: 'La prochaine étape',
    nextStepText: (name, shelter) =>
      `Vous aimeriez rencontrer ${name} ? Contactez le refuge : cela ne coûte rien, et vous décidez après avoir fait connaissance. Votre contact : ${shelter}.`,
    ask: (name) => `Se renseigner sur ${name}`,
    write: (name) => `Écrire au sujet ${of(name)}`,
    call: (name, number) => `Appeler au sujet ${of(name)} : ${number}`,
    visit: (name, shelter) => `${shelter} : venez sur place et demandez ${name}.`,
    reserved: 'Réservation en cours',
    reservedText: (name) =>
      `En ce moment, quelqu’un fait la connaissance ${of(name)}. Si cela n’aboutit pas, ${name} cherchera de nouveau un foyer, et cette page reste ici.`,
    seeOthers: 'Voir qui d’autre attend',
    similar: (kind) => `D’autres ${kind} qui attendent`,
    share: 'Partager',
    copied: 'Le lien a été copié',
  },
  apply: {
    title: (name) => `Demander l’adoption ${of(name)}`,
    wanted: {
      dog: 'Je cherche un chien',
      cat: 'Je cherche un chat',
      rabbit: 'Je cherche un lapin',
      bird: 'Je cherche un oiseau',
      other: 'Je cherche un animal',
    },
    wantedText: 'Vous n’avez pas encore trouvé ? Dites-nous qui vous cherchez.',
    promise: (days) =>
      `Vous recevez une réponse dans un délai de ${days === 1 ? '24 heures' : `${days} jours`}.`,
    usually: (days) => `La réponse arrive d’habitude en ${days === 1 ? 'un jour' : `${days} jours`}.`,
    ahead: (name) =>
      `Vous pouvez tout de même demander l’adoption ${of(name)}. Quelqu’un passe avant vous : votre demande compte si cela n’aboutit pas.`,
  },
  viewer: {
    title: (name) => `Photos ${of(name)}`,
    open: (photo) => `${photo} : voir la photo en grand`,
    close: 'Fermer',
    zoom: 'Agrandir',
    previous: 'Photo précédente',
    next: 'Photo suivante',
  },
  favourites: {
    title: 'Vos favoris',
    add: 'Ajouter à vos favoris',
    none: 'Vous n’avez pas encore de favoris. Ouvrez la page d’un animal pour en ajouter un ; ce navigateur s’en souvient.',
    noScript: 'Les favoris ont besoin de JavaScript.',
  },
  shelter: { call: (number) => `Appeler le ${number}` },
  notices: {
    adopted: {
      title: (name) => `${name} a trouvé un foyer`,
      text: () => 'Quelle bonne nouvelle ! D’autres attendent encore quelqu’un comme vous.',
    },
    notFound: {
      title: () => 'Cette page n’est pas ici',
      text: () => 'L’animal est peut-être parti, ou l’adresse est incomplète.',
    },
    invalid: {
      title: () => 'Cette recherche ne fonctionne pas',
      text: () =>
        'L’adresse demande quelque chose que nous ne connaissons pas. Recommencez avec tous les animaux.',
    },
    tooMany: {
      title: () => 'Un instant, s’il vous plaît',
      text: (seconds) =>
        `Beaucoup de pages ont été demandées depuis votre connexion. Vous pourrez continuer dans ${seconds} secondes ; rechargez alors cette page.`,
    },
    unavailable: {
      title: () => 'Cette page a besoin d’un instant',
      text: () => 'Les animaux ne peuvent pas être affichés maintenant. Réessayez dans une minute.',
    },
    others: 'Ils attendent encore',
  },
};
