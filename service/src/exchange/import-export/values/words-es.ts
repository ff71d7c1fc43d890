import { phrases, type Words } from './words.ts';

/** How people write whether an animal gets on with others. */
function company(...nouns: string[]): { yes: string[]; no: string[] } {
  const forEach = (phrases: (noun: string) => string[]) => nouns.flatMap(phrases);
  return {
    yes: forEach((noun) => [
      `bueno con ${noun}`,
      `buena con ${noun}`,
      `bien con ${noun}`,
      `se lleva bien con ${noun}`,
      `compatible con ${noun}`,
      `con ${noun}`,
      `si con ${noun}`,
      `${noun} si`,
    ]),
    no: forEach((noun) => [
      `no con ${noun}`,
      `sin ${noun}`,
      `no ${noun}`,
      `mal con ${noun}`,
      `no se lleva bien con ${noun}`,
      `no compatible con ${noun}`,
      `${noun} no`,
    ]),
  };
}

export const SPANISH: Words = {
  status: {
    available: phrases(
      'disponible, disponible para adopcion, en adopcion, para adopcion, para adoptar',
      'adoptable, en busca de hogar, busca hogar, busca familia, busca casa',
      'listo para adopcion, lista para adopcion, se busca hogar',
    ),
    pending: phrases(
      'pendiente, reservado, reservada, reservado a, en reserva, en espera, en proceso',
      'en proceso de adopcion, adopcion pendiente, en tramite, preadoptado, preadoptada',
      'pre adoptado, pre adoptada, acogida con opcion a adopcion',
    ),
    sold: phrases(
      'adoptado, adoptada, adoptado a, adopcion, dado en adopcion, dada en adopcion, vendido, vendida',
      'entregado, entregada, con familia, en su hogar',
    ),
    'not for adoption': phrases(
      'no disponible, no disponible para adopcion, no adoptable, no apto para adopcion',
      'no apta para adopcion, no esta disponible, no esta en adopcion, no en adopcion, inactivo',
      'inactiva, de baja, baja, trasladado, trasladada, transferido, transferida, devuelto',
      'devuelta, devuelto al dueno, devuelta al dueno, devuelto a su dueno, devuelta a su dueno',
      'perdido, perdida, desaparecido, desaparecida',
    ),
  },
  sex: {
    female: phrases(
      'h, hembra, femenino, femenina, nina, hembra esterilizada, hembra castrada, hembra entera',
    ),
    male: phrases('macho, masculino, nino, macho castrado, macho esterilizado, macho entero'),
    unknown: phrases(
      'desconocido, desconocida, no se sabe, sin determinar, indeterminado, sin datos',
      'se desconoce',
    ),
  },
  size: {
    small: phrases(
      'p, ch, pequeno, pequena, chico, chica, muy pequeno, muy pequena, extra pequeno',
      'extra pequena, enano, enana, diminuto, diminuta',
    ),
    medium: phrases('mediano, mediana, medio, media'),
    large: phrases('g, grande'),
    extra_large: phrases('muy grande, extra grande, gigante, enorme'),
    unknown: phrases('desconocido, desconocida, no se sabe, sin datos, se desconoce'),
  },
  coatLength: {
    hairless: phrases('sin pelo, pelon'),
    short: phrases('corto, pelo corto, corta'),
    medium: phrases('medio, mediano, pelo medio, pelo mediano, semilargo'),
    long: phrases('largo, pelo largo, larga'),
    unknown: phrases('desconocido, no se sabe, sin datos'),
  },
  flag: {
    yes: phrases('s, si, verdadero, cierto, v'),
    no: phrases('falso'),
    unknown: phrases(
      'desconocido, desconocida, no se sabe, sin probar, no probado, no probada, sin datos',
      'se desconoce, no se, quizas, tal vez',
    ),
  },
  flags: {
    spayedNeutered: {
      yes: phrases(
        'esterilizado, esterilizada, castrado, castrada, operado, operada, macho castrado',
        'macho esterilizado, hembra esterilizada, hembra castrada',
      ),
      no: phrases(
        'no esterilizado, no esterilizada, sin esterilizar, no castrado, no castrada, sin castrar',
        'no operado, no operada, sin operar, entero, entera, macho entero, hembra entera',
        'todavia no, aun no',
      ),
    },
    houseTrained: {
      yes: phrases('educado, educada, adiestrado, adiestrada, usa arenero'),
      no: phrases('no educado, no educada, sin educar, todavia no, aun no'),
    },
    mixed: {
      yes: phrases('mestizo, mestiza, cruce, criollo, criolla, mezcla'),
      no: phrases('de raza, raza pura, pura raza, puro, pura'),
    },
    vaccinated: {
      yes: phrases('vacunado, vacunada, vacunas al dia, al dia, completa, completas'),
      no: phrases(
        'no vacunado, no vacunada, sin vacunar, sin vacunas, incompleta, incompletas, todavia no, aun no',
      ),
    },
    birthDateEstimated: {
      yes: phrases('estimada, estimado, aproximada, aproximado'),
      no: phrases('exacta, exacto, conocida'),
    },
    goodWithChildren: company('ninos', 'ninas', 'ninos pequenos'),
    goodWithDogs: company('perros', 'perro', 'otros perros'),
    goodWithCats: company('gatos', 'gato', 'otros gatos'),
  },
  negations: phrases(
    'sin, nunca, pero, excepto, salvo, solo, algunos, algunas, ni, depende, desconocido',
    'desconocida',
  ),
  notForAdoption: phrases(
    'no disponible, no adoptable, no apto, no apta, no esta disponible, eutanasia',
    'eutanasiado, eutanasiada, fallecido, fallecida, muerto, muerta, murio, fallecio',
    'cuarentena, devuelto al dueno, devuelta al dueno',
  ),
};
