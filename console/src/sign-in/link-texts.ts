import { inLanguage } from '../texts/in-language.ts';

export const TEXTS = inLanguage({
  en: {
    welcome: 'Welcome to Petstore',
    welcomePurpose:
      'This link makes you the first person of this service, who may manage everything. It works only once.',
    name: 'Your name',
    nameHint: 'Others at the shelter see it beside what you do.',
    start: 'Begin',
    joinTitle: 'Your invitation to Petstore',
    joinPurpose:
      'This device stays signed in, so that you need no password. Do it only on a device that you trust.',
    join: 'Sign in on this device',
    joinWith: (name: string) => `Continue with ${name}`,
    open: 'Open the console',
  },
  es: {
    welcome: 'Le damos la bienvenida a Petstore',
    welcomePurpose:
      'Con este enlace usted será la primera persona de este servicio y podrá gestionar todo. Funciona una sola vez.',
    name: 'Su nombre',
    nameHint: 'Las demás personas del refugio lo ven junto a lo que usted hace.',
    start: 'Empezar',
    joinTitle: 'Su invitación a Petstore',
    joinPurpose:
      'La sesión queda abierta en este dispositivo, así que no necesita contraseña. Hágalo solo en un dispositivo de confianza.',
    join: 'Entrar en este dispositivo',
    joinWith: (name) => `Continuar con ${name}`,
    open: 'Abrir la consola',
  },
  fr: {
    welcome: 'Bienvenue dans Petstore',
    welcomePurpose:
      'Avec ce lien, vous serez la première personne de ce service et pourrez tout gérer. Il ne fonctionne qu’une fois.',
    name: 'Votre nom',
    nameHint: 'Les autres personnes du refuge le voient à côté de ce que vous faites.',
    start: 'Commencer',
    joinTitle: 'Votre invitation à Petstore',
    joinPurpose:
      'Cet appareil reste connecté, vous n’avez donc pas besoin de mot de passe. Faites-le seulement sur un appareil de confiance.',
    join: 'Se connecter sur cet appareil',
    joinWith: (name) => `Continuer avec ${name}`,
    open: 'Ouvrir la console',
  },
  de: {
    welcome: 'Willkommen bei Petstore',
    welcomePurpose:
      'Mit diesem Link werden Sie die erste Person dieses Dienstes und können alles verwalten. Er funktioniert nur einmal.',
    name: 'Ihr Name',
    nameHint: 'Andere im Tierheim sehen ihn neben dem, was Sie tun.',
    start: 'Beginnen',
    joinTitle: 'Ihre Einladung zu Petstore',
    joinPurpose:
      'Dieses Gerät bleibt angemeldet, Sie brauchen also kein Passwort. Tun Sie es nur auf einem Gerät, dem Sie vertrauen.',
    join: 'Auf diesem Gerät anmelden',
    joinWith: (name) => `Weiter mit ${name}`,
    open: 'Konsole öffnen',
  },
});
