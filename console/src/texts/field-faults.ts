import {
  type AccountRequest,
  type KeyRequest,
  type MovementChange,
  type NewPet,
  type OrderRequest,
  PetstoreError,
  type ProfileChange,
  type SettingsRequest,
} from '@petstore/client';
import { formatNumber, inLanguage } from './in-language.ts';

/** The fields of the forms, by their names in the API. */
type FieldName =
  | keyof NewPet
  | Exclude<keyof ProfileChange, 'adoptionFee'>
  | `adoptionFee.${'amount' | 'currency'}`
  | Exclude<keyof SettingsRequest, 'fixedBy'>
  | Exclude<keyof AccountRequest, 'quota'>
  | keyof KeyRequest
  | keyof OrderRequest
  | keyof MovementChange
  | 'alt';

const WORDS = inLanguage({
  en: {
    text: (length: number) => `Write at most ${formatNumber(length)} characters.`,
    name: (length: number) => `Write a name with at most ${formatNumber(length)} characters.`,
    choice: 'Choose one of the values.',
    pastDate: 'Choose a day that is not in the future.',
    futureDate: 'Choose a day in the future.',
    laterDate: 'Choose a day that is not before the first one.',
    number: 'Write a whole number.',
    amount: 'Write an amount such as 125 or 99.50.',
    currency: 'Write the three letters of a currency, such as USD.',
    contact: 'Write an e-mail address, a telephone number or the address of a web page.',
    timeZone: 'Choose a time zone from the list.',
    lines: 'Write at most 300 characters in six lines.',
    telephone: 'Write a telephone number, such as +1 555 0100.',
    origin: 'Write the address of a web site, such as https://www.shelter.example.',
  },
  es: {
    text: (length) => `Escribir como máximo ${formatNumber(length)} caracteres.`,
    name: (length) => `Escribir un nombre de como máximo ${formatNumber(length)} caracteres.`,
    choice: 'Elegir uno de los valores.',
    pastDate: 'Elegir un día que no esté en el futuro.',
    futureDate: 'Elegir un día en el futuro.',
    laterDate: 'Elegir un día que no sea anterior al primero.',
    number: 'Escribir un número entero.',
    amount: 'Escribir un importe como 125 o 99,50.',
    currency: 'Escribir las tres letras de una moneda, como MXN.',
    contact: 'Escribir un correo electrónico, un teléfono o la dirección de una página web.',
    timeZone: 'Elegir una zona horaria de la lista.',
    lines: 'Escribir como máximo 300 caracteres en seis líneas.',
    telephone: 'Escribir un número de teléfono, como +52 55 0100.',
    origin: 'Escribir la dirección de un sitio web, como https://www.refugio.example.',
  },
});

/** What each field takes. It is shown beside the field when the service refuses its value. */
const FIELD_FAULTS: Readonly<Record<FieldName, string>> = {
  name: WORDS.name(100),
  categoryId: WORDS.number,
  status: WORDS.choice,
  description: WORDS.text(10_000),
  breed: WORDS.text(200),
  color: WORDS.text(200),
  location: WORDS.text(200),
  specialNeeds: WORDS.text(1_000),
  sex: WORDS.choice,
  size: WORDS.choice,
  birthDate: WORDS.pastDate,
  birthDateEstimated: WORDS.choice,
  goodWithChildren: WORDS.choice,
  goodWithDogs: WORDS.choice,
  goodWithCats: WORDS.choice,
  spayedNeutered: WORDS.choice,
  houseTrained: WORDS.choice,
  'adoptionFee.amount': WORDS.amount,
  'adoptionFee.currency': WORDS.currency,
  contactUrl: WORDS.contact,
  intakeDate: WORDS.pastDate,
  notForAdoptionReason: WORDS.text(200),
  shelterName: WORDS.name(100),
  timeZone: WORDS.timeZone,
  currency: WORDS.currency,
  address: WORDS.lines,
  hours: WORDS.lines,
  telephone: WORDS.telephone,
  publicPages: WORDS.choice,
  plan: WORDS.choice,
  role: WORDS.choice,
  label: WORDS.name(100),
  allowedOrigins: WORDS.origin,
  expiresAt: WORDS.futureDate,
  petId: WORDS.number,
  reference: WORDS.text(100),
  holdHours: WORDS.choice,
  reason: WORDS.choice,
  date: WORDS.pastDate,
  endDate: WORDS.laterDate,
  region: WORDS.choice,
  note: WORDS.text(500),
  alt: WORDS.text(300),
};

/** Returns what is wrong with the fields of a form, by their names. Empty if the error is about something else. */
export function faultsIn(error: Error | null): ReadonlyMap<string, string> {
  const names = error instanceof PetstoreError ? error.fields : [];
  const texts: Readonly<Record<string, string>> = FIELD_FAULTS;
  return new Map(names.flatMap((name) => (texts[name] === undefined ? [] : [[name, texts[name]]])));
}
