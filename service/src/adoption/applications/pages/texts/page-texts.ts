/** The words of the pages on which a visitor applies, in one language. A missing text does not compile. */
export interface PageTexts {
  readonly form: {
    readonly wantedKind: string;
    readonly anyKind: string;
    readonly intro: (shelter: string) => string;
    readonly about: string;
    readonly name: string;
    readonly email: string;
    readonly emailHint: string;
    readonly telephone: string;
    readonly questions: string;
    readonly message: string;
    readonly optional: string;
    readonly choose: string;
    readonly yes: string;
    readonly no: string;
    readonly severalHint: string;
    /** Of a field that people do not see. */
    readonly trap: string;
    readonly privacy: (shelter: string, days: number) => string;
    readonly send: string;
  };
  readonly faults: {
    readonly word: string;
    /** The title of a page that shows faults. */
    readonly inTitle: (title: string) => string;
    readonly title: (count: number) => string;
    readonly again: string;
    readonly required: string;
    readonly tooLong: (max: number) => string;
    readonly notText: string;
    readonly email: string;
    readonly telephone: string;
    readonly number: string;
    readonly date: string;
    readonly choice: string;
    readonly early: string;
    readonly old: string;
    readonly trap: string;
    /** @param wait such as "5 minutes". */
    readonly flood: (wait: string) => string;
    readonly full: (wait: string) => string;
    readonly tooLarge: string;
    readonly unreadable: string;
  };
  readonly closed: { readonly title: string; readonly text: (shelter: string) => string };
  readonly sent: {
    readonly title: string;
    readonly next: string;
    readonly reads: (shelter: string) => string;
    readonly answers: (day: string) => string;
    readonly byEmail: string;
    readonly byLink: string;
    readonly link: string;
    readonly keep: string;
    readonly open: string;
  };
  readonly page: {
    readonly title: (name: string) => string;
    readonly wanted: string;
    readonly sentOn: (day: string) => string;
    readonly states: Readonly<Record<ShownState, StateTexts>>;
    readonly ahead: (name: string) => string;
    readonly reason: (shelter: string) => string;
    readonly messages: string;
    readonly noMessages: string;
    readonly you: string;
    readonly write: string;
    readonly sendMessage: string;
    readonly content: string;
    readonly contact: string;
    readonly save: string;
    readonly withdraw: string;
    readonly withdrawText: (shelter: string) => string;
    readonly withdrawButton: string;
    readonly erase: string;
    readonly eraseText: string;
    readonly eraseButton: string;
    readonly kept: (days: number) => string;
    readonly others: string;
    readonly done: Readonly<Record<DoneAction, string>>;
    readonly full: string;
  };
  readonly erased: { readonly title: string; readonly text: (shelter: string) => string };
  readonly unknown: { readonly title: string; readonly text: string };
}

/** What the visitor did last on the private page. */
export type DoneAction = 'message' | 'contact' | 'withdraw';
export type ShownState =
  | 'received'
  | 'late'
  | 'in_review'
  | 'accepted'
  | 'adopted'
  | 'declined'
  | 'withdrawn'
  | 'closed';

interface StateTexts {
  readonly title: string;
  /** @param day until which the shelter answers. */
  readonly text: (values: {
    readonly name: string;
    readonly shelter: string;
    readonly day: string;
  }) => string;
}
