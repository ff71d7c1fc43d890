import type { PageTexts } from './page-texts.ts';

const days = (count: number) => (count === 1 ? '1 day' : `${count} days`);

export const EN: PageTexts = {
  form: {
    wantedKind: 'What are you looking for?',
    anyKind: 'Any animal',
    intro: (shelter) => `Tell ${shelter} about yourself and your home. You need no account.`,
    about: 'About you',
    name: 'Your name',
    email: 'E-mail address',
    emailHint: 'You also get a private link, with which you can see the answer at any time.',
    telephone: 'Telephone number',
    questions: 'A few questions',
    message: 'Anything else that you would like to say',
    optional: 'optional',
    choose: 'Please choose',
    yes: 'Yes',
    no: 'No',
    severalHint: 'Choose all that apply.',
    trap: 'Leave this field empty',
    privacy: (shelter, count) =>
      `Only ${shelter} reads what you write. It is erased ${days(count)} after the application has ended, or at once if you ask for that on your private page.`,
    send: 'Send the application',
  },
  faults: {
    word: 'Error',
    inTitle: (title) => `Error: ${title}`,
    title: (count) => (count === 1 ? 'Please correct one answer' : `Please correct ${count} answers`),
    again: 'Your application was not sent yet',
    required: 'Please answer this.',
    tooLong: (max) => `Please write at most ${max} characters.`,
    notText: 'Please write this as plain text.',
    email: 'Please write an e-mail address, such as ana@mail.example.',
    telephone: 'Please write a telephone number, such as +1 555 010 0100.',
    number: 'Please write a number, such as 2.',
    date: 'Please write a date as year, month and day, such as 2026-03-31.',
    choice: 'Please choose one of the answers.',
    early: 'That was very fast. Please look at your answers once more, and then press the button again.',
    old: 'The form was open for a long time. Please look at your answers once more, and then press the button again.',
    trap: 'A field that people do not see was filled in, perhaps by your browser. Please press the button again.',
    flood: (wait) =>
      `A lot was sent from your connection. What you wrote is still here: please press the button again in ${wait}.`,
    full: (wait) =>
      `Very many applications arrive at the moment. Your answers are still here: please press the button again in ${wait}.`,
    tooLarge: 'Your answers are too long together. Please go back and shorten them.',
    unreadable: 'What your browser sent cannot be read. Please go back and try again.',
  },
  closed: {
    title: 'No applications here at the moment',
    text: (shelter) => `${shelter} does not take applications on this page at the moment.`,
  },
  sent: {
    title: 'Your application was sent',
    next: 'What happens next',
    reads: (shelter) => `${shelter} reads your application.`,
    answers: (day) => `You get an answer by ${day}.`,
    byEmail: 'The answer comes by e-mail, and it is on your private page.',
    byLink: 'You find the answer on your private page.',
    link: 'Your private link',
    keep: 'Keep this link: write it down, or save it as a bookmark. Anyone who has it can read your application.',
    open: 'Open your private page',
  },
  page: {
    title: (name) => `Your application for ${name}`,
    wanted: 'Your application',
    sentOn: (day) => `Sent on ${day}`,
    states: {
      received: {
        title: 'It has arrived',
        text: ({ shelter, day }) => `${shelter} answers by ${day}.`,
      },
      late: {
        title: 'The answer takes longer than promised',
        text: ({ shelter }) =>
          `We are sorry. ${shelter} has your application; you can ask about it in a message below.`,
      },
      in_review: {
        title: 'It is being looked at',
        text: ({ shelter }) => `Someone at ${shelter} is working on your application.`,
      },
      accepted: {
        title: 'Your application was accepted',
        text: ({ name, shelter }) =>
          `What good news: ${name} is reserved for you. ${shelter} contacts you about what comes next.`,
      },
      adopted: {
        title: 'Welcome home',
        text: ({ name }) => `You have adopted ${name}. We wish you many good years together.`,
      },
      declined: {
        title: 'Your application was not accepted',
        text: ({ shelter }) =>
          `${shelter} thanks you for your application. Others are still waiting for someone like you.`,
      },
      withdrawn: {
        title: 'You have withdrawn your application',
        text: () => 'No one decides on it any more.',
      },
      closed: {
        title: 'Another home was found',
        text: ({ name }) =>
          `Someone else has adopted ${name}. Others are still waiting for someone like you.`,
      },
    },
    ahead: (name) =>
      `Someone is ahead of you: ${name} is reserved for another applicant. You hear from the shelter if that does not work out.`,
    reason: (shelter) => `From ${shelter}`,
    messages: 'Messages',
    noMessages: 'There are no messages yet.',
    you: 'You',
    write: 'Write a message',
    sendMessage: 'Send the message',
    content: 'What you sent',
    contact: 'Correct your name, e-mail address or telephone number',
    save: 'Save',
    withdraw: 'Withdraw the application',
    withdrawText: (shelter) =>
      `${shelter} then does not decide on it. You cannot undo this, but you can apply again.`,
    withdrawButton: 'Withdraw now',
    erase: 'Erase my data',
    eraseText:
      'Everything that you sent is erased, with all messages. An open application is withdrawn. This cannot be undone.',
    eraseButton: 'Erase everything now',
    kept: (count) => `Otherwise it is erased ${days(count)} after the application has ended.`,
    others: 'They are still waiting',
    done: {
      message: 'Your message was sent.',
      contact: 'Your details were saved.',
      withdraw: 'Your application was withdrawn.',
    },
    full: 'Too many messages were sent. Please wait for an answer, or call.',
  },
  erased: {
    title: 'Your data was erased',
    text: (shelter) => `${shelter} no longer has your application. The link does not work any more.`,
  },
  unknown: {
    title: 'This link leads to no application',
    text: 'The address is not complete, or the application was erased.',
  },
};
