import type { LetterTexts } from '../letter-texts.ts';

export const FR: LetterTexts = {
  anyAnimal: 'un animal',
  kinds: {
    received: {
      subject: 'Nous avons reçu votre demande : {shelter}',
      body: `Bonjour,

merci pour votre demande. Vous recevrez une réponse au plus tard le {date}.

Avec ce lien, vous voyez où en est votre demande, vous nous écrivez, vous corrigez votre adresse ou vous retirez la demande :
{link}

Gardez le lien pour vous : il ouvre votre demande. Si vous n’avez rien demandé, quelqu’un a saisi votre adresse par erreur ; le lien vous permet de tout effacer.

{shelter}`,
    },
    asked: {
      subject: 'Un message au sujet de votre demande pour {animal}',
      body: `Bonjour,

{shelter} vous écrit au sujet de votre demande pour {animal} :

{message}

Répondez ici :
{link}

{shelter}`,
    },
    accepted: {
      subject: 'Bonne nouvelle pour votre demande pour {animal}',
      body: `Bonjour,

nous avons accepté votre demande pour {animal}, et nous vous réservons {animal}.

{message}

Vous voyez votre demande et vous nous écrivez ici :
{link}

{shelter}`,
    },
    declined: {
      subject: 'Votre demande pour {animal}',
      body: `Bonjour,

merci pour votre demande pour {animal}. Nous regrettons de ne pas pouvoir l’accepter.

{message}

Vous voyez votre demande ici :
{link}

{shelter}`,
    },
    closed: {
      subject: 'Votre demande : {shelter}',
      body: `Bonjour,

l’animal que vous aviez demandé ne cherche plus de foyer, votre demande est donc close. Merci pour votre patience.

Peut-être aimeriez-vous rencontrer l’un de ces animaux :
{animals}

Vous voyez votre demande ici :
{link}

{shelter}`,
    },
  },
};
