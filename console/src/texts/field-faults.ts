import {
  type AccountRequest,
  type EmailSettingsRequest,
  type EmailText,
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
  | keyof EmailSettingsRequest
  | Exclude<keyof EmailText, 'kind' | 'language'>
  | `texts.0.${'subject' | 'body'}`
  | 'to'
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
    host: 'Write the name of a server, such as mail.shelter.example.',
    port: 'Write a number from 1 to 65535.',
    encryption: 'Choose an encryption: without one, anyone on the network could read the password.',
    user: 'Write the user that the password belongs to, in one line.',
    password: 'Type the password of this server and this user.',
    sender: 'Write an address, or a name and an address such as Riverside Shelter <hello@shelter.example>.',
    letterSubject: 'Write one line, and in braces only a name from the list that is no text or link.',
    letterBody: 'In braces, use only the names from the list, and all that are needed.',
    recipient: 'Write an e-mail address.',
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
    amount: 'Escriba un importe como 125 o 99,50.',
    currency: 'Escriba las tres letras de una moneda, como MXN.',
    contact: 'Escriba un correo electrónico, un teléfono o la dirección de una página web.',
    timeZone: 'Elija una zona horaria de la lista.',
    lines: 'Escriba como máximo 300 caracteres en seis líneas.',
    telephone: 'Escriba un número de teléfono, como +52 55 0100.',
    host: 'Escriba el nombre de un servidor, como mail.refugio.example.',
    port: 'Escriba un número de 1 a 65535.',
    encryption: 'Elija un cifrado: sin él, cualquiera en la red podría leer la contraseña.',
    user: 'Escriba el usuario al que pertenece la contraseña, en una línea.',
    password: 'Escriba la contraseña de este servidor y este usuario.',
    sender: 'Escriba una dirección, o un nombre y una dirección como Refugio <hola@refugio.example>.',
    letterSubject: 'Escriba una línea, y entre llaves solo un nombre de la lista que no sea texto ni enlace.',
    letterBody: 'Entre llaves, use solo los nombres de la lista, y todos los necesarios.',
    recipient: 'Escriba una dirección de correo.',
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
    amount: 'Écrivez un montant comme 125 ou 99,50.',
    currency: 'Écrivez les trois lettres d’une monnaie, comme EUR.',
    contact: 'Écrivez une adresse électronique, un numéro de téléphone ou l’adresse d’une page web.',
    timeZone: 'Choisissez un fuseau horaire dans la liste.',
    lines: 'Écrivez au plus 300 caractères sur six lignes.',
    telephone: 'Écrivez un numéro de téléphone, comme +33 1 99 00 12 34.',
    host: 'Écrivez le nom d’un serveur, comme mail.refuge.example.',
    port: 'Écrivez un nombre de 1 à 65535.',
    encryption:
      'Choisissez un chiffrement : sans lui, toute personne sur le réseau pourrait lire le mot de passe.',
    user: 'Écrivez l’identifiant auquel appartient le mot de passe, sur une ligne.',
    password: 'Saisissez le mot de passe de ce serveur et de cet identifiant.',
    sender: 'Écrivez une adresse, ou un nom et une adresse comme Refuge <bonjour@refuge.example>.',
    letterSubject:
      'Écrivez une ligne, et entre accolades seulement un nom de la liste qui n’est ni un texte ni un lien.',
    letterBody:
      'Entre accolades, utilisez seulement les noms de la liste, et tous ceux qui sont nécessaires.',
    recipient: 'Écrivez une adresse e-mail.',
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
    amount: 'Schreiben Sie einen Betrag wie 125 oder 99,50.',
    currency: 'Schreiben Sie die drei Buchstaben einer Währung, zum Beispiel EUR.',
    contact: 'Schreiben Sie eine E-Mail-Adresse, eine Telefonnummer oder die Adresse einer Webseite.',
    timeZone: 'Wählen Sie eine Zeitzone aus der Liste.',
    lines: 'Schreiben Sie höchstens 300 Zeichen in sechs Zeilen.',
    telephone: 'Schreiben Sie eine Telefonnummer, zum Beispiel +49 30 23125 123.',
    host: 'Schreiben Sie den Namen eines Servers, zum Beispiel mail.tierheim.example.',
    port: 'Schreiben Sie eine Zahl von 1 bis 65535.',
    encryption: 'Wählen Sie eine Verschlüsselung: Ohne sie könnten alle im Netz das Passwort lesen.',
    user: 'Schreiben Sie den Benutzernamen, zu dem das Passwort gehört, in einer Zeile.',
    password: 'Geben Sie das Passwort dieses Servers und dieses Benutzernamens ein.',
    sender: 'Schreiben Sie eine Adresse, oder Name und Adresse wie Tierheim <hallo@tierheim.example>.',
    letterSubject:
      'Schreiben Sie eine Zeile, und in Klammern nur einen Namen aus der Liste, der kein Text und kein Link ist.',
    letterBody: 'Verwenden Sie in Klammern nur die Namen aus der Liste, und alle, die nötig sind.',
    recipient: 'Schreiben Sie eine E-Mail-Adresse.',
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
  host: WORDS.host,
  port: WORDS.port,
  security: WORDS.encryption,
  user: WORDS.user,
  password: WORDS.password,
  from: WORDS.sender,
  subject: WORDS.letterSubject,
  body: WORDS.letterBody,
  'texts.0.subject': WORDS.letterSubject,
  'texts.0.body': WORDS.letterBody,
  to: WORDS.recipient,
  alt: WORDS.text(300),
};

/** Returns what is wrong with the fields of a form, by their names. Empty if the error is about something else. */
export function faultsIn(error: Error | null): ReadonlyMap<string, string> {
  const names = error instanceof PetstoreError ? error.fields : [];
  const texts: Readonly<Record<string, string>> = FIELD_FAULTS;
  return new Map(names.flatMap((name) => (texts[name] === undefined ? [] : [[name, texts[name]]])));
}
