import { phrases, type Words } from './words.ts';

/** How people write whether an animal gets on with others. */
function company(...nouns: string[]): { yes: string[]; no: string[] } {
  const forEach = (phrases: (noun: string) => string[]) => nouns.flatMap(phrases);
  return {
    yes: forEach((noun) => [
      `mit ${noun}`,
      `ja mit ${noun}`,
      `${noun} ja`,
      `${noun} ok`,
      `gut mit ${noun}`,
      `vertraglich mit ${noun}`,
      `mit ${noun} vertraglich`,
      `vertragt sich mit ${noun}`,
      `mag ${noun}`,
    ]),
    no: forEach((noun) => [
      `nicht mit ${noun}`,
      `ohne ${noun}`,
      `keine ${noun}`,
      `${noun} nein`,
      `unvertraglich mit ${noun}`,
      `nicht vertraglich mit ${noun}`,
      `vertragt sich nicht mit ${noun}`,
      `mag keine ${noun}`,
    ]),
  };
}

export const GERMAN: Words = {
  status: {
    available: phrases(
      'verfugbar, zu vermitteln, vermittelbar, in vermittlung, in der vermittlung, sucht zuhause',
      'sucht ein zuhause, zuhause gesucht, zur adoption, zur vermittlung',
    ),
    pending: phrases(
      'reserviert, vorgemerkt, in bearbeitung, vermittlung lauft, probewohnen, auf probe, interessent',
      'interessenten vorhanden, pflegestelle mit option',
    ),
    sold: phrases('vermittelt, adoptiert, verkauft, abgegeben, hat ein zuhause, zuhause gefunden'),
    'not for adoption': phrases(
      'nicht verfugbar, nicht vermittelbar, nicht zu vermitteln, nicht in vermittlung, noch nicht vermittelbar',
      'inaktiv, verlegt, ubergeben, zuruck an besitzer, zuruck an halter, zuruckgegeben, vermisst, entlaufen',
      'gestohlen, gnadenhof, dauerpflege',
    ),
  },
  sex: {
    female: phrases('w, weiblich, weibchen, hundin, katzin, madchen, weiblich kastriert, stute, zibbe'),
    male: phrases('mannlich, mannchen, rude, kater, junge, mannlich kastriert, hengst, wallach, rammler'),
    unknown: phrases('unbekannt, nicht bekannt, unbestimmt, keine angabe'),
  },
  size: {
    small: phrases('klein, sehr klein, zwerg, mini'),
    medium: phrases('mittel, mittelgross, mittelgroß'),
    large: phrases('gross, groß'),
    extra_large: phrases('sehr gross, sehr groß, riesig, riese'),
    unknown: phrases('unbekannt, nicht bekannt, keine angabe'),
  },
  coatLength: {
    hairless: phrases('haarlos, nackt'),
    short: phrases('kurz, kurzhaar, kurzhaarig'),
    medium: phrases('mittel, mittellang, halblang, halblanghaar'),
    long: phrases('lang, langhaar, langhaarig'),
    unknown: phrases('unbekannt, nicht bekannt, keine angabe'),
  },
  flag: {
    yes: phrases('ja, j, wahr, vorhanden'),
    no: phrases('nein, falsch, nie'),
    unknown: phrases('unbekannt, nicht bekannt, nicht getestet, ungetestet, keine angabe, unklar'),
  },
  flags: {
    spayedNeutered: {
      yes: phrases('kastriert, sterilisiert, mannlich kastriert, weiblich kastriert'),
      no: phrases(
        'nicht kastriert, unkastriert, nicht sterilisiert, noch nicht, noch nicht kastriert, intakt',
      ),
    },
    houseTrained: {
      yes: phrases('stubenrein, benutzt katzenklo'),
      no: phrases('nicht stubenrein, noch nicht stubenrein, noch nicht'),
    },
    mixed: {
      yes: phrases('mischling, mix, gemischt, kreuzung'),
      no: phrases('reinrassig, rassetier, rasserein'),
    },
    vaccinated: {
      yes: phrases('geimpft, vollstandig geimpft, grundimmunisiert'),
      no: phrases('nicht geimpft, ungeimpft, unvollstandig geimpft, teilweise geimpft, noch nicht'),
    },
    birthDateEstimated: {
      yes: phrases('geschatzt, ungefahr, etwa, ca'),
      no: phrases('genau, bekannt'),
    },
    goodWithChildren: company('kinder', 'kindern'),
    goodWithDogs: company('hunde', 'hunden', 'artgenossen'),
    goodWithCats: company('katzen', 'katze'),
  },
  negations: phrases('nicht, kein, keine, keinen, ohne, aber, ausser, nur, manche, manchmal, bedingt'),
  notForAdoption: phrases(
    'nicht verfugbar, nicht vermittelbar, eingeschlafert, verstorben, gestorben, tot, quarantane',
    'zuruck an besitzer, zuruck an halter, ubergeben',
  ),
};
