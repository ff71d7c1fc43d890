import { codeParts, type MailTexts } from './mail-texts.ts';

export const FR: MailTexts = {
  code: ({ shelter, codes }) => ({
    subject: `Votre code de connexion : ${shelter}`,
    parts: [
      'Saisissez ce code dans le navigateur où vous l’avez demandé. Il fonctionne une seule fois, pendant 10 minutes.',
      ...(codes.length > 1
        ? [
            'Cette adresse est celle d’une personne de chacun de ces comptes : saisissez le code de l’un d’eux.',
          ]
        : []),
      ...codeParts(codes),
      'Ne le donnez à personne. Si vous ne l’avez pas demandé, vous n’avez rien à faire : sans ce code, personne ne se connecte.',
      shelter,
    ],
  }),
  invitation: ({ shelter, url }) => ({
    subject: `Votre invitation : ${shelter}`,
    parts: [
      'Bonjour,',
      `avec ce lien, vous vous connectez à ${shelter}. Il fonctionne une seule fois, pendant 7 jours. Ensuite, cet appareil reste connecté.`,
      { url, label: 'Se connecter' },
      'Ne le transmettez à personne : la première personne qui l’ouvre agit en votre nom. Si vous n’attendez pas d’invitation, vous n’avez rien à faire.',
      shelter,
    ],
  }),
  test: ({ shelter }) => ({
    subject: `Essai : ${shelter}`,
    parts: ['L’envoi d’e-mails est configuré : ce message a été envoyé à titre d’essai.', shelter],
  }),
};
