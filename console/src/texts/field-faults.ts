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
  | 'alt'
  | 'promiseDays';

const WORDS = inLanguage({
  en: {
    text: (length: number) => `Write at most ${formatNumber(length)} characters.`,
    name: (length: number) => `Write a name with at most ${formatNumber(length)} characters.`,
    choice: 'Choose one of the values.',
    pastDate: 'Choose a day that is not in the future.',
    futureDate: 'Choose a day in the future.',
    laterDate: 'Choose a day that is not before the first one.',
    number: 'Write a whole number.',
    days: (most: number) => `Write a number of days from 1 to ${formatNumber(most)}.`,
    amount: 'Write an amount such as 125 or 99.50.',
    currency: 'Write the three letters of a currency, such as USD.',
    contact: 'Write an e-mail address, a telephone number or the address of a web page.',
    microchip: 'Write 15 digits, or 9 or 10 letters and digits.',
    video: 'Write the address of a web page that begins with https:.',
    tags: 'Write at most 10 words of 30 characters, with commas between them.',
    timeZone: 'Choose a time zone from the list.',
    lines: 'Write at most 300 characters in six lines.',
    telephone: 'Write a telephone number, such as +1 555 0100.',
    origin: 'Write the address of a web site, such as https://www.shelter.example.',
  },
  es: {
    text: (length) => `Escriba como máximo ${formatNumber(length)} caracteres.`,
    name: (length) => `Escriba un nombre de como máximo ${formatNumber(length)} caracteres.`,
    choice: 'Elija uno de los valores.',
    pastDate: 'Elija un día que no esté en el futuro.',
    futureDate: 'Elija un día en el futuro.',
    laterDate: 'Elija un día que no sea anterior al primero.',
    number: 'Escriba un número entero.',
    days: (most) => `Escriba un número de días de 1 a ${formatNumber(most)}.`,
    amount: 'Escriba un importe como 125 o 99,50.',
    currency: 'Escriba las tres letras de una moneda, como MXN.',
    contact: 'Escriba un correo electrónico, un teléfono o la dirección de una página web.',
    microchip: 'Escriba 15 cifras, o 9 o 10 letras y cifras.',
    video: 'Escriba la dirección de una página web que empieza por https:.',
    tags: 'Escriba como máximo 10 palabras de 30 caracteres, separadas por comas.',
    timeZone: 'Elija una zona horaria de la lista.',
    lines: 'Escriba como máximo 300 caracteres en seis líneas.',
    telephone: 'Escriba un número de teléfono, como +52 55 0100.',
    origin: 'Escriba la dirección de un sitio web, como https://www.refugio.example.',
  },
  fr: {
    text: (length) => `Écrivez au plus ${formatNumber(length)} caractères.`,
    name: (length) => `Écrivez un nom d’au plus ${formatNumber(length)} caractères.`,
    choice: 'Choisissez une des valeurs.',
    pastDate: 'Choisissez un jour qui n’est pas dans le futur.',
    futureDate: 'Choisissez un jour dans le futur.',
    laterDate: 'Choisissez un jour qui ne précède pas le premier.',
    number: 'Écrivez un nombre entier.',
    days: (most) => `Écrivez un nombre de jours de 1 à ${formatNumber(most)}.`,
    amount: 'Écrivez un montant comme 125 ou 99,50.',
    currency: 'Écrivez les trois lettres d’une monnaie, comme EUR.',
    contact: 'Écrivez une adresse électronique, un numéro de téléphone ou l’adresse d’une page web.',
    microchip: 'Écrivez 15 chiffres, ou 9 ou 10 lettres et chiffres.',
    video: 'Écrivez l’adresse d’une page web qui commence par https:.',
    tags: 'Écrivez au plus 10 mots de 30 caractères, séparés par des virgules.',
    timeZone: 'Choisissez un fuseau horaire dans la liste.',
    lines: 'Écrivez au plus 300 caractères sur six lignes.',
    telephone: 'Écrivez un numéro de téléphone, comme +33 1 99 00 12 34.',
    origin: 'Écrivez l’adresse d’un site web, comme https://www.refuge.example.',
  },
  de: {
    text: (length) => `Schreiben Sie höchstens ${formatNumber(length)} Zeichen.`,
    name: (length) => `Schreiben Sie einen Namen mit höchstens ${formatNumber(length)} Zeichen.`,
    choice: 'Wählen Sie einen der Werte.',
    pastDate: 'Wählen Sie einen Tag, der nicht in der Zukunft liegt.',
    futureDate: 'Wählen Sie einen Tag in der Zukunft.',
    laterDate: 'Wählen Sie einen Tag, der nicht vor dem ersten liegt.',
    number: 'Schreiben Sie eine ganze Zahl.',
    days: (most) => `Schreiben Sie eine Zahl von Tagen von 1 bis ${formatNumber(most)}.`,
    amount: 'Schreiben Sie einen Betrag wie 125 oder 99,50.',
    currency: 'Schreiben Sie die drei Buchstaben einer Währung, zum Beispiel EUR.',
    contact: 'Schreiben Sie eine E-Mail-Adresse, eine Telefonnummer oder die Adresse einer Webseite.',
    microchip: 'Schreiben Sie 15 Ziffern, oder 9 oder 10 Buchstaben und Ziffern.',
    video: 'Schreiben Sie die Adresse einer Webseite, die mit https: beginnt.',
    tags: 'Schreiben Sie höchstens 10 Wörter mit je 30 Zeichen und Kommas dazwischen.',
    timeZone: 'Wählen Sie eine Zeitzone aus der Liste.',
    lines: 'Schreiben Sie höchstens 300 Zeichen in sechs Zeilen.',
    telephone: 'Schreiben Sie eine Telefonnummer, zum Beispiel +49 30 23125 123.',
    origin: 'Schreiben Sie die Adresse einer Website, zum Beispiel https://www.tierheim.example.',
  },
});

/** What each field takes. It is shown beside the field when the service refuses its value. */
const FIELD_FAULTS: Readonly<Record<FieldName, string>> = {
  name: WORDS.name(100),
  categoryId: WORDS.number,
  status: WORDS.choice,
  description: WORDS.text(10_000),
  breed: WORDS.text(200),
  secondBreed: WORDS.text(200),
  mixed: WORDS.choice,
  coatLength: WORDS.choice,
  vaccinated: WORDS.choice,
  microchip: WORDS.microchip,
  videoUrl: WORDS.video,
  tags: WORDS.tags,
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
  scopes: WORDS.choice,
  expiresAt: WORDS.futureDate,
  petId: WORDS.number,
  reference: WORDS.text(100),
  holdHours: WORDS.choice,
  reason: WORDS.choice,
  date: WORDS.pastDate,
  endDate: WORDS.laterDate,
  region: WORDS.choice,
  note: WORDS.text(500),
  dayOrder: WORDS.number,
  alt: WORDS.text(300),
  promiseDays: WORDS.days(60),
};

/** Returns what is wrong with the fields of a form, by their names. Empty if the error is about something else. */
export function faultsIn(error: Error | null): ReadonlyMap<string, string> {
  const names = error instanceof PetstoreError ? error.fields : [];
  const texts: Readonly<Record<string, string>> = FIELD_FAULTS;
  return new Map(names.flatMap((name) => (texts[name] === undefined ? [] : [[name, texts[name]]])));
}
