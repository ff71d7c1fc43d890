import type { PageTexts } from './page-texts.ts';

const days = (count: number) => (count === 1 ? '1 Tag' : `${count} Tage`);

// As in the texts of the public pages, a name may be "dieses Tier": it stands where its nominative and its accusative are the same.
export const DE: PageTexts = {
  form: {
    wantedKind: 'Was suchen Sie?',
    anyKind: 'Irgendein Tier',
    intro: (shelter) => `${shelter}: Erzählen Sie uns von sich und Ihrem Zuhause. Sie brauchen kein Konto.`,
    about: 'Über Sie',
    name: 'Ihr Name',
    email: 'E-Mail-Adresse',
    emailHint: 'Sie bekommen außerdem einen privaten Link, mit dem Sie die Antwort jederzeit sehen.',
    telephone: 'Telefonnummer',
    questions: 'Einige Fragen',
    message: 'Was Sie sonst noch sagen möchten',
    optional: 'freiwillig',
    choose: 'Bitte wählen',
    yes: 'Ja',
    no: 'Nein',
    severalHint: 'Wählen Sie alles, was zutrifft.',
    trap: 'Lassen Sie dieses Feld leer',
    privacy: (shelter, count) =>
      `Nur das Tierheim liest, was Sie schreiben (${shelter}). Es wird ${days(count)} nach dem Ende der Anfrage gelöscht, oder sofort, wenn Sie das auf Ihrer privaten Seite verlangen.`,
    send: 'Anfrage senden',
  },
  faults: {
    word: 'Fehler',
    inTitle: (title) => `Fehler: ${title}`,
    title: (count) =>
      count === 1 ? 'Bitte korrigieren Sie eine Antwort' : `Bitte korrigieren Sie ${count} Antworten`,
    again: 'Ihre Anfrage wurde noch nicht gesendet',
    required: 'Bitte beantworten Sie das.',
    tooLong: (max) => `Bitte schreiben Sie höchstens ${max} Zeichen.`,
    notText: 'Bitte schreiben Sie das als einfachen Text.',
    email: 'Bitte schreiben Sie eine E-Mail-Adresse wie ana@mail.example.',
    telephone: 'Bitte schreiben Sie eine Telefonnummer wie +1 555 010 0100.',
    number: 'Bitte schreiben Sie eine Zahl wie 2.',
    date: 'Bitte schreiben Sie ein Datum mit Jahr, Monat und Tag, wie 2026-03-31.',
    choice: 'Bitte wählen Sie eine der Antworten.',
    early:
      'Das war sehr schnell. Bitte sehen Sie Ihre Antworten noch einmal an und drücken Sie dann wieder auf den Knopf.',
    old: 'Das Formular war lange offen. Bitte sehen Sie Ihre Antworten noch einmal an und drücken Sie dann wieder auf den Knopf.',
    trap: 'Ein Feld, das Menschen nicht sehen, wurde ausgefüllt, vielleicht von Ihrem Browser. Bitte drücken Sie noch einmal auf den Knopf.',
    flood: (wait) =>
      `Von Ihrem Anschluss wurde sehr viel gesendet. Was Sie geschrieben haben, ist noch da. Bitte drücken Sie wieder auf den Knopf, Wartezeit: ${wait}.`,
    full: (wait) =>
      `Im Moment kommen sehr viele Anfragen an. Ihre Antworten sind noch da. Bitte drücken Sie wieder auf den Knopf, Wartezeit: ${wait}.`,
    tooLarge: 'Ihre Antworten sind zusammen zu lang. Bitte gehen Sie zurück und kürzen Sie sie.',
    unreadable:
      'Was Ihr Browser gesendet hat, ist nicht lesbar. Bitte gehen Sie zurück und versuchen Sie es noch einmal.',
  },
  closed: {
    title: 'Im Moment keine Anfragen',
    text: (shelter) => `${shelter} nimmt auf dieser Seite im Moment keine Anfragen an.`,
  },
  sent: {
    title: 'Ihre Anfrage wurde gesendet',
    next: 'Wie es weitergeht',
    reads: (shelter) => `${shelter} liest Ihre Anfrage.`,
    answers: (day) => `Sie bekommen bis zum ${day} eine Antwort.`,
    byEmail: 'Die Antwort kommt per E-Mail und steht auf Ihrer privaten Seite.',
    byLink: 'Die Antwort steht dann auf Ihrer privaten Seite.',
    link: 'Ihr privater Link',
    keep: 'Bewahren Sie diesen Link auf: Schreiben Sie ihn ab, oder speichern Sie ihn als Lesezeichen. Wer ihn hat, kann Ihre Anfrage lesen.',
    open: 'Ihre private Seite öffnen',
  },
  page: {
    title: (name) => `Ihre Anfrage für ${name}`,
    wanted: 'Ihre Anfrage',
    sentOn: (day) => `Gesendet am ${day}`,
    states: {
      received: {
        title: 'Sie ist angekommen',
        text: ({ shelter, day }) => `${shelter} antwortet bis zum ${day}.`,
      },
      late: {
        title: 'Die Antwort dauert länger als versprochen',
        text: ({ shelter }) =>
          `Das tut uns leid. ${shelter} hat Ihre Anfrage; Sie können unten mit einer Nachricht nachfragen.`,
      },
      in_review: {
        title: 'Sie wird geprüft',
        text: ({ shelter }) => `Jemand kümmert sich um Ihre Anfrage. Ihr Kontakt: ${shelter}.`,
      },
      accepted: {
        title: 'Ihre Anfrage wurde angenommen',
        text: ({ name, shelter }) =>
          `Was für eine gute Nachricht: ${name} ist für Sie reserviert. ${shelter} sagt Ihnen, was jetzt kommt.`,
      },
      adopted: {
        title: 'Willkommen zu Hause',
        text: ({ name }) => `Sie haben ${name} adoptiert. Wir wünschen Ihnen viele gute Jahre zusammen.`,
      },
      declined: {
        title: 'Ihre Anfrage wurde nicht angenommen',
        text: ({ shelter }) =>
          `${shelter} dankt Ihnen für Ihre Anfrage. Andere warten noch auf jemanden wie Sie.`,
      },
      withdrawn: {
        title: 'Sie haben Ihre Anfrage zurückgezogen',
        text: () => 'Es entscheidet niemand mehr über sie.',
      },
      closed: {
        title: 'Ein anderes Zuhause wurde gefunden',
        text: ({ name }) => `Jemand anders hat ${name} adoptiert. Andere warten noch auf jemanden wie Sie.`,
      },
    },
    ahead: (name) =>
      `Jemand ist vor Ihnen an der Reihe: ${name} ist für eine andere Person reserviert. Sie erfahren es, wenn daraus nichts wird.`,
    reason: (shelter) => `Von ${shelter}`,
    messages: 'Nachrichten',
    noMessages: 'Es gibt noch keine Nachrichten.',
    you: 'Sie',
    write: 'Eine Nachricht schreiben',
    sendMessage: 'Nachricht senden',
    content: 'Was Sie gesendet haben',
    contact: 'Namen, E-Mail-Adresse oder Telefonnummer korrigieren',
    save: 'Speichern',
    withdraw: 'Anfrage zurückziehen',
    withdrawText: (shelter) =>
      `${shelter} entscheidet dann nicht mehr darüber. Das ist endgültig, aber Sie können neu anfragen.`,
    withdrawButton: 'Jetzt zurückziehen',
    erase: 'Meine Daten löschen',
    eraseText:
      'Alles, was Sie gesendet haben, wird gelöscht, mit allen Nachrichten. Eine offene Anfrage wird zurückgezogen. Das ist endgültig.',
    eraseButton: 'Jetzt alles löschen',
    kept: (count) => `Sonst wird es ${days(count)} nach dem Ende der Anfrage gelöscht.`,
    others: 'Sie warten noch',
    done: {
      message: 'Ihre Nachricht wurde gesendet.',
      contact: 'Ihre Angaben wurden gespeichert.',
      withdraw: 'Ihre Anfrage wurde zurückgezogen.',
    },
    full: 'Es wurden zu viele Nachrichten gesendet. Bitte warten Sie auf eine Antwort, oder rufen Sie an.',
  },
  erased: {
    title: 'Ihre Daten wurden gelöscht',
    text: (shelter) => `${shelter} hat Ihre Anfrage nicht mehr. Der Link funktioniert nicht mehr.`,
  },
  unknown: {
    title: 'Dieser Link führt zu keiner Anfrage',
    text: 'Die Adresse ist unvollständig, oder die Anfrage wurde gelöscht.',
  },
};
