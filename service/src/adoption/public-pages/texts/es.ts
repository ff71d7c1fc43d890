import type { Size } from '../../../platform/database/column-values.ts';
import type { AgeGroup, Texts, Traits } from './texts.ts';

const SIZE_WORDS: Readonly<Record<Size, string>> = {
  small: 'de tamaño pequeño',
  medium: 'de tamaño mediano',
  large: 'de tamaño grande',
  extra_large: 'de tamaño muy grande',
};
const AGE_WORDS: Readonly<Record<AgeGroup, string>> = {
  baby: 'muy joven',
  young: 'joven',
  adult: 'en edad adulta',
  senior: 'de edad avanzada',
};
const NOUNS = { female: 'Una hembra', male: 'Un macho' } as const;

function animal({ sex, size, ageGroup }: Traits): string {
  if (sex === undefined && size === undefined && ageGroup === undefined) return '';
  const noun = sex === undefined ? 'Un animal' : NOUNS[sex];
  const aged = [noun, ageGroup && AGE_WORDS[ageGroup]].filter(Boolean).join(' ');
  return [aged, size && SIZE_WORDS[size]].filter(Boolean).join(', ');
}

export const ES: Texts = {
  languageName: 'Español',
  locale: 'es_MX',
  languages: 'Idioma',
  skip: 'Saltar al contenido',
  kindWords: {
    dog: { words: /^(perr[oa]s?|cachorr[oa]s?)$/, plain: /^(perr[oa]s?)$/ },
    cat: { words: /^(gat[oa]s?|gatit[oa]s?)$/, plain: /^(gat[oa]s?)$/ },
    rabbit: { words: /^(conej[oa]s?|liebres?)$/, plain: /^(conej[oa]s?)$/ },
    bird: {
      words: /^(aves?|pajaros?|loros?|canarios?|gallin[oa]s?|gallos?|patos?|gansos?)$/,
      plain: /^(aves?|pajaros?)$/,
    },
  },
  kinds: {
    dog: {
      all: 'Perros',
      one: 'perro',
      many: 'perros',
      unnamed: 'Un perro sin nombre todavía',
      this: 'este perro',
    },
    cat: {
      all: 'Gatos',
      one: 'gato',
      many: 'gatos',
      unnamed: 'Un gato sin nombre todavía',
      this: 'este gato',
    },
    rabbit: {
      all: 'Conejos',
      one: 'conejo',
      many: 'conejos',
      unnamed: 'Un conejo sin nombre todavía',
      this: 'este conejo',
    },
    bird: { all: 'Aves', one: 'ave', many: 'aves', unnamed: 'Un ave sin nombre todavía', this: 'esta ave' },
    other: {
      all: 'Animales',
      one: 'animal',
      many: 'animales',
      unnamed: 'Un animal sin nombre todavía',
      this: 'este animal',
    },
  },
  list: {
    title: 'Buscan un hogar',
    intro: (shelter) => `Estos animales viven en ${shelter} y esperan a alguien como usted.`,
    kinds: 'Tipos de animales',
    all: 'Todos los animales',
    category: (id) => `Grupo ${id}`,
    moreThan: (number) => `Más de ${number}`,
    next: 'Más animales',
    first: 'Volver al principio',
    pages: 'Páginas',
    none: 'Ahora mismo no espera aquí ningún animal. Llegan nuevos a menudo: vuelva pronto.',
    noneHere: 'Ninguno de los animales de aquí es así.',
    similar: (words) => `No se encontró nada con «${words}». ¿Quiso decir…?`,
    feed: 'Animales nuevos como canal de noticias',
  },
  partners: {
    title: 'De nuestras entidades colaboradoras',
    intro: 'Estos animales viven en otros refugios. Cada enlace lleva a la página de su refugio.',
    at: 'De',
    away: (distance) => `a ${distance}`,
  },
  filters: {
    title: 'Encuentre al suyo',
    text: 'Palabras',
    textHint: 'Un nombre, una raza, un color …',
    kind: 'Tipo',
    sex: 'Sexo',
    size: 'Tamaño',
    age: 'Edad',
    goodWith: 'Se lleva bien con',
    distance: 'Distancia',
    within: (distance) => `A menos de ${distance}`,
    any: 'Cualquiera',
    chosen: 'Su búsqueda',
    remove: (part) => `Quitar: ${part}`,
    submit: 'Ver estos animales',
    reset: 'Ver todos los animales',
    sexes: { female: 'Hembra', male: 'Macho' },
    sizes: { small: 'Pequeño', medium: 'Mediano', large: 'Grande', extra_large: 'Muy grande' },
    ages: {
      baby: 'Menos de 1 año',
      young: 'De 1 a 3 años',
      adult: 'De 3 a 8 años',
      senior: '8 años o más',
    },
    company: { children: 'Niños', dogs: 'Perros', cats: 'Gatos' },
  },
  facts: {
    animal,
    goodWith: (company) => `se lleva bien con ${company}`,
    notWith: (company) => `Necesita un hogar sin ${company}`,
    company: { children: 'niños', dogs: 'perros', cats: 'gatos' },
    age: (age, isEstimated) => `Tiene ${isEstimated ? 'alrededor de ' : ''}${age}`,
    born: (date) => `nacimiento: ${date}`,
    neutered: (sex) =>
      sex === undefined ? 'Con esterilización' : sex === 'female' ? 'Esterilizada' : 'Esterilizado',
    notNeutered: (sex) =>
      sex === undefined
        ? 'Todavía sin esterilizar'
        : `Todavía no está ${sex === 'female' ? 'esterilizada' : 'esterilizado'}`,
    mixed: (breeds) => (breeds === undefined ? 'Mestizaje de razas' : `Cruce de ${breeds}`),
    coats: { hairless: 'Sin pelo', short: 'Pelo corto', medium: 'Pelo de largo medio', long: 'Pelo largo' },
    vaccinated: 'Vacunas al día',
    notVaccinated: 'Vacunas todavía incompletas',
    houseTrained: 'Sabe hacer sus necesidades fuera de casa',
    notHouseTrained: 'Todavía aprende a hacer sus necesidades fuera de casa',
    lives: (place) => `Vive aquí: ${place}`,
    since: (date) => `Espera desde el ${date}`,
    fee: (amount) => `La adopción cuesta ${amount}`,
    free: 'La adopción no cuesta nada',
  },
  animal: {
    title: (name, shelter) => `${name} busca un hogar – ${shelter}`,
    more: (kind) => `Más ${kind}`,
    backTo: (kind) => `Volver a # ${kind}`,
    backToSearch: 'Volver a la búsqueda',
    photos: (name) => `Más fotos de ${name}`,
    facts: (name) => `${name} en pocas palabras`,
    about: (name) => `Sobre ${name}`,
    specialNeeds: 'Necesidades especiales',
    video: (name) => `Ver un video: ${name}`,
    tags: 'En pocas palabras',
    together: (names) => `Va junto con ${names}.`,
    adoptedTogether: 'Se adoptan juntos.',
    nextStep: 'El siguiente paso',
    nextStepText: (name, shelter) =>
      `¿Quiere conocer a ${name}? Pregunte en ${shelter}: no cuesta nada, y usted decide después de conocerse.`,
    ask: (name) => `Preguntar por ${name}`,
    write: (name) => `Escribir sobre ${name}`,
    call: (name, number) => `Llamar por ${name}: ${number}`,
    visit: (name, shelter) => `Venga a ${shelter} y pregunte por ${name}.`,
    reserved: 'Con reserva',
    reservedText: (name) =>
      `En este momento alguien está conociendo a ${name}. Si no sale bien, ${name} volverá a buscar un hogar, y esta página sigue aquí.`,
    seeOthers: 'Ver quién más espera',
    similar: (kind) => `Más ${kind} que esperan`,
    share: 'Compartir',
    copied: 'Se copió el enlace',
  },
  apply: {
    title: (name) => `Solicitar la adopción de ${name}`,
    wanted: {
      dog: 'Busco un perro',
      cat: 'Busco un gato',
      rabbit: 'Busco un conejo',
      bird: 'Busco un ave',
      other: 'Busco un animal',
    },
    wantedText: '¿Todavía no encontró al suyo? Díganos a quién busca.',
    promise: (days) => `Recibirá una respuesta en un plazo de ${days === 1 ? 'un día' : `${days} días`}.`,
    usually: (days) => `La respuesta suele llegar en ${days === 1 ? 'un día' : `${days} días`}.`,
    ahead: (name) =>
      `De todos modos puede enviar una solicitud para ${name}. Alguien va antes que usted: su solicitud cuenta si eso no sale bien.`,
  },
  viewer: {
    title: (name) => `Fotos de ${name}`,
    open: (photo) => `${photo}: ver la foto en grande`,
    close: 'Cerrar',
    zoom: 'Acercar',
    previous: 'Foto anterior',
    next: 'Foto siguiente',
  },
  favourites: {
    title: 'Sus favoritos',
    add: 'Agregar a sus favoritos',
    none: 'Todavía no tiene favoritos. Abra la página de un animal para agregarlo; este navegador lo recuerda.',
    noScript: 'Los favoritos necesitan JavaScript.',
  },
  shelter: { call: (number) => `Llamar al ${number}` },
  notices: {
    adopted: {
      title: (name) => `${name} ya tiene un hogar`,
      text: () => '¡Qué buena noticia! Otros todavía esperan a alguien como usted.',
    },
    notFound: {
      title: () => 'Esta página no está aquí',
      text: () => 'Puede que el animal ya no esté, o que la dirección esté incompleta.',
    },
    invalid: {
      title: () => 'Esta búsqueda no funciona',
      text: () => 'La dirección pide algo que no conocemos. Empiece de nuevo con todos los animales.',
    },
    tooMany: {
      title: () => 'Espere un momento',
      text: (seconds) =>
        `Desde su conexión se pidieron muchas páginas. En ${seconds} segundos puede seguir; entonces vuelva a cargar esta página.`,
    },
    unavailable: {
      title: () => 'Esta página necesita un momento',
      text: () => 'Ahora mismo no se pueden mostrar los animales. Inténtelo de nuevo en un minuto.',
    },
    others: 'Ellos todavía esperan',
  },
};
