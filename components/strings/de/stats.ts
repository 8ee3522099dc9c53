import { number, plural } from '#components/strings/counted';
import { charts } from '#components/strings/de/charts';
import { entitiesOf, factsOf } from '#components/strings/de/ui';
import type { stats as english } from '#components/strings/stats';
import type { Translation } from '#components/strings/translated';

const timeFields: Translation<(typeof english)['timeFields']> = {
  created_at: 'gespeichert',
  mentioned_at: 'erwähnt',
  occurred_start: 'geschehen',
};
const memoriesBy: Translation<(typeof english)['timeFields']> = {
  created_at: 'gespeicherte Erinnerungen',
  mentioned_at: 'erwähnte Erinnerungen',
  occurred_start: 'Erinnerungen an Ereignisse',
};

const noneBy: Translation<(typeof english)['timeFields']> = {
  created_at: 'Keine gespeicherten Erinnerungen',
  mentioned_at: 'Keine erwähnten Erinnerungen',
  occurred_start: 'Keine Erinnerungen an Ereignisse',
};

/** In the dative case, after "in". */
const periodsInText: Translation<(typeof english)['periodsInText']> = {
  '1h': 'der letzten Stunde',
  '12h': 'den letzten 12 Stunden',
  '1d': 'den letzten 24 Stunden',
  '7d': 'den letzten 7 Tagen',
  '30d': 'den letzten 30 Tagen',
  '90d': 'den letzten 90 Tagen',
  all: 'der gesamten Zeit',
  custom: 'diesem Zeitraum',
};

export const stats: Translation<typeof english> = {
  title: 'Statistik',
  purpose: 'Inhalt der Bank, ihr Wachstum und der Fortschritt der Hintergrundarbeit. Alle Zeiten in UTC.',
  countedAt: 'Stand: {time}',
  neverCounted: 'noch nicht gezählt',
  recompute: 'Neu berechnen',
  recomputing: 'Wird gezählt',
  recomputed: 'Neu berechnet',
  recomputeFailed: 'Die Statistik konnte nicht neu berechnet werden',
  failed: 'Die Statistik konnte nicht geladen werden',
  seriesFailed: 'Die Zeitreihe konnte nicht geladen werden',
  growth: 'Erinnerungen im Zeitverlauf',
  filters: 'Filter des Diagramms',
  period: 'Zeitraum',
  periodsInText,
  periods: { '1h': '1 h', '12h': '12 h', '1d': '1 d', '7d': '7 d', '30d': '30 d', '90d': '90 d', all: 'Alles', custom: 'Daten' },
  dates: 'Daten',
  datesPurpose: 'Tage in UTC, einschließlich des letzten. Ohne Enddatum: bis jetzt.',
  datesFrom: 'Von',
  datesTo: 'Bis',
  datesWrong: 'Das Ende darf nicht vor dem Beginn liegen.',
  datesUse: 'Anzeigen',
  timeField: 'Zeit',
  timeFields,
  timeFieldMeanings: {
    created_at: 'Wann die Bank die Erinnerung gespeichert hat.',
    mentioned_at: 'Wann sie erwähnt wurde; falls unbekannt, wann sie gespeichert wurde.',
    occurred_start: 'Wann es geschah; falls unbekannt, wann sie gespeichert wurde.',
  },
  view: 'Ansicht',
  views: { chart: 'Diagramm', table: 'Tabelle' },
  more: 'Zeitreihe exportieren',
  csv: 'CSV herunterladen',
  png: 'PNG herunterladen',
  curl: 'Als curl kopieren',
  curlCopied: 'curl-Befehl kopiert',
  pngFailed: 'Das Bild konnte nicht erstellt werden',
  pngNeedsChart: 'Nur das Diagramm lässt sich als Bild herunterladen. Wechseln Sie zuerst zum Diagramm',
  openNote: (unit) => `Schraffiert: ${charts.open[unit]}, unvollständig`,
  updatedAt: 'Stand: {time}',
  none: (period, field) => `${noneBy[field]} in ${periodsInText[period]}`,
  noneWhy: 'Wählen Sie einen längeren Zeitraum oder ein anderes Zeitfeld.',
  noneAtAll: 'Noch keine Erinnerungen.',
  noneShowAll: 'Gesamte Zeit anzeigen',
  summary: (period, sum, highest, lowest) =>
    highest
      ? `Erinnerungen in ${periodsInText[period]}: insgesamt ${number(sum)}, Höchstwert ${highest.name} mit ${number(highest.sum)}, ${plural(lowest, { one: '# leerer Abschnitt', other: '# leere Abschnitte' })}.`
      : `Erinnerungen in ${periodsInText[period]}: keine.`,
  columns: { bucket: 'Ab', total: 'Gesamt', kinds: 'Nach Typ' },
  notOver: 'unvollständig',
  table: 'Erinnerungen im Zeitverlauf, als Tabelle',
  typesTitle: 'Erinnerungen nach Typ',
  typesFoot: (documents, entities) =>
    `aus ${plural(documents, { one: '# Dokument', other: '# Dokumenten' })}, über ${entitiesOf(entities)}`,
  linksTitle: 'Verbindungen nach Typ',
  linksFoot: (n) => `insgesamt ${plural(n, { one: '# Verbindung', other: '# Verbindungen' })}`,
  links: {
    entity: { name: 'Entität', meaning: 'gleiche Entität' },
    temporal: { name: 'Zeitlich', meaning: 'höchstens einen Tag auseinander' },
    semantic: { name: 'Semantisch', meaning: 'ähnliche Bedeutung' },
    caused_by: { name: 'Ursache', meaning: 'eines hat das andere verursacht' },
    derived_from: { name: 'Beleg', meaning: 'eine Beobachtung beruht auf einer Erinnerung' },
  },
  linksNone: 'Noch keine Verbindungen. Sie verknüpfen Erinnerungen mit gleichen Entitäten, gleicher Zeit oder Ursache.',
  workTitle: 'Hintergrundarbeit',
  work: {
    pending: 'Ausstehende Konsolidierung',
    failed: 'Fehlgeschlagene Konsolidierung',
    lastConsolidated: 'Zuletzt konsolidiert',
    expiring: 'Laufen in 7 Tagen ab',
    lastWrite: 'Zuletzt geschrieben',
    operations: { processing: 'Laufende Vorgänge', pending: 'Wartende Vorgänge', failed: 'Fehlgeschlagene Vorgänge' },
  },
  facts: factsOf,
  operations: (n) => plural(n, { one: '# Vorgang', other: '# Vorgänge' }),
  legend: 'Erinnerungstypen',
  fileOf: (bank, what) => `${bank.replaceAll(/[^\w.-]+/g, '-')}-erinnerungen-${what}`,
  pictureTitle: (bank, period, field) => `${bank}: ${memoriesBy[field]} in ${periodsInText[period]}`,
};
