import { number, plural } from '#components/strings/counted';
import type { importing as english } from '#components/strings/importing';
import type { Translation } from '#components/strings/translated';

export const importing: Translation<typeof english> = {
  title: 'Importieren',
  purpose: 'Sie sehen vorher, was die Datei enthält und was sich ändern würde.',
  dropOrChoose: '{drop} oder Datei wählen',
  drop: 'Datei hier ablegen',
  formats:
    'Ein Archiv einer Bank (.zip, auch von Hindsight) oder ein Export von mem0, Zep, Letta oder einem MCP-Gedächtnisserver. Bis zu 4 GB.',
  another: 'Andere Datei wählen',
  fileMissing: 'Wählen Sie zuerst eine Datei',
  reading: (percent) => `Datei wird gelesen: ${number(percent)} %`,
  examining: 'Datei wird untersucht',
  tooLarge: 'Die Datei ist größer als 4 GB.',
  unreadable: 'Die Datei kann nicht importiert werden',
  template: 'Das ist eine Vorlage. Um sie anzuwenden, öffnen Sie die Einstellungen einer Bank und dort „Export und Kopie“.',

  recognized: 'Erkannt',
  kinds: {
    bank_archive: 'Archiv einer Bank',
    mem0: 'Export von mem0',
    zep: 'Export von Zep',
    letta: 'Export von Letta',
    mcp_memory: 'Gedächtnisdatei eines MCP-Servers',
  },
  facts: { source: 'Ursprüngliche Bank', content: 'Inhalt', from: 'Von', to: 'Bis', existing: 'Schon in der Bank', issues: 'Hinweise' },
  existing: (n) => plural(n, { one: '# Dokument', other: '# Dokumente' }),
  issues: {
    no_text: (n) => plural(n, { one: '# Eintrag ohne Text: ausgelassen', other: '# Einträge ohne Text: ausgelassen' }),
    inactive: (n) =>
      plural(n, {
        one: '# dort gelöschter, archivierter oder abgelaufener Eintrag: ausgelassen',
        other: '# dort gelöschte, archivierte oder abgelaufene Einträge: ausgelassen',
      }),
    repeated: (n) => plural(n, { one: '# doppelter Eintrag: ausgelassen', other: '# doppelte Einträge: ausgelassen' }),
    invalid_time: (n) => plural(n, { one: '# unlesbare Zeit: ausgelassen', other: '# unlesbare Zeiten: ausgelassen' }),
    missing_entity: (n) =>
      plural(n, {
        one: '# Eintrag nennt eine Entität, die in der Datei fehlt',
        other: '# Einträge nennen Entitäten, die in der Datei fehlen',
      }),
    unknown_record: (n) => plural(n, { one: '# Eintrag unbekannter Form: ausgelassen', other: '# Einträge unbekannter Form: ausgelassen' }),
    attachment: (n) => plural(n, { one: '# Anhang: ausgelassen', other: '# Anhänge: ausgelassen' }),
    invalidated: (n) => plural(n, { one: '# ungültiger Fakt: ausgelassen', other: '# ungültige Fakten: ausgelassen' }),
    version: (n) =>
      plural(n, {
        one: '# frühere Version eines mentalen Modells: ausgelassen',
        other: '# frühere Versionen mentaler Modelle: ausgelassen',
      }),
    webhook: (n) => plural(n, { one: '# Webhook: ausgelassen', other: '# Webhooks: ausgelassen' }),
  },
  otherIssue: (reason, n) => `${reason}: ${number(n)}`,

  target: 'Importieren in',
  targets: { new: 'Neue Bank', existing: 'Vorhandene Bank' },
  targetHelp: {
    restore: 'Gleicht dem Original: IDs, Verlauf und Einstellungen.',
    create: 'Mit dem Inhalt der Datei.',
    existing: 'Fügt Dokumente, Beobachtungen und mentale Modelle hinzu.',
  },
  id: 'ID der neuen Bank',
  idMissing: 'Geben Sie eine ID ein.',
  idTaken: 'Eine Bank mit dieser ID gibt es schon. Wählen Sie eine andere ID oder „Vorhandene Bank“.',
  idEmpty: 'Eine Bank mit dieser ID gibt es, aber sie ist leer. Der Import füllt sie.',
  bank: 'Bank',
  bankPlaceholder: 'Bank wählen',
  findBank: 'Bank suchen',
  noBank: 'Es gibt noch keine Banken.',
  noMatch: 'Keine Bank passt.',
  banksFailed: 'Die Banken konnten nicht geladen werden.',
  bankMissing: 'Wählen Sie eine Bank.',
  conflict: 'Dokumente, die die Bank schon enthält',
  conflicts: {
    skip: { label: 'Auslassen', help: 'Die der Bank bleiben.' },
    replace: { label: 'Ersetzen', help: 'Die der Datei gelten.' },
    'new-id': { label: 'Kopien anlegen', help: 'Unter neuen IDs.' },
  },

  sentence: {
    restore:
      'Stellt {id} im Hintergrund wieder her. Der Inhalt erscheint, sobald er vollständig ist. Es wird kein Sprachmodell aufgerufen.',
    create: 'Erstellt die Bank {id} und importiert im Hintergrund. Es wird kein Sprachmodell aufgerufen.',
    add: 'Fügt im Hintergrund zu {id} hinzu. Es wird kein Sprachmodell aufgerufen.',
  },
  uploading: (percent) => `Wird hochgeladen: ${number(percent)} %`,
  started: (id) => `Import in ${id} gestartet`,
  startedDetail: 'Die Vorgangsliste zeigt den Fortschritt und verweist auf die Bank.',
  failed: 'Der Import konnte nicht gestartet werden',
};
