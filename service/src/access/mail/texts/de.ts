import { codeParts, type MailTexts } from './mail-texts.ts';

export const DE: MailTexts = {
  code: ({ shelter, codes }) => ({
    subject: `Ihr Code zum Anmelden: ${shelter}`,
    parts: [
      'Geben Sie diesen Code in dem Browser ein, in dem Sie ihn angefordert haben. Er gilt einmal, 10 Minuten lang.',
      ...(codes.length > 1
        ? ['Diese Adresse ist die einer Person in jedem dieser Konten: Geben Sie den Code eines davon ein.']
        : []),
      ...codeParts(codes),
      'Geben Sie ihn niemandem. Wenn Sie ihn nicht angefordert haben, müssen Sie nichts tun: Ohne diesen Code meldet sich niemand an.',
      shelter,
    ],
  }),
  invitation: ({ shelter, url }) => ({
    subject: `Ihre Einladung: ${shelter}`,
    parts: [
      'Guten Tag,',
      `mit diesem Link melden Sie sich bei ${shelter} an. Er gilt einmal, 7 Tage lang. Danach bleibt das Gerät angemeldet.`,
      { url, label: 'Anmelden' },
      'Geben Sie ihn nicht weiter: Wer ihn zuerst öffnet, handelt in Ihrem Namen. Wenn Sie keine Einladung erwarten, müssen Sie nichts tun.',
      shelter,
    ],
  }),
  test: ({ shelter }) => ({
    subject: `Test: ${shelter}`,
    parts: ['E-Mail ist eingerichtet: Diese Nachricht wurde als Test gesendet.', shelter],
  }),
};
