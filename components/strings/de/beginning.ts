import type { beginning as english } from '#components/strings/beginning';
import type { Translation } from '#components/strings/translated';

export const beginning: Translation<typeof english> = {
  start: {
    title: 'Vom Schlüssel zum verbundenen Agenten',
    duration: 'etwa fünf Minuten',
    key: 'Schlüssel erstellen',
    keyExists: 'Der Schlüssel {name} hat Zugriff auf diese Bank. Sein Wert wurde einmal angezeigt, bei der Erstellung.',
    keyAnother: 'Weiteren Schlüssel erstellen',
    dismiss: 'Erste Schritte ausblenden',
    retain: 'Text aufnehmen',
    retainText: 'Senden Sie einen Satz, einen Chat oder eine Datei. Ohne Sprachmodell extrahieren die integrierten Regeln die Fakten.',
    sentence: 'Ana ist nach Porto gezogen, weil das Atelier dort günstiger ist.',
    copy: 'Befehl zur Aufnahme eines Satzes',
    code: 'curl-Befehl zur Aufnahme eines Satzes',
    listening: 'Warten auf die erste Erinnerung. Diese Seite aktualisiert sich automatisch.',
    ask: 'Erinnerung abrufen',
    askText: 'Der Abruf findet sie nach Bedeutung, Wörtern, Zeit und Namen.',
    question: 'Warum ist Ana nach Porto gezogen?',
    askCopy: 'Befehl zum Abruf',
    askCode: 'curl-Befehl zum Abruf',
    connect: 'Agenten verbinden',
    connectText: 'Für jeden Client gibt es Schritte und Code, mit Schlüssel oder per Anmeldung.',
    connectAll: 'Alle Clients',
  },
  appears: {
    title: 'Was hier erscheinen wird',
    world: 'Fakten: ein Produkt, ein Preis, eine Regel.',
    experience: 'Erlebtes: ein Anruf, eine Reparatur, eine Zusage.',
    observation: 'Schlüsse aus mehreren Fakten, die alle als Belege dienen.',
  },
  sample: {
    load: 'Beispielgespräch laden',
    loading: 'Wird gesendet',
    text: '233 Beiträge von fünf Freunden und ihrem Assistenten aus sechs Monaten, in 22 Dokumenten mit dem Tag demo. Mit einem Sprachmodell kostet das Tokens.',
    sent: 'Das Beispielgespräch wird verarbeitet',
    sentDetail: 'Das läuft weiter, wenn Sie die Seite verlassen. Der Vorgang zeigt den Fortschritt.',
    failed: 'Das Beispielgespräch konnte nicht geladen werden',
  },
  questions: {
    title: 'Fragen an das Beispiel',
    note: 'auf Englisch, wie das Beispiel',
    about: {
      person: 'eine Person',
      cause: 'ein Grund',
      time: 'eine Zeit',
      decision: 'eine geänderte Entscheidung',
      experience: 'was der Agent getan hat',
    },
  },
};
