import { codeParts, type MailTexts } from './mail-texts.ts';

export const EN: MailTexts = {
  code: ({ shelter, codes }) => ({
    subject: `Your code to sign in: ${shelter}`,
    parts: [
      'Type this code in the browser in which you asked for it. It works once, for 10 minutes.',
      ...(codes.length > 1
        ? ['This address is that of a person of each of these accounts: type the code of one of them.']
        : []),
      ...codeParts(codes),
      'Give it to no one. If you did not ask for it, you need to do nothing: without this code no one signs in.',
      shelter,
    ],
  }),
  invitation: ({ shelter, url }) => ({
    subject: `Your invitation: ${shelter}`,
    parts: [
      'Hello,',
      `with this link you sign in at ${shelter}. It works once, within 7 days. That device then stays signed in.`,
      { url, label: 'Sign in' },
      'Pass it on to no one: the first one to open it acts as you. If you expect no invitation, you need to do nothing.',
      shelter,
    ],
  }),
  test: ({ shelter }) => ({
    subject: `Test: ${shelter}`,
    parts: ['E-mail is set up: this message was sent as a test.', shelter],
  }),
};
