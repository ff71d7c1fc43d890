import type { Texts } from './texts.ts';

export const DE: Texts = {
  list: 'Tiere, die ein Zuhause suchen',
  loading: 'Die Tiere werden geladen …',
  empty: 'Gerade wartet hier kein Tier. Oft kommen neue: Schauen Sie bald wieder vorbei.',
  failed: 'Leider können die Tiere im Moment nicht gezeigt werden.',
  all: 'Alle Tiere ansehen',
  shown: (count) => (count === 1 ? '1 Tier' : `${count} Tiere`),
  unnamed: 'Noch ohne Namen',
  female: 'Weiblich',
  male: 'Männlich',
  about: (age) => `etwa ${age}`,
  goodWith: 'Verträgt sich mit',
  children: 'Kindern',
  dogs: 'Hunden',
  cats: 'Katzen',
  together: (names) => `Gehört zusammen mit ${names}`,
};
