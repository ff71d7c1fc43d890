import type { LetterTexts } from '../letter-texts.ts';

export const EN: LetterTexts = {
  anyAnimal: 'an animal',
  kinds: {
    received: {
      subject: 'We have received your application: {shelter}',
      body: `Hello,

thank you for your application. You get an answer by {date}.

With this link you see where your application stands, write to us, correct your address, or withdraw it:
{link}

Keep the link to yourself: it opens your application. If you have not applied, someone has typed your address by mistake; the link lets you erase everything.

{shelter}`,
    },
    asked: {
      subject: 'A message about your application for {animal}',
      body: `Hello,

{shelter} writes to you about your application for {animal}:

{message}

Answer here:
{link}

{shelter}`,
    },
    accepted: {
      subject: 'Good news about your application for {animal}',
      body: `Hello,

we have accepted your application for {animal}, and reserve {animal} for you.

{message}

Here you see your application, and can write to us:
{link}

{shelter}`,
    },
    declined: {
      subject: 'Your application for {animal}',
      body: `Hello,

thank you for your application for {animal}. We are sorry that we cannot accept it.

{message}

Here you see your application:
{link}

{shelter}`,
    },
    closed: {
      subject: 'Your application: {shelter}',
      body: `Hello,

the animal that you applied for no longer looks for a home, so your application has ended. Thank you for your patience.

Perhaps you would like to meet one of them:
{animals}

Here you see your application:
{link}

{shelter}`,
    },
  },
};
