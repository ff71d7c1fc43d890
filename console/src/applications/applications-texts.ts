import type { ApplicationView } from '../route.ts';
import { inLanguage, plural } from '../texts/in-language.ts';

export const SECTION_TEXTS = inLanguage({
  en: {
    forMembers: 'Applications have personal data, which your role does not show.',
  },
  es: {
    forMembers: 'Las solicitudes tienen datos personales, que su rol no muestra.',
  },
  fr: {
    forMembers: 'Les demandes contiennent des données personnelles, que votre rôle ne montre pas.',
  },
  de: {
    forMembers: 'Anfragen enthalten persönliche Daten, die Ihre Rolle nicht zeigt.',
  },
});

/** The names of the lists. */
export const VIEW_NAMES = inLanguage<Readonly<Record<ApplicationView, string>>>({
  en: {
    waiting: 'Waiting',
    late: 'Past the promise',
    mine: 'Mine',
    animals: 'By animal',
    accepted: 'Accepted',
    ended: 'Ended',
    second: 'Second queue',
  },
  es: {
    waiting: 'En espera',
    late: 'Después de lo prometido',
    mine: 'Las mías',
    animals: 'Por animal',
    accepted: 'Aceptadas',
    ended: 'Terminadas',
    second: 'Segunda cola',
  },
  fr: {
    waiting: 'En attente',
    late: 'Après la promesse',
    mine: 'Les miennes',
    animals: 'Par animal',
    accepted: 'Acceptées',
    ended: 'Terminées',
    second: 'Seconde file',
  },
  de: {
    waiting: 'Wartend',
    late: 'Über dem Versprechen',
    mine: 'Meine',
    animals: 'Nach Tier',
    accepted: 'Angenommen',
    ended: 'Beendet',
    second: 'Zweite Warteschlange',
  },
});

export const TEXTS = inLanguage({
  en: {
    end: 'End of list.',
    none: {
      waiting: 'No one waits for an answer.',
      late: 'No one waits past the promise.',
      mine: 'No open application is assigned to you.',
      animals: 'No animal has open applications.',
      accepted: 'No accepted application waits for its adoption.',
      ended: 'No application has ended.',
      second: 'No one waits in the second queue.',
    } as Readonly<Record<ApplicationView, string>>,
    howTheyArrive: 'Visitors apply on the page of an animal.',
    noneHere: 'No application has these filters.',
    secondHelp:
      'When more than 50 people want one animal, the later ones wait here. Each one moves up when another one ends.',
    mineNeedsPerson: 'With a key no application is yours. Sign in as a person to have some assigned.',
    changed: (count: number) =>
      plural(count, 'application is new or has changed', 'applications are new or have changed'),
    keys: 'j and k go down and up, Enter opens.',
    without: 'No particular animal',
    number: (id: bigint) => `no. ${id}`,
    received: 'Received',
    answerBy: 'Answer by',
    answered: 'First answer',
    late: (days: number) => `${plural(days, 'day', 'days')} past the promise`,
    ended: 'Ended',
    assigned: (name: string) => `with ${name}`,
    second: 'in the second queue',
    countOpen: (count: number) => plural(count, 'application', 'applications'),
  },
  es: {
    end: 'Fin de la lista.',
    none: {
      waiting: 'Nadie espera una respuesta.',
      late: 'Nadie espera más de lo prometido.',
      mine: 'Ninguna solicitud abierta está asignada a usted.',
      animals: 'Ningún animal tiene solicitudes abiertas.',
      accepted: 'Ninguna solicitud aceptada espera su adopción.',
      ended: 'Ninguna solicitud ha terminado.',
      second: 'Nadie espera en la segunda cola.',
    },
    howTheyArrive: 'Las solicitudes llegan desde la página de un animal.',
    noneHere: 'Ninguna solicitud tiene estos filtros.',
    secondHelp:
      'Cuando más de 50 personas quieren un animal, las siguientes esperan aquí. Cada una avanza cuando termina otra.',
    mineNeedsPerson:
      'Con una clave ninguna solicitud es suya. Entre como persona para que le asignen algunas.',
    changed: (count) => plural(count, 'solicitud es nueva o cambió', 'solicitudes son nuevas o cambiaron'),
    keys: 'Con j y k se baja y se sube, Intro abre.',
    without: 'Ningún animal en particular',
    number: (id) => `n.º ${id}`,
    received: 'Recibida:',
    answerBy: 'Responder antes del',
    answered: 'Primera respuesta:',
    late: (days) => `${plural(days, 'día', 'días')} después de lo prometido`,
    ended: 'Terminada:',
    assigned: (name) => `a cargo de ${name}`,
    second: 'en la segunda cola',
    countOpen: (count) => plural(count, 'solicitud', 'solicitudes'),
  },
  fr: {
    end: 'Fin de la liste.',
    none: {
      waiting: 'Personne n’attend de réponse.',
      late: 'Personne n’attend plus longtemps que promis.',
      mine: 'Aucune demande ouverte ne vous est confiée.',
      animals: 'Aucun animal n’a de demande ouverte.',
      accepted: 'Aucune demande acceptée n’attend son adoption.',
      ended: 'Aucune demande n’est terminée.',
      second: 'Personne n’attend dans la seconde file.',
    },
    howTheyArrive: 'Les demandes arrivent depuis la page d’un animal.',
    noneHere: 'Aucune demande ne correspond à ces filtres.',
    secondHelp:
      'Quand plus de 50 personnes veulent un animal, les suivantes attendent ici. Chacune avance quand une autre se termine.',
    mineNeedsPerson:
      'Avec une clé, aucune demande n’est à vous. Connectez-vous en tant que personne pour vous en faire confier.',
    changed: (count) =>
      plural(count, 'demande est nouvelle ou a changé', 'demandes sont nouvelles ou ont changé'),
    keys: 'j descend, k monte, Entrée ouvre.',
    without: 'Aucun animal en particulier',
    number: (id) => `nº ${id}`,
    received: 'Reçue :',
    answerBy: 'Répondre avant le',
    answered: 'Première réponse :',
    late: (days) => `${plural(days, 'jour', 'jours')} après la promesse`,
    ended: 'Terminée :',
    assigned: (name) => `confiée à ${name}`,
    second: 'dans la seconde file',
    countOpen: (count) => plural(count, 'demande', 'demandes'),
  },
  de: {
    end: 'Ende der Liste.',
    none: {
      waiting: 'Niemand wartet auf eine Antwort.',
      late: 'Niemand wartet länger als versprochen.',
      mine: 'Ihnen ist keine offene Anfrage zugewiesen.',
      animals: 'Kein Tier hat offene Anfragen.',
      accepted: 'Keine angenommene Anfrage wartet auf die Vermittlung.',
      ended: 'Keine Anfrage ist beendet.',
      second: 'Niemand wartet in der zweiten Warteschlange.',
    },
    howTheyArrive: 'Anfragen kommen über die Seite eines Tiers.',
    noneHere: 'Keine Anfrage passt zu diesen Filtern.',
    secondHelp:
      'Wenn mehr als 50 Personen ein Tier möchten, warten die späteren hier. Jede rückt auf, wenn eine andere endet.',
    mineNeedsPerson:
      'Mit einem Schlüssel gehört Ihnen keine Anfrage. Melden Sie sich als Person an, damit Ihnen welche zugewiesen werden.',
    changed: (count) =>
      plural(count, 'Anfrage ist neu oder hat sich geändert', 'Anfragen sind neu oder haben sich geändert'),
    keys: 'j und k gehen nach unten und oben, Eingabe öffnet.',
    without: 'Kein bestimmtes Tier',
    number: (id) => `Nr. ${id}`,
    received: 'Eingegangen:',
    answerBy: 'Antwort bis',
    answered: 'Erste Antwort:',
    late: (days) => `${plural(days, 'Tag', 'Tage')} über dem Versprechen`,
    ended: 'Beendet:',
    assigned: (name) => `bei ${name}`,
    second: 'in der zweiten Warteschlange',
    countOpen: (count) => plural(count, 'Anfrage', 'Anfragen'),
  },
});

/** What narrows a list. */
export const FILTER_TEXTS = inLanguage({
  en: {
    lists: 'Lists',
    state: 'How it ended',
    anyState: 'In any way',
    person: 'Handled by',
    anyPerson: 'Anyone or no one',
  },
  es: {
    lists: 'Listas',
    state: 'Cómo terminó',
    anyState: 'De cualquier forma',
    person: 'A cargo de',
    anyPerson: 'Cualquiera o nadie',
  },
  fr: {
    lists: 'Listes',
    state: 'Issue',
    anyState: 'Toutes',
    person: 'Confiée à',
    anyPerson: 'N’importe qui, ou personne',
  },
  de: {
    lists: 'Listen',
    state: 'Wie sie endete',
    anyState: 'Auf jede Weise',
    person: 'Zuständig',
    anyPerson: 'Alle oder niemand',
  },
});
