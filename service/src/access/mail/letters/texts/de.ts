import type { LetterTexts } from '../letter-texts.ts';

export const DE: LetterTexts = {
  anyAnimal: 'ein Tier',
  kinds: {
    received: {
      subject: 'Ihre Anfrage ist angekommen: {shelter}',
      body: `Guten Tag,

vielen Dank für Ihre Anfrage. Sie bekommen bis zum {date} eine Antwort.

Unter diesem Link sehen Sie, wie es um Ihre Anfrage steht, schreiben uns, berichtigen Ihre Adresse oder ziehen sie zurück:
{link}

Behalten Sie den Link für sich: Er öffnet Ihre Anfrage. Wenn Sie nichts angefragt haben, hat jemand aus Versehen Ihre Adresse eingegeben; unter dem Link können Sie alles löschen.

{shelter}`,
    },
    asked: {
      subject: 'Eine Nachricht zu Ihrer Anfrage für {animal}',
      body: `Guten Tag,

{shelter} schreibt Ihnen zu Ihrer Anfrage für {animal}:

{message}

Antworten Sie hier:
{link}

{shelter}`,
    },
    accepted: {
      subject: 'Gute Nachricht zu Ihrer Anfrage für {animal}',
      body: `Guten Tag,

wir haben Ihre Anfrage für {animal} angenommen und halten {animal} für Sie frei.

{message}

Hier sehen Sie Ihre Anfrage und können uns schreiben:
{link}

{shelter}`,
    },
    declined: {
      subject: 'Ihre Anfrage für {animal}',
      body: `Guten Tag,

vielen Dank für Ihre Anfrage für {animal}. Es tut uns leid, dass wir sie nicht annehmen können.

{message}

Hier sehen Sie Ihre Anfrage:
{link}

{shelter}`,
    },
    closed: {
      subject: 'Ihre Anfrage: {shelter}',
      body: `Guten Tag,

das Tier, nach dem Sie gefragt haben, sucht kein Zuhause mehr. Deshalb ist Ihre Anfrage beendet. Vielen Dank für Ihre Geduld.

Vielleicht möchten Sie eines dieser Tiere kennenlernen:
{animals}

Hier sehen Sie Ihre Anfrage:
{link}

{shelter}`,
    },
  },
};
