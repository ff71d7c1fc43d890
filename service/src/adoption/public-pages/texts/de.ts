import type { Sex, Size } from '../../../platform/database/column-values.ts';
import type { AgeGroup, Texts, Traits } from './texts.ts';

const SIZE_WORDS: Readonly<Record<Size, string>> = {
  small: 'kleines',
  medium: 'mittelgroßes',
  large: 'großes',
  extra_large: 'sehr großes',
};
const AGE_WORDS: Readonly<Record<AgeGroup, string>> = {
  baby: 'sehr junges',
  young: 'junges',
  adult: 'erwachsenes',
  senior: 'älteres',
};
const SEX_WORDS: Readonly<Record<Sex, string>> = { female: 'weibliches', male: 'männliches' };

function animal({ sex, size, ageGroup }: Traits): string {
  const adjectives = [size && SIZE_WORDS[size], ageGroup && AGE_WORDS[ageGroup], sex && SEX_WORDS[sex]];
  const words = adjectives.filter(Boolean).join(', ');
  return words === '' ? '' : `Ein ${words} Tier`;
}

// The name of an animal may be "dieses Tier": it stands where its nominative and its accusative are the same.
export const DE: Texts = {
  languageName: 'Deutsch',
  locale: 'de_DE',
  languages: 'Sprache',
  skip: 'Zum Inhalt',
  kindWords: {
    dog: { words: /^(hunde?|hundin|hundinnen|welpen?|ruden?)$/, plain: /^(hunde?)$/ },
    cat: { words: /^(katzen?|kater|katzchen|kitten)$/, plain: /^(katzen?)$/ },
    rabbit: { words: /^(kaninchen|hasen?)$/, plain: /^(kaninchen)$/ },
    bird: {
      words: /^(vogel|papagei|papageien|wellensittiche?|huhn|huhner|hennen?|hahn|hahne|enten?|gans|ganse)$/,
      plain: /^(vogel)$/,
    },
  },
  kinds: {
    dog: {
      all: 'Hunde',
      one: 'Hund',
      many: 'Hunde',
      unnamed: 'Ein Hund, noch ohne Namen',
      this: 'dieses Tier',
    },
    cat: {
      all: 'Katzen',
      one: 'Katze',
      many: 'Katzen',
      unnamed: 'Eine Katze, noch ohne Namen',
      this: 'diese Katze',
    },
    rabbit: {
      all: 'Kaninchen',
      one: 'Kaninchen',
      many: 'Kaninchen',
      unnamed: 'Ein Kaninchen, noch ohne Namen',
      this: 'dieses Kaninchen',
    },
    bird: {
      all: 'Vögel',
      one: 'Vogel',
      many: 'Vögel',
      unnamed: 'Ein Vogel, noch ohne Namen',
      this: 'dieses Tier',
    },
    other: {
      all: 'Tiere',
      one: 'Tier',
      many: 'Tiere',
      unnamed: 'Ein Tier, noch ohne Namen',
      this: 'dieses Tier',
    },
  },
  list: {
    title: 'Zuhause gesucht',
    intro: (shelter) => `${shelter}: Diese Tiere leben hier und warten auf jemanden wie Sie.`,
    kinds: 'Tierarten',
    all: 'Alle Tiere',
    category: (id) => `Gruppe ${id}`,
    moreThan: (number) => `Mehr als ${number}`,
    next: 'Mehr Tiere',
    first: 'Zurück zu den ersten Tieren',
    pages: 'Seiten',
    none: 'Gerade wartet hier kein Tier. Oft kommen neue: Schauen Sie bald wieder vorbei.',
    noneHere: 'Keines der Tiere hier ist so.',
    similar: (words) => `Zu „${words}“ wurde nichts gefunden. Meinten Sie …`,
    feed: 'Neue Tiere als Feed',
  },
  partners: {
    title: 'Von unseren Partnern',
    intro: 'Diese Tiere leben in anderen Tierheimen. Jeder Link führt auf die Seite des Tierheims.',
    at: 'Von',
    away: (distance) => `${distance} entfernt`,
  },
  filters: {
    title: 'Finden Sie das richtige',
    text: 'Wörter',
    textHint: 'Ein Name, eine Rasse, eine Farbe …',
    kind: 'Tierart',
    sex: 'Geschlecht',
    size: 'Größe',
    age: 'Alter',
    goodWith: 'Verträgt sich mit',
    distance: 'Entfernung',
    within: (distance) => `Im Umkreis von ${distance}`,
    any: 'Egal',
    chosen: 'Ihre Suche',
    remove: (part) => `Entfernen: ${part}`,
    submit: 'Diese Tiere zeigen',
    reset: 'Alle Tiere zeigen',
    sexes: { female: 'Weiblich', male: 'Männlich' },
    sizes: { small: 'Klein', medium: 'Mittel', large: 'Groß', extra_large: 'Sehr groß' },
    ages: {
      baby: 'Unter 1 Jahr',
      young: '1 bis 3 Jahre',
      adult: '3 bis 8 Jahre',
      senior: '8 Jahre und älter',
    },
    company: { children: 'Kindern', dogs: 'Hunden', cats: 'Katzen' },
  },
  facts: {
    animal,
    goodWith: (company) => `verträgt sich mit ${company}`,
    notWith: (company) => `Lebt besser nicht mit ${company} zusammen`,
    company: { children: 'Kindern', dogs: 'Hunden', cats: 'Katzen' },
    age: (age, isEstimated) => `${isEstimated ? 'Etwa ' : ''}${age} alt`,
    born: (date) => `geboren am ${date}`,
    neutered: () => 'Kastriert',
    notNeutered: () => 'Noch nicht kastriert',
    mixed: (breeds) => (breeds === undefined ? 'Mischling' : `Mischling: ${breeds}`),
    coats: { hairless: 'Ohne Fell', short: 'Kurzes Fell', medium: 'Mittellanges Fell', long: 'Langes Fell' },
    vaccinated: 'Vollständig geimpft',
    notVaccinated: 'Noch nicht vollständig geimpft',
    houseTrained: 'Stubenrein',
    notHouseTrained: 'Noch nicht stubenrein',
    lives: (place) => `Lebt hier: ${place}`,
    since: (date) => `Wartet seit dem ${date}`,
    fee: (amount) => `Die Schutzgebühr beträgt ${amount}`,
    free: 'Es gibt keine Schutzgebühr',
  },
  animal: {
    title: (name, shelter) => `${name} sucht ein Zuhause – ${shelter}`,
    more: (kind) => `Weitere ${kind}`,
    backTo: (kind) => `Zurück zur Liste: # ${kind}`,
    backToSearch: 'Zurück zur Suche',
    photos: (name) => `Weitere Fotos: ${name}`,
    facts: (name) => `${name} in Kürze`,
    about: (name) => `Über ${name}`,
    specialNeeds: 'Besondere Bedürfnisse',
    video: (name) => `Video ansehen: ${name}`,
    tags: 'In wenigen Worten',
    together: (names) => `Gehört zusammen mit ${names}.`,
    adoptedTogether: 'Sie ziehen nur gemeinsam in ein neues Zuhause.',
    nextStep: 'Der nächste Schritt',
    nextStepText: (name, shelter) =>
      `Möchten Sie ${name} kennenlernen? Fragen Sie nach: Das kostet nichts, und Sie entscheiden, wenn Sie sich kennen. Ihr Kontakt: ${shelter}.`,
    ask: (name) => `Nach einem Treffen fragen: ${name}`,
    write: (name) => `Über ${name} schreiben`,
    call: (name, number) => `Anrufen (${name}): ${number}`,
    visit: (name, shelter) => `${shelter}: Kommen Sie vorbei und lernen Sie ${name} kennen.`,
    reserved: 'Reserviert',
    reservedText: (name) =>
      `Im Moment lernt jemand ${name} kennen. Wenn es nicht passt, sucht ${name} wieder ein Zuhause, und diese Seite bleibt hier.`,
    seeOthers: 'Sehen, wer noch wartet',
    similar: (kind) => `Ähnliche ${kind}, die warten`,
    share: 'Teilen',
    copied: 'Der Link wurde kopiert',
  },
  apply: {
    title: (name) => `${name} adoptieren: Anfrage`,
    wanted: {
      dog: 'Ich suche einen Hund',
      cat: 'Ich suche eine Katze',
      rabbit: 'Ich suche ein Kaninchen',
      bird: 'Ich suche einen Vogel',
      other: 'Ich suche ein Tier',
    },
    wantedText: 'Noch nicht gefunden? Sagen Sie uns, wen Sie suchen.',
    promise: (days) =>
      `Sie bekommen innerhalb ${days === 1 ? 'eines Tages' : `von ${days} Tagen`} eine Antwort.`,
    usually: (days) =>
      `Die Antwort kommt meist innerhalb ${days === 1 ? 'eines Tages' : `von ${days} Tagen`}.`,
    ahead: (name) =>
      `Sie können trotzdem für ${name} anfragen. Jemand ist vor Ihnen an der Reihe: Ihre Anfrage zählt, wenn daraus nichts wird.`,
  },
  viewer: {
    title: (name) => `Fotos: ${name}`,
    open: (photo) => `${photo}: großes Foto zeigen`,
    close: 'Schließen',
    zoom: 'Vergrößern',
    previous: 'Voriges Foto',
    next: 'Nächstes Foto',
  },
  favourites: {
    title: 'Ihre Favoriten',
    add: 'Zu Ihren Favoriten hinzufügen',
    none: 'Sie haben noch keine Favoriten. Öffnen Sie die Seite eines Tiers, um es hinzuzufügen; dieser Browser merkt es sich.',
    noScript: 'Für die Favoriten wird JavaScript gebraucht.',
  },
  shelter: { call: (number) => `${number} anrufen` },
  notices: {
    adopted: {
      title: (name) => `${name} hat ein Zuhause gefunden`,
      text: () => 'Was für eine gute Nachricht! Andere warten noch auf jemanden wie Sie.',
    },
    notFound: {
      title: () => 'Diese Seite gibt es hier nicht',
      text: () => 'Vielleicht ist das Tier nicht mehr da, oder die Adresse ist unvollständig.',
    },
    invalid: {
      title: () => 'Diese Suche funktioniert nicht',
      text: () =>
        'Die Adresse fragt nach etwas, das wir nicht kennen. Beginnen Sie bitte wieder mit allen Tieren.',
    },
    tooMany: {
      title: () => 'Einen Moment, bitte',
      text: (seconds) =>
        `Von Ihrem Anschluss wurden viele Seiten abgerufen. In ${seconds} Sekunden geht es weiter; laden Sie diese Seite dann neu.`,
    },
    unavailable: {
      title: () => 'Diese Seite braucht einen Moment',
      text: () =>
        'Die Tiere können gerade nicht gezeigt werden. Versuchen Sie es in einer Minute noch einmal.',
    },
    others: 'Sie warten noch',
  },
};
