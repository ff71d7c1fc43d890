import { Type } from 'typebox';
import { senderIn } from '../../../platform/config/mail.ts';
import { MAX_EMAIL_LENGTH } from '../../../platform/core/email-address.ts';
import { SECRET } from '../../../platform/http/openapi/secret-member.ts';
import { SECURITIES } from './mail-settings.ts';

const HOST_PATTERN = '^[A-Za-z0-9:]([A-Za-z0-9.:_-]*[A-Za-z0-9:])?$';
const MAX_NAME_LENGTH = 100;
const MAX_TEXT_LENGTH = 500;

/** The formats of the schemas below. */
export const MAIL_SETTINGS_FORMATS = {
  'mail-host': hostFault,
  'mail-sender': senderFault,
  'mail-login': loginFault,
};

function hostFault(text: string): string | undefined {
  return new RegExp(HOST_PATTERN).test(text)
    ? undefined
    : 'must be the name or the IP address of a server, such as mail.shelter.example';
}

function senderFault(text: string): string | undefined {
  return senderIn(text) === undefined
    ? 'must be an e-mail address, or a name and an address such as Riverside Shelter <hello@shelter.example>'
    : undefined;
}

function loginFault(text: string): string | undefined {
  return /\p{Cc}/u.test(text) || !text.isWellFormed() ? 'must be one line of text' : undefined;
}

const members = {
  host: Type.String({
    minLength: 1,
    maxLength: 253,
    format: 'mail-host',
    pattern: HOST_PATTERN,
    description: 'The name or the IP address of the mail server.',
    examples: ['mail.shelter.example'],
  }),
  user: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: MAX_TEXT_LENGTH,
      format: 'mail-login',
      description: 'The user who signs in to the server; absent for a server without login.',
      examples: ['hello@shelter.example'],
    }),
  ),
  from: Type.String({
    minLength: 1,
    maxLength: MAX_EMAIL_LENGTH + MAX_NAME_LENGTH,
    format: 'mail-sender',
    description: 'The sender of the e-mails: an address, or a name and an address.',
    examples: ['Riverside Shelter <hello@shelter.example>'],
  }),
};

const port = Type.Integer({ minimum: 1, maximum: 65_535, description: 'The port.', examples: [587] });
const security = Type.Unsafe<(typeof SECURITIES)[number]>({
  type: 'string',
  enum: [...SECURITIES],
  description:
    '`starttls`: the server must offer it. `tls`: from the first byte. `none`: for a server on this machine or in a private network; a password then only for this machine.',
  examples: ['starttls'],
});

const REQUEST_EXAMPLE = {
  host: 'mail.shelter.example',
  port: 587,
  security: 'starttls',
  user: 'hello@shelter.example',
  password: 'correct horse battery staple',
  from: 'Riverside Shelter <hello@shelter.example>',
};
const { password: _, ...SHOWN } = REQUEST_EXAMPLE;
export const EMAIL_SETTINGS_EXAMPLE = { isSetUp: true, ...SHOWN, hasPassword: true };

export const MAIL_SETTINGS_SCHEMAS = [
  Type.Object(
    {
      ...members,
      port: Type.Optional({
        ...port,
        description: 'The port; by default 587, with `tls` 465, without TLS 25.',
      }),
      security: Type.Optional({ ...security, default: 'starttls' }),
      password: Type.Optional(
        Type.String({
          ...SECRET,
          minLength: 1,
          maxLength: MAX_TEXT_LENGTH,
          format: 'mail-login',
          description:
            'The password of the user. It is stored encrypted and never returned. Without it, that of the same server and user stays, unless `security` becomes `none`.',
          examples: [REQUEST_EXAMPLE.password],
        }),
      ),
    },
    {
      $id: 'EmailSettingsRequest',
      additionalProperties: false,
      description: 'The server that sends e-mails, and their sender.',
      examples: [REQUEST_EXAMPLE],
    },
  ),
  Type.Object(
    {
      isSetUp: Type.Boolean({ description: 'True if e-mails are sent.' }),
      host: Type.Optional(members.host),
      port: Type.Optional(port),
      security: Type.Optional(security),
      user: members.user,
      hasPassword: Type.Optional(
        Type.Boolean({ description: 'True if a password is set. It is never returned.' }),
      ),
      from: Type.Optional(members.from),
      problem: Type.Optional(
        Type.Unsafe<'password_unreadable'>({
          type: 'string',
          enum: ['password_unreadable'],
          description:
            'Why e-mails are not sent although a server is set. `password_unreadable`: the password was encrypted with another key, as after a restore on another machine; set it again.',
        }),
      ),
      fixedBy: Type.Optional(
        Type.String({
          description:
            'The variable in the environment of the service that sets up e-mail: it cannot be changed here.',
          examples: ['SMTP_URL'],
        }),
      ),
    },
    {
      $id: 'EmailSettings',
      description: 'How e-mails are sent.',
      examples: [EMAIL_SETTINGS_EXAMPLE],
    },
  ),
];
