import type { PageTexts } from './page-texts.ts';

const days = (count: number) => (count === 1 ? '1 jour' : `${count} jours`);

export const FR: PageTexts = {
  form: {
    wantedKind: 'Que cherchez-vous ?',
    anyKind: 'N’importe quel animal',
    intro: (shelter) =>
      `Présentez-vous, et décrivez votre foyer. Vous n’avez pas besoin de compte. Votre contact : ${shelter}.`,
    about: 'À propos de vous',
    name: 'Votre nom',
    email: 'Adresse e-mail',
    emailHint: 'Vous recevez aussi un lien privé, avec lequel vous pouvez voir la réponse à tout moment.',
    telephone: 'Numéro de téléphone',
    questions: 'Quelques questions',
    message: 'Autre chose que vous aimeriez dire',
    optional: 'facultatif',
    choose: 'Veuillez choisir',
    yes: 'Oui',
    no: 'Non',
    severalHint: 'Choisissez tout ce qui convient.',
    trap: 'Laissez ce champ vide',
    privacy: (shelter, count) =>
      `Seul le refuge lit ce que vous écrivez (${shelter}). C’est effacé ${days(count)} après la fin de la demande, ou tout de suite si vous le demandez sur votre page privée.`,
    send: 'Envoyer la demande',
  },
  faults: {
    word: 'Erreur',
    inTitle: (title) => `Erreur : ${title}`,
    title: (count) => (count === 1 ? 'Veuillez corriger une réponse' : `Veuillez corriger ${count} réponses`),
    again: 'Votre demande n’a pas encore été envoyée',
    required: 'Veuillez répondre à cette question.',
    tooLong: (max) => `Veuillez écrire ${max} caractères au plus.`,
    notText: 'Veuillez écrire ceci en texte simple.',
    email: 'Veuillez écrire une adresse e-mail, comme ana@mail.example.',
    telephone: 'Veuillez écrire un numéro de téléphone, comme +1 555 010 0100.',
    number: 'Veuillez écrire un nombre, comme 2.',
    date: 'Veuillez écrire une date avec l’année, le mois et le jour, comme 2026-03-31.',
    choice: 'Veuillez choisir une des réponses.',
    early: 'C’était très rapide. Veuillez relire vos réponses, puis appuyer de nouveau sur le bouton.',
    old: 'Le formulaire est resté ouvert longtemps. Veuillez relire vos réponses, puis appuyer de nouveau sur le bouton.',
    trap: 'Un champ que les personnes ne voient pas a été rempli, peut-être par votre navigateur. Veuillez appuyer de nouveau sur le bouton.',
    flood: (wait) =>
      `Beaucoup a été envoyé depuis votre connexion. Ce que vous avez écrit est encore là : veuillez appuyer de nouveau sur le bouton dans ${wait}.`,
    full: (wait) =>
      `De très nombreuses demandes arrivent en ce moment. Vos réponses sont encore là : veuillez appuyer de nouveau sur le bouton dans ${wait}.`,
    tooLarge: 'Vos réponses sont trop longues ensemble. Veuillez revenir en arrière et les raccourcir.',
    unreadable:
      'Ce que votre navigateur a envoyé ne peut pas être lu. Veuillez revenir en arrière et réessayer.',
  },
  closed: {
    title: 'Pas de demandes ici en ce moment',
    text: (shelter) =>
      `Le refuge ne prend pas de demandes sur cette page en ce moment. Votre contact : ${shelter}.`,
  },
  sent: {
    title: 'Votre demande a été envoyée',
    next: 'Et maintenant ?',
    reads: (shelter) => `Le refuge lit votre demande : ${shelter}.`,
    answers: (day) => `Vous recevez une réponse au plus tard le ${day}.`,
    byEmail: 'La réponse arrive par e-mail, et se trouve sur votre page privée.',
    byLink: 'Vous trouverez la réponse sur votre page privée.',
    link: 'Votre lien privé',
    keep: 'Gardez ce lien : notez-le, ou ajoutez-le à vos favoris. Toute personne qui l’a peut lire votre demande.',
    open: 'Ouvrir votre page privée',
  },
  page: {
    title: (name) => `Votre demande pour ${name}`,
    wanted: 'Votre demande',
    sentOn: (day) => `Envoyée le ${day}`,
    states: {
      received: {
        title: 'Elle est arrivée',
        text: ({ shelter, day }) =>
          `Vous recevez une réponse au plus tard le ${day}. Votre contact : ${shelter}.`,
      },
      late: {
        title: 'La réponse prend plus de temps que promis',
        text: () =>
          'Nous en sommes désolés. Votre demande est bien là ; vous pouvez envoyer un message ci-dessous.',
      },
      in_review: {
        title: 'Elle est examinée',
        text: ({ shelter }) => `Quelqu’un s’occupe de votre demande. Votre contact : ${shelter}.`,
      },
      accepted: {
        title: 'Votre demande a été acceptée',
        text: ({ name }) =>
          `Quelle bonne nouvelle : ${name} est réservé pour vous. Le refuge vous dit ce qui vient ensuite.`,
      },
      adopted: {
        title: 'Bienvenue à la maison',
        text: ({ name }) =>
          `Vous avez adopté ${name}. Nous vous souhaitons beaucoup de belles années ensemble.`,
      },
      declined: {
        title: 'Votre demande n’a pas été acceptée',
        text: () =>
          'Le refuge vous remercie de votre demande. D’autres attendent encore quelqu’un comme vous.',
      },
      withdrawn: {
        title: 'Vous avez retiré votre demande',
        text: () => 'Plus personne n’en décide.',
      },
      closed: {
        title: 'Un autre foyer a été trouvé',
        text: ({ name }) =>
          `Quelqu’un d’autre a adopté ${name}. D’autres attendent encore quelqu’un comme vous.`,
      },
    },
    ahead: (name) =>
      `Quelqu’un passe avant vous : ${name} a une réservation pour une autre personne. Vous serez informé si cela n’aboutit pas.`,
    reason: (shelter) => `De la part du refuge : ${shelter}`,
    messages: 'Messages',
    noMessages: 'Il n’y a pas encore de message.',
    you: 'Vous',
    write: 'Écrire un message',
    sendMessage: 'Envoyer le message',
    content: 'Ce que vous avez envoyé',
    contact: 'Corriger votre nom, adresse e-mail ou numéro de téléphone',
    save: 'Enregistrer',
    withdraw: 'Retirer la demande',
    withdrawText: (shelter) =>
      `${shelter} n’en décide alors plus. Cela ne peut pas être annulé, mais vous pouvez envoyer une autre demande.`,
    withdrawButton: 'Retirer maintenant',
    erase: 'Effacer mes données',
    eraseText:
      'Tout ce que vous avez envoyé est effacé, avec tous les messages. Une demande en cours est retirée. Cela ne peut pas être annulé.',
    eraseButton: 'Tout effacer maintenant',
    kept: (count) => `Sinon, c’est effacé ${days(count)} après la fin de la demande.`,
    others: 'Ils attendent encore',
    done: {
      message: 'Votre message a été envoyé.',
      contact: 'Vos données ont été enregistrées.',
      withdraw: 'Votre demande a été retirée.',
    },
    full: 'Trop de messages ont été envoyés. Veuillez attendre une réponse, ou appeler.',
  },
  erased: {
    title: 'Vos données ont été effacées',
    text: (shelter) => `${shelter} n’a plus votre demande. Le lien ne fonctionne plus.`,
  },
  unknown: {
    title: 'Ce lien ne mène à aucune demande',
    text: 'L’adresse est incomplète, ou la demande a été effacée.',
  },
};
