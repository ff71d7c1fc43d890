import type { PublishingRun } from '@petstore/client';
import { inLanguage, plural } from '../texts/in-language.ts';

type States = Readonly<Record<PublishingRun['state'], string>>;

/** The texts of the list of places where adopters look. */
export const TEXTS = inLanguage({
  en: {
    onlyForManagers: 'Only managers and admins send animals to other sites.',
    on: 'On',
    off: 'Off',
    own: 'Your own pages',
    ownHelp:
      'The public pages of this service, and the part of your own web site that shows the same animals.',
    webSite: 'Settings, and the lines for your web site',
    turnOnPages: 'Turn them on in the settings',
    askAdmin: 'An admin changes this in the settings.',
    people: 'A file for people',
    peopleHelp:
      'For a newspaper, a partner or a notice board: a spreadsheet, a list with photos, or cards to print.',
    sent: (sent: number, all: number) => `${sent} of ${plural(all, 'animal is', 'animals are')} sent.`,
    leftOut: (count: number) => `${plural(count, 'animal is', 'animals are')} left out.`,
    open: (site: string) => `See ${site}`,
    setUp: (site: string) => `Set up ${site}`,
    states: {
      waiting: 'waits',
      running: 'is being sent',
      asks: 'asks before it sends',
      done: 'sent',
      failed: 'not sent',
    } as States,
    done: (animals: number, photos: number) =>
      `${plural(animals, 'animal', 'animals')}, ${plural(photos, 'new photo', 'new photos')}`,
  },
  es: {
    onlyForManagers: 'Solo los gestores y administradores envían animales a otros sitios.',
    on: 'Activo',
    off: 'Inactivo',
    own: 'Sus propias páginas',
    ownHelp:
      'Las páginas públicas de este servicio, y la parte de su propio sitio web que muestra los mismos animales.',
    webSite: 'Ajustes, y las líneas para su sitio web',
    turnOnPages: 'Activarlas en los ajustes',
    askAdmin: 'Un administrador lo cambia en los ajustes.',
    people: 'Un archivo para personas',
    peopleHelp:
      'Para un periódico, un socio o un tablón: una hoja de cálculo, una lista con fotos o fichas para imprimir.',
    sent: (sent, all) => `Se envían ${sent} de ${plural(all, 'animal', 'animales')}.`,
    leftOut: (count) => `${plural(count, 'animal no se envía', 'animales no se envían')}.`,
    open: (site) => `Ver ${site}`,
    setUp: (site) => `Configurar ${site}`,
    states: {
      waiting: 'en espera',
      running: 'enviándose',
      asks: 'pregunta antes de enviar',
      done: 'enviado',
      failed: 'no enviado',
    },
    done: (animals, photos) =>
      `${plural(animals, 'animal', 'animales')}, ${plural(photos, 'foto nueva', 'fotos nuevas')}`,
  },
  fr: {
    onlyForManagers: 'Seuls les gestionnaires et les administrateurs envoient des animaux à d’autres sites.',
    on: 'Activé',
    off: 'Désactivé',
    own: 'Vos propres pages',
    ownHelp:
      'Les pages publiques de ce service, et la partie de votre propre site web qui montre les mêmes animaux.',
    webSite: 'Réglages, et les lignes pour votre site web',
    turnOnPages: 'Les activer dans les réglages',
    askAdmin: 'Un administrateur le modifie dans les réglages.',
    people: 'Un fichier pour des personnes',
    peopleHelp:
      'Pour un journal, un partenaire ou un panneau d’affichage : une feuille de calcul, une liste avec photos ou des fiches à imprimer.',
    sent: (sent, all) => `${sent} sur ${plural(all, 'animal envoyé', 'animaux envoyés')}.`,
    leftOut: (count) => `${plural(count, 'animal n’est pas envoyé', 'animaux ne sont pas envoyés')}.`,
    open: (site) => `Voir ${site}`,
    setUp: (site) => `Configurer ${site}`,
    states: {
      waiting: 'en attente',
      running: 'envoi en cours',
      asks: 'demande avant d’envoyer',
      done: 'envoyé',
      failed: 'non envoyé',
    },
    done: (animals, photos) =>
      `${plural(animals, 'animal', 'animaux')}, ${plural(photos, 'nouvelle photo', 'nouvelles photos')}`,
  },
  de: {
    onlyForManagers: 'Nur Verantwortliche und Admins senden Tiere an andere Portale.',
    on: 'Ein',
    off: 'Aus',
    own: 'Ihre eigenen Seiten',
    ownHelp:
      'Die öffentlichen Seiten dieses Dienstes, und der Teil Ihrer eigenen Website, der dieselben Tiere zeigt.',
    webSite: 'Einstellungen, und die Zeilen für Ihre Website',
    turnOnPages: 'In den Einstellungen einschalten',
    askAdmin: 'Ein Admin ändert das in den Einstellungen.',
    people: 'Eine Datei für Menschen',
    peopleHelp:
      'Für eine Zeitung, einen Partner oder den Aushang: eine Tabelle, eine Liste mit Fotos oder Steckbriefe zum Drucken.',
    sent: (sent, all) => `${sent} von ${plural(all, 'Tier wird', 'Tieren werden')} gesendet.`,
    leftOut: (count) => `${plural(count, 'Tier wird', 'Tiere werden')} nicht gesendet.`,
    open: (site) => `${site} ansehen`,
    setUp: (site) => `${site} einrichten`,
    states: {
      waiting: 'wartet',
      running: 'wird gesendet',
      asks: 'fragt vor dem Senden',
      done: 'gesendet',
      failed: 'nicht gesendet',
    },
    done: (animals, photos) =>
      `${plural(animals, 'Tier', 'Tiere')}, ${plural(photos, 'neues Foto', 'neue Fotos')}`,
  },
});
