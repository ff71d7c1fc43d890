import { phrases, type Words } from './words.ts';

/** How people write whether an animal gets on with others. */
function company(...nouns: string[]): { yes: string[]; no: string[] } {
  const forEach = (phrases: (noun: string) => string[]) => nouns.flatMap(phrases);
  return {
    yes: forEach((noun) => [
      `good with ${noun}`,
      `ok with ${noun}`,
      `okay with ${noun}`,
      `fine with ${noun}`,
      `great with ${noun}`,
      `gets on with ${noun}`,
      `gets along with ${noun}`,
      `yes with ${noun}`,
      `with ${noun}`,
      `likes ${noun}`,
      `loves ${noun}`,
      `${noun} ok`,
      `${noun} okay`,
      `${noun} yes`,
    ]),
    no: forEach((noun) => [
      `no ${noun}`,
      `not with ${noun}`,
      `not good with ${noun}`,
      `not ok with ${noun}`,
      `no good with ${noun}`,
      `bad with ${noun}`,
      `without ${noun}`,
      `dislikes ${noun}`,
      `${noun} no`,
    ]),
  };
}

export const ENGLISH: Words = {
  status: {
    available: phrases(
      'available, available now, available for adoption, adoptable, for adoption',
      'up for adoption, ready for adoption, ready to go, looking for a home, needs a home',
      'seeking home',
    ),
    pending: phrases(
      'pending, on hold, hold, held, reserved, adoption pending, pending adoption',
      'application pending, pending application, in process, trial, trial adoption',
      'foster to adopt, meet and greet',
    ),
    sold: phrases(
      'sold, adopted, adoption, completed adoption, rehomed, placed, homed, rto adopt',
      'in new home, gone home',
    ),
    'not for adoption': phrases(
      'unavailable, not for adoption, not available, not available for adoption, not adoptable',
      'not ready, not ready for adoption, inactive, closed, removed, deleted, withdrawn',
      'transfer, transferred, return to owner, returned to owner, return to own, rto, reclaimed',
      'released, missing, lost, stolen, disposal, relocate, relocated, impounded, lab, pre lab',
      'released from quarantine, in foster care only, sanctuary, feral, tnr, barn hold',
    ),
  },
  sex: {
    female: phrases(
      'f, female, girl, spayed female, female spayed, intact female, female intact',
      'unspayed female, unaltered female, altered female, female altered, fs, sf, doe, mare',
      'hen, queen, bitch, jill, ewe, cow, sow',
    ),
    male: phrases(
      'm, male, boy, neutered male, male neutered, intact male, male intact, unneutered male',
      'unaltered male, altered male, male altered, castrated male, mn, nm, buck, stallion',
      'gelding, rooster, tom, tomcat, hob, ram, bull, boar',
    ),
    unknown: phrases(
      'unknown, u, unk, not known, undetermined, not determined, unsure, ?, ??',
      'to be determined, tbd',
    ),
  },
  size: {
    small: phrases('s, sm, small, x small, xs, extra small, very small, tiny, toy, mini, miniature, little'),
    medium: phrases('m, med, md, medium, medium sized, mid, average, mid size'),
    large: phrases('l, lg, large, big'),
    extra_large: phrases('xl, xxl, extra large, x large, very large, very big, giant, huge, extra lg'),
    unknown: phrases('unknown, u, unk, not known, ?, tbd'),
  },
  coatLength: {
    hairless: phrases('hairless, none, no hair, bald, naked'),
    short: phrases('short, s, sh, short hair, shorthair, short haired, short coat, smooth'),
    medium: phrases('medium, m, med, md, medium hair, mediumhair, medium haired, medium coat'),
    long: phrases('long, l, lh, long hair, longhair, long haired, long coat'),
    unknown: phrases('unknown, u, unk, not known, ?, tbd'),
  },
  flag: {
    yes: phrases('y, yes, true, t, 1, x, on, yep, ok, okay, checked, ja, oui, wahr, vrai, ✓, ✔, ☑'),
    no: phrases('n, no, false, f, 0, off, nope, never, unchecked, nein, non, falsch, faux, ✗, ✘'),
    unknown: phrases(
      'unknown, u, unk, not known, untested, not tested, unsure, maybe, ?, ??, tbd, not sure',
      'no information, no info, no data',
    ),
  },
  flags: {
    spayedNeutered: {
      yes: phrases(
        'neutered, spayed, altered, fixed, sterilized, sterilised, desexed, castrated',
        'spayed neutered, neutered male, male neutered, spayed female, female spayed',
        'altered male, altered female, male altered, female altered, castrated male, gelding, mn',
        'nm, fs, sf',
      ),
      no: phrases(
        'not neutered, not spayed, not altered, not fixed, not desexed, not castrated',
        'not sterilized, not sterilised, unneutered, unspayed, unaltered, unfixed, not yet',
        'intact, entire, intact male, male intact, intact female, female intact, unneutered male',
        'unspayed female, unaltered male, unaltered female',
      ),
    },
    houseTrained: {
      yes: phrases(
        'house trained, housetrained, housebroken, house broken, potty trained, litter trained',
        'trained, fully trained, yes litter trained',
      ),
      no: phrases(
        'not house trained, not housetrained, not housebroken, not trained, not potty trained',
        'not litter trained, untrained, not yet',
      ),
    },
    mixed: {
      yes: phrases('mixed, mix, mixed breed, cross, crossbreed, cross breed, crossbred, mongrel'),
      no: phrases('purebred, pure bred, pure, pure breed, pedigree, not mixed'),
    },
    vaccinated: {
      yes: phrases(
        'vaccinated, vaccinations current, shots current, current, up to date, utd, complete, fully vaccinated',
      ),
      no: phrases(
        'not vaccinated, unvaccinated, not current, not up to date, overdue, due, incomplete, partial, not yet',
      ),
    },
    birthDateEstimated: {
      yes: phrases('estimated, estimate, approximate, approx, est'),
      no: phrases('exact, known, actual'),
    },
    goodWithChildren: company('children', 'kids', 'child', 'young children'),
    goodWithDogs: company('dogs', 'dog', 'other dogs'),
    goodWithCats: company('cats', 'cat', 'other cats'),
  },
  negations: phrases(
    'not, no, non, never, without, but, except, unless, only, some, sometimes, if, cannot',
    'can t, un, isn t, doesn t, don t, neither, maybe, unknown',
  ),
  notForAdoption: phrases(
    'unavailable, not available, not adoptable, not for adoption, not ready, euthanized',
    'euthanised, euthanasia, euthanize, deceased, died, dead, doa, quarantine, stray hold',
    'bite hold, rabies, court hold, evidence, returned to owner, return to owner, reclaimed',
    'transferred, transfer',
  ),
};
