import { listed, number, plural } from '#components/strings/counted';
import { dryRun } from '#components/strings/de/dry-run';
import { daysOf, factsOf, sourcesOf, tokensOf } from '#components/strings/de/ui';
import type { mentalModel as english } from '#components/strings/mental-model';
import type { Translation } from '#components/strings/translated';
import { cut } from '#components/ui/cut';

/** A name quoted within a sentence, cut to 60 characters. */
export const shortly = (name: string): string => `„${cut(name, 60)}“`;

const blocksOf = (n: number): string => plural(n, { one: '# Block', other: '# Blöcke' });
const changesOf = (n: number): string => plural(n, { one: '# Änderung', other: '# Änderungen' });
const wordsOf = (n: number): string => plural(n, { one: '# Wort', other: '# Wörter' });
const partsOf = (n: number): string => plural(n, { one: '# unveränderter Teil', other: '# unveränderte Teile' });
const linesOf = (n: number): string => plural(n, { one: '# unveränderte Zeile', other: '# unveränderte Zeilen' });

const intervalText = (s: number): string =>
  s % 86_400 === 0
    ? daysOf(s / 86_400)
    : s % 3600 === 0
      ? plural(s / 3600, { one: '# Stunde', other: '# Stunden' })
      : s % 60 === 0
        ? plural(s / 60, { one: '# Minute', other: '# Minuten' })
        : plural(s, { one: '# Sekunde', other: '# Sekunden' });

const causes: Translation<(typeof english)['causes']> = {
  create: 'bei der Erstellung',
  asked: 'auf Anforderung',
  cron: 'nach Zeitplan',
  consolidation: 'nach Konsolidierung',
};
const causeText = (cause: keyof typeof causes, who: string): string => (cause === 'asked' ? `auf Anforderung von ${who}` : causes[cause]);

const reasons: Translation<(typeof english)['reasons']> = {
  no_baseline_content: 'es gab keinen Inhalt zum Ändern',
  source_query_changed: 'die Frage wurde geändert',
  structured_doc_unreadable: 'die Blöcke des gespeicherten Dokuments waren nicht lesbar',
  delta_ops_failed: 'das Sprachmodell lieferte keine brauchbaren Änderungen',
  delta_ops_all_skipped: 'keine Änderung des Sprachmodells ließ sich anwenden',
};

export const mentalModel: Translation<typeof english> = {
  title: 'Mentales Modell',
  back: 'Alle mentalen Modelle',
  reading: 'Mentales Modell wird geladen',
  failed: 'Das mentale Modell konnte nicht geladen werden',
  missing: 'Mentales Modell nicht gefunden',
  missingText: (id) => `Diese Bank hat kein mentales Modell ${id}. Möglicherweise wurde es gelöscht.`,
  tabs: 'Ansichten des mentalen Modells',
  document: 'Dokument',
  compare: 'Vergleich',
  versions: 'Versionen',
  states: {
    generating: 'Wird erzeugt',
    ready: 'Bereit',
    empty: 'Leer',
    failed: 'Letzte Aktualisierung fehlgeschlagen',
  },
  fresh: 'Aktuell',
  staleReasons: {
    never_refreshed: 'nie aktualisiert',
    new_memories: 'neue Erinnerungen im Bereich',
    memories_gone: 'gelöschte Erinnerungen im Bereich',
    sources_gone: 'geänderte Quellen',
    source_query_changed: 'geänderte Frage',
  },
  staleShort: ([reason]) =>
    reason === undefined
      ? 'Veraltet'
      : {
          never_refreshed: 'Nie aktualisiert',
          new_memories: 'Neue Erinnerungen',
          memories_gone: 'Erinnerungen gelöscht',
          sources_gone: 'Quelle geändert',
          source_query_changed: 'Frage geändert',
        }[reason],
  staleBecause: (reasons) => `Veraltet: ${listed(reasons)}`,

  refresh: 'Aktualisieren',
  refreshing: 'Wird eingereiht…',
  refreshCosts: 'Schreibt das Dokument im Hintergrund neu. Mit einem Sprachmodell kostet das Tokens.',
  refreshQueued: (name) => `${shortly(name)} wird aktualisiert`,
  refreshJoined: 'Zusammengefasst mit der Aktualisierung, die schon wartete.',
  refreshQueuedText: 'Wann sie fertig ist, zeigt die Anzeige „Laufende Vorgänge“.',
  refreshFailed: (name) => `Die Aktualisierung von ${shortly(name)} konnte nicht eingereiht werden`,
  dryRun: 'Probelauf',
  edit: 'Bearbeiten',
  openInKnowledge: 'In Wissen öffnen',
  more: 'Mehr',
  clear: 'Inhalt leeren',
  clearTitle: (name) => `„${name}“ leeren?`,
  clearText: 'Das Dokument wird leer. Der aktuelle Inhalt bleibt in den Versionen und lässt sich wiederherstellen.',
  clearNext:
    'Die nächste Aktualisierung ist vollständig: Sie liest die Erinnerungen im Bereich, die der Frage am nächsten kommen, und schreibt das Dokument neu.',
  clearAlone: 'Der Auslöser bleibt bestehen und aktualisiert das Modell automatisch.',
  clearing: 'Wird geleert…',
  cleared: (name) => `${shortly(name)} geleert`,
  clearedText: 'Die nächste Aktualisierung schreibt das Dokument neu.',
  remove: 'Löschen',
  removeTitle: (name) => `„${name}“ löschen?`,
  removeText:
    'Löscht das Dokument mit allen Versionen und bricht eine laufende oder wartende Aktualisierung ab. Die Erinnerungen bleiben. Das lässt sich nicht rückgängig machen.',
  removing: 'Wird gelöscht…',
  removed: (name) => `${shortly(name)} gelöscht`,
  restore: (version) => `v${version} wiederherstellen`,
  restoreTitle: (version) => `Version ${version} wiederherstellen?`,
  restoreText: (version, next) =>
    `Stellt Inhalt, Blöcke und Quellen von v${version} als neue Version v${next} wieder her. Der aktuelle Inhalt bleibt in den Versionen.`,
  restoreNext: (version) =>
    `Name, Frage, Tags und Auslöser ändern sich nicht. Die nächste Aktualisierung liest, was neuer ist als v${version}.`,
  restoreDeletedSources: (n, isByItself) =>
    `${plural(n, {
      one: '# Quelle davon wurde seitdem gelöscht oder invalidiert.',
      other: '# Quellen davon wurden seitdem gelöscht oder invalidiert.',
    })} Die betroffenen Blöcke sind markiert. ${isByItself ? 'Eine automatische' : 'Die nächste'} Aktualisierung entfernt Blöcke ohne Belege.`,
  restoreEmpty: 'Diese Version ist leer: Das Dokument wird leer.',
  restoring: 'Wird wiederhergestellt…',
  restored: (version, name) => `Version ${version} von ${shortly(name)} wiederhergestellt`,
  isCurrent: 'Das ist die aktuelle Version',

  writing: 'Wird erzeugt.',
  writingText:
    'Eine Aktualisierung liest die Erinnerungen im Bereich, die zur Frage passen, und schreibt das Dokument. Danach erscheint es hier.',
  waitingRefresh: 'Eine Aktualisierung läuft oder wartet.',
  retrying: 'Die Aktualisierung schlägt wiederholt fehl:',
  retryingShort: 'Wird wiederholt',
  retryNow: 'Neuer Versuch läuft.',
  retryAt: 'Nächster Versuch {time}.',
  emptyTitle: 'Noch kein Inhalt',
  emptyCleared: 'Der Inhalt wurde geleert. Die nächste Aktualisierung schreibt das Dokument neu.',
  emptyRestored: 'Eine leere Version wurde wiederhergestellt. Die nächste Aktualisierung schreibt das Dokument neu.',
  emptyNoEvidence: 'Keine Erinnerung im Bereich passt zur Frage. Nehmen Sie etwas dazu auf und aktualisieren Sie dann das Modell.',
  emptyPlain: 'Aktualisieren Sie das Modell, um das Dokument aus den Erinnerungen der Bank zu erzeugen.',
  lastError: 'Die letzte Aktualisierung ist fehlgeschlagen.',
  lastErrorContent: 'Der bisherige Inhalt bleibt.',
  seeOperation: 'Vorgang ansehen',
  operationId: 'Vorgangs-ID',
  sources: sourcesOf,
  sourcesOf: 'Quellen dieses Blocks',
  openSources: (n) => `${sourcesOf(n)} dieses Blocks anzeigen`,
  unproven: 'keine Quelle',
  moreSources: (n) => `und ${number(n)} weitere: auswählen, um alle anzuzeigen`,
  blockChanged: ({ deleted, edited, of }) => {
    const [whole, were] = of === 1 ? ['Die Quelle', 'wurde'] : ['Alle Quellen', 'wurden'];
    if (deleted === of) return `${whole} ${were} gelöscht oder invalidiert: Die nächste Aktualisierung entfernt diesen Block.`;
    if (edited === of) return `${whole} ${were} seitdem bearbeitet: Die nächste Aktualisierung schreibt diesen Block neu.`;
    const some = (n: number, what: string) => (n === 0 ? [] : [`${number(n)} ${what}`]);
    const changes = listed([some(deleted, 'gelöscht oder invalidiert'), some(edited, 'bearbeitet')].flat());
    return `Von den ${number(of)} Quellen wurden seitdem ${changes}: Die nächste Aktualisierung schreibt diesen Block ${deleted > 0 ? 'aus den übrigen ' : ''}neu.`;
  },
  blockRewritten: ({ of, deleted, invalidated, moved, edited }) => {
    if (of === 1) return 'Die Quelle wurde bearbeitet: aus ihrem aktuellen Text neu geschrieben.';
    const some = (n: number, what: string) => (n === 0 ? [] : [`${number(n)} ${what}`]);
    const changes = [
      some(deleted, 'gelöscht'),
      some(invalidated, 'invalidiert'),
      some(moved, 'nicht mehr im Bereich'),
      some(edited, 'bearbeitet'),
    ];
    return `Von den ${number(of)} Quellen: ${listed(changes.flat())}. Aus den übrigen neu geschrieben.`;
  },
  deletedSource: 'Gelöschte Erinnerung',
  sourceStates: { live: '', edited: 'seitdem bearbeitet', invalidated: 'seitdem invalidiert', deleted: 'seitdem gelöscht' },
  noDocument: 'Die Blöcke konnten nicht gelesen werden; dies ist der Rohtext.',
  evidence: 'Belege',
  evidenceNone: 'Das Dokument hat keine Quellenangaben.',
  cited: (n) => plural(n, { one: 'in # Block', other: 'in # Blöcken' }),
  structured: 'Strukturierte Ausgabe',
  structuredFailed: 'Die strukturierte Ausgabe konnte nicht erzeugt werden:',
  copyStructured: 'Strukturierte Ausgabe',
  copyContent: 'Als Markdown kopieren',
  contentMarkdown: 'Dokument als Markdown',
  about: 'Details',
  facts: {
    state: 'Zustand',
    trigger: 'Auslöser',
    next: 'Nächste Aktualisierung',
    last: 'Letzte Aktualisierung',
    lastGood: 'Letzte erfolgreiche Aktualisierung',
    tokens: 'Größe',
    tags: 'Tags',
    method: 'Geschrieben von',
    usage: 'Kosten der letzten Aktualisierung',
    usageGood: 'Kosten dieser Aktualisierung',
    id: 'ID',
  },
  sizeOf: (blocks, sources) => `${blocksOf(blocks)}, ${sourcesOf(sources)}`,
  tokensOf: (tokens, budget) => `${number(tokens)} von ${tokensOf(budget)}`,
  methods: (method) => (method === 'extractive' ? 'integrierten Regeln, mit wörtlichen Sätzen aus Erinnerungen' : method),
  noTags: 'keine: liest alle Erinnerungen, mit oder ohne Tags',
  usageNone: 'keine Tokens: kein Sprachmodell wurde aufgerufen',
  usage: (input, output) => `${tokensOf(input)} Eingabe, ${number(output)} Ausgabe`,
  triggers: {
    delta: 'übernimmt neue Erinnerungen',
    full: 'schreibt das Dokument neu',
    consolidation: 'nach jeder Konsolidierung',
    cron: (words) => `${words.charAt(0).toLowerCase()}${words.slice(1)}, UTC`,
    hand: 'nur auf Anforderung',
    both: (when, how) => `${when}; ${how}`,
    atMost: (when, seconds) => `${when}, Mindestabstand ${intervalText(seconds)}`,
  },

  version: (n) => `v${n}`,
  versionsOf: 'Versionen, neueste zuerst',
  versionsFailed: 'Die Versionen konnten nicht geladen werden',
  versionFailed: 'Die Version konnte nicht geladen werden',
  olderVersions: 'Ältere Versionen',
  allVersions: (n) => plural(n, { one: '# Version', other: 'Alle # Versionen' }),
  changes: { create: 'erstellt', refresh: 'aktualisiert', clear: 'geleert', restore: 'wiederhergestellt', edit: 'bearbeitet' },
  restoredBy: (version, who) => `${version === null ? 'wiederhergestellt' : `v${version} wiederhergestellt`} von ${who}`,
  modes: { full: 'vollständig', delta: 'Delta' },
  causes,
  by: (who) => `von ${who}`,
  withoutKey: 'einem Aufruf ohne Schlüssel',
  createdBy: (who) => `erstellt von ${who}`,
  clearedBy: (who) => `geleert von ${who}`,
  versionWritten: '{time}, {cause}',
  current: 'aktuell',
  wordsOf: (n, change = 0) => `${wordsOf(n)}${change === 0 ? '' : ` (${change > 0 ? '+' : '−'}${number(Math.abs(change))})`}`,
  firstVersion: 'die erste Version',
  factsChange: (added, dropped) =>
    `${[added > 0 && `+${number(added)}`, dropped > 0 && `−${number(dropped)}`].filter(Boolean).join(' ')} ${
      added + dropped === 1 ? 'Fakt' : 'Fakten'
    }`,
  pickFrom: 'Seite A, vorher',
  pickTo: 'Seite B, nachher',
  pick: (version) => `v${version} vergleichen`,
  pickHelp: 'A ist die Version vorher, B die Version nachher.',
  pickAs: { from: 'A', to: 'B' },
  swap: 'Seiten tauschen',
  reversed:
    'Seite A ist neuer: Der Unterschied zeigt, was eine Rückkehr zu Seite B ändern würde. „Gründe der Änderung“ bleibt in zeitlicher Reihenfolge.',
  step: '[ und ] wechseln zum nächstälteren oder nächstneueren Paar',
  withCurrent: 'Mit der aktuellen Version vergleichen',

  comparing: 'Wird verglichen…',
  compareTitle: 'Versionen vergleichen',
  compareNone: 'Es gibt nur eine Version',
  compareNoneText: 'Sobald eine Aktualisierung das Dokument ändert, lassen sich hier beide Versionen vergleichen.',
  same: 'Diese Versionen sind identisch',
  sameText: 'Inhalt, Blöcke und Quellen sind gleich.',
  sameLines: 'Die Zeilen sind gleich. Die andere Ansicht vergleicht Blöcke und ihre Quellen.',
  level: (n) => `Überschrift der Ebene ${n}`,
  sameBlanks: 'Sie unterscheiden sich nur in Leerraum, der ignoriert wird.',
  summary: (changes) => (changes === 0 ? 'Keine Änderungen' : changesOf(changes)),
  words: (added, removed) => `+${number(added)} −${number(removed)} Wörter`,
  summarySpoken: (changes, added, removed) => `${changesOf(changes)}, ${wordsOf(added)} eingefügt, ${wordsOf(removed)} gelöscht`,
  layout: 'Darstellung',
  unified: 'Untereinander',
  split: 'Nebeneinander',
  rendered: 'Formatiert',
  raw: 'Markdown',
  ignoreBlanks: 'Leerraum ignorieren',
  nextChange: 'Nächste Änderung',
  previousChange: 'Vorherige Änderung',
  at: (at, total) => `Änderung ${at} von ${total}`,
  copyPatch: 'Als Patch kopieren',
  difference: 'Unterschied',
  folded: (lines, parts) =>
    lines < parts ? partsOf(parts) : `${linesOf(lines)} in ${plural(parts, { one: '# Teil', other: '# Teilen' })}`,
  foldedLines: linesOf,
  unfold: (lines, parts) =>
    lines < parts
      ? plural(parts, { one: '# Teil anzeigen', other: '# Teile anzeigen' })
      : plural(lines, { one: '# Zeile anzeigen', other: '# Zeilen anzeigen' }),
  line: (n) => `Zeile ${n}`,
  rows: {
    same: '',
    removed: 'Gelöschter Block',
    added: 'Eingefügter Block',
    movedFrom: 'Verschobener Block, alte Stelle',
    movedTo: 'Verschobener Block, neue Stelle',
    changedFrom: 'Geänderter Block, vorher',
    changedTo: 'Geänderter Block, nachher',
    evidence: 'Gleicher Text, andere Quellen',
    removedLine: 'Gelöschte Zeile',
    addedLine: 'Eingefügte Zeile',
  },
  moved: 'verschoben',
  evidenceChanged: 'gleicher Text, andere Quellen',
  marks: { deleted: 'gelöscht:', inserted: 'eingefügt:', ends: 'Ende' },

  why: 'Gründe der Änderung',
  wroteOf: {
    create: (v) => `${v}: Modell erstellt.`,
    clear: (v, who) => `${v}: geleert von ${who}.`,
    restore: (v, who, from) => `${v}: ${from} wiederhergestellt von ${who}.`,
    delta: (v, cause, who) => `${v}: Delta-Aktualisierung, ${causeText(cause, who)}.`,
    full: (v, cause, who) => `${v}: vollständige Aktualisierung, ${causeText(cause, who)}.`,
    fullBecause: (v, cause, who, why) => `${v}: vollständige Aktualisierung statt Delta, ${causeText(cause, who)}. Grund: ${reasons[why]}.`,
  },
  reasons,
  spent: tokensOf,
  spentNone: 'keine Tokens',
  versionsBetween: 'Versionen dazwischen',
  inBetween: (shown, all) => `Angezeigt werden die letzten ${number(shown)} von ${number(all)} Versionen.`,
  showOlder: (n, hidden) =>
    n < hidden ? `${number(n)} ältere anzeigen` : n === 1 ? 'Die erste anzeigen' : `Die ersten ${number(n)} anzeigen`,
  whySame: 'Beide Seiten sind dieselbe Version.',
  whyFacts: 'Fakten',
  factCounts: (added, dropped, unchanged) =>
    `${number(added)} hinzugekommen, ${number(dropped)} entfallen, ${number(unchanged)} unverändert`,
  factAdded: 'Hinzugekommen',
  factDropped: 'Entfallen',
  factUnchanged: 'Unverändert',
  factsNone: 'Keine der beiden Versionen zitiert einen Fakt.',
  showUnchanged: (n) => `${number(n)} unveränderte anzeigen`,
  showMore: (n, hidden) => (n < hidden ? `${number(n)} von ${number(hidden)} weiteren anzeigen` : `${number(n)} weitere anzeigen`),
  operations: 'Änderungen an Blöcken',
  operationsNone: 'Keine Änderungen an einzelnen Blöcken: Das ganze Dokument wurde neu geschrieben.',
  ops: {
    append_block: (at) => `Ergänzt: ${at}`,
    insert_block: (at) => `Eingefügt: ${at}`,
    replace_block: (at) => `Geändert: ${at}`,
    remove_block: (at) => `Entfernt: ${at}`,
    add_section: (at) => `Abschnitt hinzugefügt: ${at}`,
    remove_section: (at) => `Abschnitt entfernt: ${at}`,
    replace_section_blocks: (at) => `Neu geschrieben: ${at}`,
    rename_section: (at) => `Umbenannt in ${at}`,
  },
  unknownOp: (op) => op.replaceAll('_', ' ') || 'Unbekannte Änderung',
  ofSection: (heading) => `„${heading}“`,
  ofPreamble: 'Anfang des Dokuments',
  ofDeletedSection: 'gelöschter Abschnitt',
  opCauses: {
    new_fact: 'ein neuer Fakt',
    new_value: 'ein neuerer Fakt hat einen anderen Wert',
    source_changed: 'eine Quelle hat sich geändert',
    source_edited: 'eine Quelle wurde bearbeitet',
    source_gone: 'eine Quelle wurde gelöscht',
    left_empty: 'kein Inhalt mehr übrig',
    budget: 'das Dokument muss seine Größe einhalten',
    model: 'vom Sprachmodell gewählt',
  },
  factsIn: factsOf,
  skips: {
    malformed: 'übersprungen: fehlerhaft',
    unknown_section: 'übersprungen: unbekannte Abschnitts-ID',
    unknown_block: 'übersprungen: unbekannte Block-ID',
    empty_text: 'übersprungen: leerer Text',
    empty_heading: 'übersprungen: leere Überschrift',
    no_sources: 'übersprungen: keine Erinnerung belegt es',
    foreign_source: 'übersprungen: zitiert eine Erinnerung, die nicht gelesen wurde',
    too_many_operations: 'übersprungen: zu viele Änderungen',
    no_change: 'übersprungen: keine Änderung',
    loses_sources: 'übersprungen: würde gültige Belege ersatzlos entfernen',
    fixed_block: 'übersprungen: eine Person hat diesen Block festgelegt',
  },
  skipped: 'Übersprungen',
  retractions: {
    gone: 'gelöscht',
    invalidated: 'invalidiert',
    edited: 'bearbeitet',
    out_of_scope: 'nicht mehr im Bereich',
  },

  dry: dryRun,
};
