import type { templates as english } from '#components/strings/templates';
import type { Translation } from '#components/strings/translated';

export const templates: Translation<typeof english> = {
  'personal-assistant': {
    name: 'Persönlicher Assistent',
    mission:
      'Das Gedächtnis eines persönlichen Assistenten: was eine Person mag, plant und versprochen hat, damit nichts wiederholt werden muss.',
    extraction: 'Vorlieben, Pläne mit ihrem Datum, Versprechen und die Menschen im Leben der Person. Kein Smalltalk.',
    models: {
      preferences: {
        name: 'Vorlieben',
        question: 'Vorlieben: Essen, Getränke, Reisen und anderes, das bevorzugt, gemocht, geliebt, gehasst oder vermieden wird',
      },
      'plans-and-promises': {
        name: 'Pläne und Versprechen',
        question: 'Pläne, Reisen, Buchungen, Besprechungen, Termine und Versprechen mit ihrem Datum',
      },
      people: { name: 'Menschen', question: 'Menschen: Partner, Frau, Mann, Kinder, Eltern, Bruder, Schwester, Freunde und Kollegen' },
    },
    directives: {
      dates: { name: 'Genaue Daten', rule: 'Nenne bei jedem Plan, Termin und Stichtag das genaue Datum.' },
      privacy: { name: 'Gesundheit und Geld', rule: 'Erwähne Gesundheit und Geld nur, wenn danach gefragt wird.' },
    },
  },
  'coding-agent': {
    name: 'Programmieragent',
    mission:
      'Das Gedächtnis eines Programmieragenten: die Konventionen des Codes, warum er so gebaut ist und welche Versuche gescheitert sind.',
    extraction: 'Konventionen, Befehle, Entscheidungen mit Gründen, Fehler mit Ursache und Lösung, gescheiterte Versuche.',
    models: {
      conventions: {
        name: 'Konventionen',
        question: 'Konventionen: Namen von Dateien, Stil des Codes sowie Befehle und Werkzeuge zum Bauen, Testen und Starten',
      },
      decisions: { name: 'Entscheidungen', question: 'Entscheidungen: was entschieden, gewählt oder ersetzt wurde, und warum' },
      pitfalls: {
        name: 'Fehler und Lösungen',
        question: 'Fehler, Abstürze und gescheiterte Versuche: was sie verursacht und was sie behoben oder gelöst hat',
      },
    },
    directives: {
      names: { name: 'Genaue Namen', rule: 'Gib Befehle, Dateipfade, Versionen und Fehlermeldungen wörtlich wieder.' },
      current: {
        name: 'Aktuelle Entscheidungen',
        rule: 'Wenn eine Entscheidung eine frühere ersetzt hat, nenne nur die aktuelle, mit ihrem Grund.',
      },
    },
  },
  'support-agent': {
    name: 'Supportagent',
    mission: 'Das Gedächtnis eines Supportteams: was Kunden gemeldet haben, was geholfen hat und was noch offen ist.',
    extraction: 'Probleme mit Produkt und Version, ihre Lösungen, offene Anfragen und was jeder Kunde nutzt.',
    models: {
      'known-problems': {
        name: 'Bekannte Probleme',
        question: 'Probleme, Fehler und Abstürze, die gemeldet wurden, und was sie gelöst oder behoben hat',
      },
      'open-cases': { name: 'Offene Fälle', question: 'Fälle, Tickets und Anfragen, die offen sind, warten oder noch nicht gelöst wurden' },
      customers: { name: 'Kunden', question: 'Kunden: Welchen Tarif, welches Produkt und welche Version nutzen sie?' },
    },
    directives: {
      promises: {
        name: 'Keine Versprechen',
        rule: 'Versprich nie einen Termin, eine Erstattung oder eine Funktion, die in keiner Erinnerung steht.',
      },
      privacy: { name: 'Datenschutz', rule: 'Erwähne nie einen Kunden in der Antwort an einen anderen.' },
    },
  },
  'sales-team': {
    name: 'Vertriebsteam',
    mission:
      'Das Gedächtnis eines Vertriebsteams: wer bei jedem Kunden entscheidet, was gebraucht wird und was bei jedem Geschäft der nächste Schritt ist.',
    extraction: 'Ansprechpartner mit ihrer Rolle, Budgets, Phasen, nächste Schritte mit Datum, Einwände und Wettbewerber.',
    models: {
      contacts: { name: 'Ansprechpartner', question: 'Ansprechpartner: Wer entscheidet, unterschreibt oder leitet bei jedem Kunden?' },
      deals: { name: 'Geschäfte', question: 'Geschäfte: Budget, Preis, Angebot, Phase und nächster Schritt' },
      objections: { name: 'Einwände', question: 'Einwände, Sorgen und Wettbewerber von Kunden' },
    },
    directives: {
      'next-step': {
        name: 'Nächster Schritt',
        rule: 'Beende eine Antwort über einen Kunden mit dem nächsten Schritt, wer ihn macht und wann.',
      },
      figures: { name: 'Zahlen', rule: 'Nenne Preise, Budgets und Rabatte nur mit dem Datum, an dem sie genannt wurden.' },
    },
  },
  'research-notes': {
    name: 'Forschungsnotizen',
    mission: 'Das Gedächtnis eines Forschungsprojekts: Ergebnisse mit ihren Quellen, Methoden und offene Fragen.',
    extraction: 'Ergebnisse mit Zahlen und Quellen, Methoden, Datensätze, Hypothesen und offene Fragen.',
    models: {
      findings: { name: 'Ergebnisse', question: 'Ergebnisse: was Experimente und Veröffentlichungen zeigen, finden oder berichten' },
      methods: { name: 'Methoden', question: 'Methoden, Datensätze, Korpora und Parameter, die verwendet wurden' },
      'open-questions': {
        name: 'Offene Fragen',
        question: 'Offene Fragen: was unbekannt, unklar oder nicht getestet ist oder getestet werden sollte',
      },
    },
    directives: {
      sources: { name: 'Quellen', rule: 'Nenne zu jedem Ergebnis die Quelle, und trenne Ergebnisse von Annahmen.' },
      disagreement: { name: 'Widersprüche', rule: 'Wenn sich Quellen widersprechen, nenne beide Ergebnisse mit ihren Zahlen.' },
    },
  },
};
