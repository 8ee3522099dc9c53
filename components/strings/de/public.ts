import type { publicPages as english } from '#components/strings/public';
import type { Translation } from '#components/strings/translated';

export const publicPages: Translation<typeof english> = {
  product: 'Memory Bank',
  skip: 'Zum Inhalt springen',
  nav: 'Hauptnavigation',
  links: [
    { href: '/docs', label: 'API-Referenz' },
    { href: '/login', label: 'Anmelden' },
  ],
  docsTitle: 'API-Referenz',
  referenceLoading: (address) => `${address} wird geladen …`,
  referenceFailed: 'Die Referenz konnte nicht geladen werden. Das Dokument selbst liegt unter {address}.',
  trySession:
    'Ohne Schlüssel verwendet „Try it out“ Ihre Sitzung in {organization}. Die curl-Befehle brauchen einen Schlüssel dieser Organisation anstelle von {placeholder}.',
  tryOrganization: 'Organisation für „Try it out“',
  endpoints: 'Endpunkte',
  title: 'Gedächtnis für KI-Agenten',
  lead: 'Gespräche und Dokumente aufnehmen und abrufen, was für eine Frage wichtig ist. Jedes Ergebnis nennt seine Quelle. Funktioniert auch ohne Sprachmodell.',
  openConsole: 'In der Konsole anmelden',
  reference: 'API-Referenz',
  server: 'Dieser Server',
  store: 'Speicher',
  answersUnder: 'Antwortet in unter 1 ms',
  answersIn: (ms) => `Antwortet in ${ms} ms`,
  noAnswer: 'Antwortet nicht',
  storageLabel: 'Speicherart',
  storage: { embedded: 'Eingebettete Datenbank', postgres: 'PostgreSQL' },
  notOpen: 'noch nicht geöffnet',
  model: 'Sprachmodell',
  modelOn: 'Konfiguriert',
  modelOff: 'Keines (integrierte Regeln)',
  version: 'API-Version',
  firstCall: 'Erster Aufruf',
  steps: {
    key: 'Schlüssel besorgen: in der Konsole erstellen oder den verwenden, den der erste Start im Terminal ausgegeben hat.',
    keyEnvironment: 'Bei einer externen Datenbank steht er in {variable}.',
    retain: 'Aufnehmen. Der erste Schreibzugriff erstellt die Bank.',
    recall: 'Abrufen.',
  },
  code: { key: 'Befehl, der den Schlüssel setzt', retain: 'Befehl zum Aufnehmen', recall: 'Befehl zum Abrufen' },
};
