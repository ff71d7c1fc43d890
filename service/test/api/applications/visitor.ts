import type { Language } from '../../../src/platform/core/languages.ts';

/** What a visitor types into the form as delivered. */
export const TYPED = {
  name: 'Ana María',
  email: 'ana@mail.example',
  'answers.home': 'house',
  'answers.allowed': 'yes',
  'answers.people': 'Dos adultos',
  'answers.hours_alone': '2,5',
  'answers.reason': 'Echamos de menos a nuestra perra.',
};

export interface Shown {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

export type Visitor = ReturnType<typeof visitorFrom>;

/** A visitor with an address of its own, whose browser sends forms from an opaque origin. */
export function visitorFrom(url: string, address: string, language: Language = 'es') {
  const request = async (path: string, init: RequestInit = {}): Promise<Shown> => {
    const headers = { 'x-forwarded-for': address, 'accept-language': language, ...init.headers };
    const response = await fetch(url + path, { ...init, headers, redirect: 'manual' });
    return { status: response.status, headers: response.headers, text: await response.text() };
  };
  return {
    open: (path: string) => request(path),
    send: (path: string, fields: Readonly<Record<string, string>>) =>
      request(path, { method: 'POST', headers: { origin: 'null' }, body: new URLSearchParams(fields) }),
  };
}

/** Returns the token in a form. */
export function tokenIn({ text }: Shown): string {
  return /name="token" value="([\w-]+)"/.exec(text)?.[1] ?? '';
}

/** Returns the path of the private page to which a form led. */
export function privatePathIn({ headers }: Shown): string {
  return /^\/application\/[\w-]{43}/.exec(headers.get('location') ?? '')?.[0] ?? '';
}
