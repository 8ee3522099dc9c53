import { plural } from '#components/strings/counted';
import { documentsOf, memoriesOf, observationsOf } from '#components/strings/de/ui';
import type { transfer as english } from '#components/strings/transfer';
import type { Translation } from '#components/strings/translated';

const modelsOf = (n: number): string => plural(n, { one: '# mentales Modell', other: '# mentale Modelle' });

export const transfer: Translation<typeof english> = {
  exports: {
    bank: {
      title: 'Bank exportieren',
      text: 'Eine ZIP-Datei mit allem in der Bank: Dokumente, Erinnerungen, Beobachtungen, mentale Modelle, Direktiven, Einstellungen und Verlauf. Eine daraus wiederhergestellte Bank gleicht dieser. Schlüssel und Geheimnisse sind nie enthalten.',
    },
    documents: {
      title: 'Dokumente exportieren',
      text: 'Eine ZIP-Datei mit den Dokumenten und ihren Erinnerungen, ohne Einstellungen, mentale Modelle und Verlauf.',
    },
  },
  starting: 'Wird gestartet',
  exportStarted: 'Export gestartet',
  exportStartedDetail: 'Sobald die Datei fertig ist, können Sie sie hier und in der Vorgangsliste herunterladen.',
  exportFailed: 'Der Export konnte nicht gestartet werden',

  files: 'Exportierte Dateien',
  filesFailed: 'Die exportierten Dateien konnten nicht geladen werden',
  kinds: { bank: 'Bank', documents: 'Dokumente' },
  download: 'Herunterladen',
  downloadOf: (name) => `Herunterladen: ${name}`,
  until: 'Verfügbar bis {time}',
  fileDeleted: 'Die Datei wurde gelöscht, weil etwas aus der Bank endgültig gelöscht wurde. Exportieren Sie erneut.',
  facts: { file: 'Datei', size: 'Größe', available: 'Verfügbar', digest: 'SHA-256' },
  untilTime: 'bis {time}',

  copy: 'Bank kopieren',
  copyText:
    'Eine neue Bank mit denselben Erinnerungen, mentalen Modellen, Einstellungen, Verlauf und Vektoren. Es wird kein Sprachmodell aufgerufen.',
  copyId: 'ID der Kopie',
  copyIdHelp: 'Darf noch nicht existieren. Die Kopie erscheint unter den Banken, sobald sie vollständig ist.',
  copyIdMissing: 'Geben Sie eine ID ein.',
  copySentence: 'Kopiert {bank} in die neue Bank {id}.',
  copyStarted: (id) => `Kopie nach ${id} gestartet`,
  copyStartedDetail: 'Die Vorgangsliste verweist auf die Kopie, sobald sie vollständig ist.',
  copyFailed: 'Die Bank konnte nicht kopiert werden',

  saveTemplate: 'Als Vorlage exportieren',
  saveTemplateText:
    'Eine JSON-Datei mit den Einstellungen, mentalen Modellen und Direktiven dieser Bank, ohne Erinnerungen. Damit richten Sie andere Banken ein.',
  saving: 'Wird exportiert',
  templateSaved: (name) => `${name} gespeichert`,
  saveTemplateFailed: 'Die Vorlage konnte nicht exportiert werden',

  applyTemplate: 'Vorlage anwenden',
  applyTemplateText:
    'Legt Einstellungen fest und erstellt oder ändert mentale Modelle und Direktiven. Erinnerungen ändern sich nicht. Sie sehen vorher, was sich ändert.',
  gallery: 'Vorlage',
  templateFile: 'Datei wählen',
  notTemplate: 'Keine Vorlage: Die Datei muss ein JSON-Objekt mit „version“ enthalten.',
  templateTooLarge: 'Keine Vorlage: Die Datei ist größer als 1 MB.',
  preview: 'Was sich ändert',
  previewing: 'Vorlage wird mit der Bank verglichen',
  previewFailed: 'Die Vorlage kann nicht angewendet werden',
  noChanges: 'Mentale Modelle und Direktiven der Bank gleichen der Vorlage.',
  groups: {
    settings: 'Einstellungen',
    modelsCreated: 'Neue mentale Modelle',
    modelsUpdated: 'Geänderte mentale Modelle',
    directivesCreated: 'Neue Direktiven',
    directivesUpdated: 'Geänderte Direktiven',
  },
  choose: 'Wählen Sie eine Vorlage oder eine Datei, um zu sehen, was sich ändern würde.',
  apply: 'Anwenden',
  applying: 'Wird angewendet',
  applied: 'Vorlage angewendet',
  refreshes: (n) => `${modelsOf(n)} ${n === 1 ? 'wird' : 'werden'} aktualisiert.`,
  applyFailed: 'Die Vorlage konnte nicht angewendet werden',

  counts: {
    documents: documentsOf,
    facts: memoriesOf,
    observations: observationsOf,
    mental_models: modelsOf,
    knowledge_pages: (n) => plural(n, { one: '# Wissensseite', other: '# Wissensseiten' }),
  },
  skipped: {
    documents: (n) => `${documentsOf(n)} ausgelassen, weil die Bank sie schon enthält`,
    observations: (n) => `${observationsOf(n)} ausgelassen`,
  },
  imported: 'Importiert',
  copied: 'Kopiert',
  openBank: (id) => `${id} öffnen`,
};
