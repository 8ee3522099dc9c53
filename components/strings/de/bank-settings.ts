import type { bankSettings as english } from '#components/strings/bank-settings';
import { number, plural } from '#components/strings/counted';
import { charactersOf, documentsOf, entitiesOf, memoriesOf, observationsOf } from '#components/strings/de/ui';
import type { Translation } from '#components/strings/translated';

const entriesOf = (n: number): string => plural(n, { one: '# Eintrag', other: '# Einträge' });

const settings: Translation<(typeof english)['settings']> = {
  retain_mission: { label: 'Mission der Aufnahme', meaning: 'Worauf ein Modell achtet, wenn es Fakten aus Text extrahiert.' },
  retain_extraction_mode: {
    label: 'Extraktionsmodus',
    meaning: 'Wie Fakten aus Text extrahiert werden. Ohne Modell gelten in jedem Modus außer „chunks“ die integrierten Regeln.',
  },
  retain_custom_instructions: { label: 'Eigene Anweisungen', meaning: 'Vorgaben für den Modus „custom“. Andere Modi ignorieren sie.' },
  retain_extract_causal_links: { label: 'Kausale Verbindungen', meaning: 'Ob ein Modell extrahiert, welcher Fakt welchen verursacht hat.' },
  retain_chunk_size: {
    label: 'Chunk-Größe',
    meaning: 'Zielgröße der Chunks, in die ein Text zerlegt wird. Jeder Chunk ist ein Modellaufruf.',
    unit: 'Zeichen',
  },
  retain_structured_chunk_size: {
    label: 'Chunk-Größe für JSON',
    meaning:
      'Bis zu dieser Größe bleibt ein Element, das ein einzelnes JSON-Objekt ist, ein Chunk. Nicht gesetzt: Es wird wie anderer Text zerlegt.',
    unit: 'Zeichen',
  },
  entity_labels: {
    label: 'Labels',
    meaning:
      'Vokabular, nach dem ein Modell Fakten einordnet. Ein Label wird zu einer Entität und, falls so konfiguriert, auch zu einem Tag.',
  },
  entities_allow_free_form: { label: 'Freie Entitäten', meaning: 'Aus: Ein Modell extrahiert nur Entitäten aus den Labels.' },
  llm_output_language: { label: 'Ausgabesprache', meaning: 'Sprache, in der ein Modell schreibt. Nicht gesetzt: die Sprache des Textes.' },
  retain_llm: { label: 'Modell für die Aufnahme', meaning: 'Extrahiert Fakten aus Text.' },
  consolidation_llm: { label: 'Modell für die Konsolidierung', meaning: 'Schreibt Beobachtungen aus Fakten.' },
  reflect_llm: { label: 'Modell für die Reflexion', meaning: 'Beantwortet Fragen und schreibt mentale Modelle.' },
  retain_strategies: {
    label: 'Aufnahmestrategien',
    meaning: 'Benannte Sätze der Einstellungen oben. Ein Aufruf wählt mit „strategy“ je Element einen davon.',
  },
  retain_default_strategy: {
    label: 'Standardstrategie',
    meaning: 'Strategie für Elemente, die keine angeben. Nicht gesetzt: die Einstellungen der Bank.',
  },
  store_document_text: {
    label: 'Dokumenttexte speichern',
    meaning:
      'Aus: Ein Text wird gelöscht, sobald seine Erinnerungen extrahiert sind. Ein Dokument ohne Text lässt sich nicht ergänzen oder neu verarbeiten.',
  },
  retain_ttl_seconds: {
    label: 'Lebensdauer',
    meaning:
      'So lange nach dem Speichern werden Erinnerungen und Texte gelöscht, sofern eine Anfrage nichts anderes angibt. Nicht gesetzt: nie. Gilt für alles, was ab jetzt gespeichert wird.',
    unit: 'Sekunden',
  },
  enable_observations: { label: 'Beobachtungen', meaning: 'Ob Fakten zu Beobachtungen konsolidiert werden.' },
  enable_auto_consolidation: {
    label: 'Automatische Konsolidierung',
    meaning: 'Nach jedem Schreibzugriff konsolidieren. Aus: nur auf Anforderung.',
  },
  observations_mission: { label: 'Mission der Beobachtungen', meaning: 'Worum es in Beobachtungen geht.' },
  max_observations_per_scope: {
    label: 'Beobachtungen pro Bereich',
    meaning:
      'Höchstzahl je Kombination von Tags. −1: keine Grenze; 0: keine neuen Beobachtungen. Beobachtungen ohne Tags sind nie begrenzt.',
    unit: 'Beobachtungen',
  },
  observation_scope_limits: {
    label: 'Grenzen für einzelne Bereiche',
    meaning: 'Dieselbe Grenze für bestimmte Kombinationen von Tags. Es gilt die erste passende Regel.',
  },
  default_observation_scopes: {
    label: 'Standardbereiche für Beobachtungen',
    meaning:
      'Kombinationen von Tags, nach denen Elemente konsolidiert werden, die keine Bereiche angeben. Nicht gesetzt: alle Tags des Elements zusammen.',
  },
  consolidation_llm_batch_size: {
    label: 'Erinnerungen pro Aufruf',
    meaning: 'Wie viele Erinnerungen ein Modell pro Aufruf konsolidiert. Mehr Erinnerungen bedeuten weniger, aber schwierigere Aufrufe.',
    unit: 'Erinnerungen',
  },
  consolidation_max_memories_per_round: {
    label: 'Erinnerungen pro Runde',
    meaning: 'Wie viele Erinnerungen eine Runde der Konsolidierung verarbeitet.',
    unit: 'Erinnerungen',
  },
  enable_text_search: { label: 'Stichwortsuche', meaning: 'Ob der Abruf nach den Wörtern einer Anfrage sucht.' },
  enable_temporal_retrieval: {
    label: 'Zeitliche Suche',
    meaning: 'Ob der Abruf Angaben wie „letzte Woche“ versteht und nach Datum sucht.',
  },
  enable_graph_retrieval: { label: 'Graphsuche', meaning: 'Ob der Abruf Entitäten und kausalen Verbindungen folgt.' },
  enable_reranking: { label: 'Reranking', meaning: 'Ob der Abruf den Reranker verwendet, falls der Betreiber einen konfiguriert hat.' },
  recall_max_tokens: { label: 'Ergebnisgröße', meaning: 'Standardgrenze für die Tokens eines Abrufs.', unit: 'Tokens' },
  recall_prefer_observations: {
    label: 'Beobachtungen bevorzugen',
    meaning: 'Der Abruf lässt Fakten weg, die eine gefundene Beobachtung abdeckt, sofern die Anfrage nichts anderes verlangt.',
  },
  recall_abstains: {
    label: 'Enthaltung',
    meaning: 'Passt keine Erinnerung gut zur Anfrage, liefert der Abruf nichts. Aus: Er liefert die besten Treffer mit niedrigen Scores.',
  },
  recall_fact_fallback: {
    label: 'Fakten als Ersatz',
    meaning:
      'Sind nur Beobachtungen angefragt und konsolidiert kein Modell, ergänzt der Abruf Fakten, die keine gefundene Beobachtung abdeckt.',
  },
  recall_include_chunks: {
    label: 'Chunks einschließen',
    meaning: 'Ob der Abruf Quelltext mitliefert, wenn die Anfrage dazu nichts angibt.',
  },
  recall_chunks_max_tokens: {
    label: 'Tokens für Chunks',
    meaning: 'Standardgrenze für die Tokens der Chunks eines Abrufs.',
    unit: 'Tokens',
  },
  recall_budget_function: {
    label: 'Budgetfunktion',
    meaning: 'Wie viele Kandidaten ein Abruf berücksichtigt: feste Zahlen oder im Verhältnis zu seiner Token-Grenze.',
  },
  recall_budget_fixed_low: { label: 'Festes Budget, niedrig', meaning: 'Kandidaten bei Budget „low“.', unit: 'Kandidaten' },
  recall_budget_fixed_mid: { label: 'Festes Budget, mittel', meaning: 'Kandidaten bei Budget „mid“.', unit: 'Kandidaten' },
  recall_budget_fixed_high: { label: 'Festes Budget, hoch', meaning: 'Kandidaten bei Budget „high“.', unit: 'Kandidaten' },
  recall_budget_adaptive_low: {
    label: 'Adaptives Budget, niedrig',
    meaning: 'Kandidaten pro Ergebnis-Token bei Budget „low“.',
    unit: 'pro Token',
  },
  recall_budget_adaptive_mid: {
    label: 'Adaptives Budget, mittel',
    meaning: 'Kandidaten pro Ergebnis-Token bei Budget „mid“.',
    unit: 'pro Token',
  },
  recall_budget_adaptive_high: {
    label: 'Adaptives Budget, hoch',
    meaning: 'Kandidaten pro Ergebnis-Token bei Budget „high“.',
    unit: 'pro Token',
  },
  recall_budget_min: { label: 'Mindestbudget', meaning: 'Ein adaptives Budget ist nie kleiner.', unit: 'Kandidaten' },
  recall_budget_max: { label: 'Höchstbudget', meaning: 'Ein adaptives Budget ist nie größer.', unit: 'Kandidaten' },
  reflect_mission: { label: 'Mission der Bank', meaning: 'Wer der Agent ist und wofür sein Gedächtnis da ist.' },
  disposition_skepticism: { label: 'Skepsis', meaning: 'Von 1, vertrauensvoll, bis 5, skeptisch. 3 ist neutral.', unit: 'von 5' },
  disposition_literalism: { label: 'Wörtlichkeit', meaning: 'Von 1, flexibel, bis 5, wörtlich. 3 ist neutral.', unit: 'von 5' },
  disposition_empathy: { label: 'Empathie', meaning: 'Von 1, distanziert, bis 5, einfühlsam. 3 ist neutral.', unit: 'von 5' },
  knowledge_page_default_trigger: {
    label: 'Aktualisierung von Seiten',
    meaning: 'Felder des Auslösers, nach dem neue Seiten der Wissensbasis aktualisiert werden, anstelle der eingebauten.',
  },
  mcp_enabled_tools: {
    label: 'MCP-Tools',
    meaning: 'Die Tools, die MCP-Clients für diese Bank sehen und aufrufen dürfen. Nicht gesetzt: alle, die ihr Schlüssel erlaubt.',
  },
};

export const bankSettings: Translation<typeof english> = {
  title: 'Bank-Einstellungen',
  purpose: 'Wirksame Einstellungen und ihre Herkunft: Standard, Server oder diese Bank.',
  nameTitle: 'Name',
  name: 'Name der Bank',
  nameHelp: (id) => `Anzeigename. Die API verwendet die ID ${id}, die sich nicht ändern lässt.`,
  nameMissing: 'Geben Sie einen Namen für die Bank ein.',
  rename: 'Umbenennen',
  renamed: (name) => `Bank in ${name} umbenannt`,
  missionAdd: 'Mission ergänzen',
  missionText: 'Neue Informationen zur Bank',
  missionHelp:
    'Ein Modell arbeitet sie in die Mission ein und ersetzt Widersprüchliches. Ohne Modell werden sie angehängt. Jede Ergänzung ist ein Modellaufruf.',
  missionMissing: 'Geben Sie ein, was die Mission ergänzen soll.',
  missionAddAction: 'Ergänzen',
  missionAdding: 'Wird ergänzt',
  missionAdded: 'Mission aktualisiert',
  sections: 'Abschnitte der Einstellungen',
  settingsTitle: 'Einstellungen',
  tabs: {
    retain: 'Aufnahme',
    observations: 'Beobachtungen',
    recall: 'Abruf',
    reflect: 'Reflexion',
    models: 'Modelle',
    mcp: 'MCP',
    transfer: 'Export und Kopie',
    danger: 'Gefahrenzone',
  },
  failed: 'Die Einstellungen konnten nicht geladen werden',
  readOnly: (who) => `Sie können alle Einstellungen ansehen, aber nicht ändern. ${who}.`,
  setHere: (n) =>
    n === 0
      ? 'Diese Bank überschreibt keine Einstellungen.'
      : plural(n, { one: 'Diese Bank überschreibt # Einstellung.', other: 'Diese Bank überschreibt # Einstellungen.' }),
  settings,
  listOf: (tab) => `Einstellungen: ${tab}`,

  origins: { default: 'Standard', environment: 'Server', bank: 'Diese Bank' },
  originMeans: {
    default: 'Standardwert.',
    environment: (variable) => `Durch ${variable} für alle Banken dieses Servers gesetzt.`,
    bank: (inherited) => `geerbt: ${inherited}`,
  },
  idle: (model) => `Diese Bank hat „${model}“ gewählt, das der Betreiber nicht mehr anbietet. Es gilt als nicht gesetzt.`,
  withdrawn: (label, model) =>
    `${label}: Diese Bank hat „${model}“ gewählt, das der Betreiber nicht mehr anbietet. Bis Sie ein anderes wählen, gilt die Wahl des Betreibers.`,
  notSet: 'nicht gesetzt',
  on: 'Ein',
  off: 'Aus',
  noLimit: 'keine Grenze',
  entries: (n) => (n === 0 ? 'keine' : entriesOf(n)),
  operatorModel: 'Wahl des Betreibers',
  builtin: 'integriert, kein Modell',
  modes: {
    concise: 'Knapp',
    verbose: 'Ausführlich',
    custom: 'Eigene Anweisungen',
    verbatim: 'Wörtlich',
    chunks: 'Chunks',
    fixed: 'Fest',
    adaptive: 'Adaptiv',
  },
  modeMeanings: {
    concise: 'ein Modell extrahiert die wichtigen Fakten',
    verbose: 'ein Modell extrahiert jeden Fakt, in ganzer Länge',
    custom: 'ein Modell folgt den eigenen Anweisungen',
    verbatim: 'der Text wird unverändert gespeichert; ein Modell findet Daten, Entitäten und kausale Verbindungen',
    chunks: 'kein Modell: jeder Chunk des Textes ist eine Erinnerung',
    fixed: 'für jeden Abruf gleich viele Kandidaten',
    adaptive: 'im Verhältnis zur Token-Grenze',
  },

  edit: 'Bearbeiten',
  editOf: (label) => `${label} bearbeiten`,
  resetOf: (label) => `${label} zurücksetzen`,
  value: 'Wert',
  json: 'Wert als JSON',
  jsonHelp: {
    entity_labels:
      'Eine Liste von Labels. „type“ ist value (eines der „values“), multi-values (mehrere davon), text (beliebige Wörter) oder map (ein Label für jedes der „fields“). „tag“: true macht das Label auch zum Tag. „optional“: false verlangt es für jeden Fakt.',
    retain_strategies:
      'Ein Objekt. Jeder Name steht für die Einstellungen, die von denen der Bank abweichen, mit ihren API-Namen, zum Beispiel „retain_mission“.',
    observation_scope_limits:
      'Eine Liste von Regeln. „scope“ enthält Tags; * steht für beliebigen Text und ? für ein beliebiges Zeichen. „limit“ −1 bedeutet keine Grenze.',
  },
  jsonExample: {
    entity_labels: [
      {
        key: 'thema',
        description: 'worum es geht',
        type: 'value',
        tag: true,
        values: [{ value: 'reparatur' }, { value: 'verkauf', description: 'etwas wurde gekauft' }],
      },
    ],
    retain_strategies: { logs: { retain_extraction_mode: 'chunks', retain_chunk_size: 4000 } },
    observation_scope_limits: [{ scope: ['user:*'], limit: 20 }],
  },
  example: 'Beispiel verwenden',
  badJson: 'Das ist kein gültiges JSON.',
  badJsonAt: (line, sign) => `Das ist kein gültiges JSON: Prüfen Sie Zeile ${number(line)}, Zeichen ${number(sign)}.`,
  entry: (at) => `Eintrag ${number(at + 1)}`,
  entryOfList: (list, at) => `${list} ${number(at + 1)}`,
  faultAt: (place, message) => `${place}: ${message}`,
  valueWithUnit: (value, unit) => `${value} ${unit}`,
  missing: 'fehlt.',
  shouldBe: {
    string: 'muss Text sein.',
    number: 'muss eine Zahl sein.',
    boolean: 'muss true oder false sein.',
    array: 'muss eine Liste sein.',
    object: 'muss ein Objekt sein.',
    record: 'muss ein Objekt sein.',
  },
  wrongKind: 'hat den falschen Typ.',
  oneOf: (values) => `muss einer dieser Werte sein: ${values.join(', ')}.`,
  badNumber: 'Geben Sie eine Zahl ein.',
  moreThan: (bound) => `Muss größer als ${bound} sein.`,
  atLeast: (bound) => `Mindestens ${bound} nötig.`,
  atMost: (bound) => `Höchstens ${bound} möglich.`,
  letters: charactersOf,
  entriesOf,
  wholeNumber: 'Geben Sie eine ganze Zahl ein.',
  emptyInherits: 'Ohne Angabe gilt der geerbte Wert.',
  unchanged: 'Das ist bereits der aktuelle Wert.',
  save: 'Speichern',
  saving: 'Wird gespeichert',
  saved: (label) => `${label} gespeichert`,
  settingReset: (label) => `${label} auf den geerbten Wert zurückgesetzt`,
  saveFailed: 'Die Einstellung konnte nicht gespeichert werden.',
  appliesFrom: {
    retain: 'Gilt ab der nächsten Aufnahme. Gespeicherte Erinnerungen ändern sich nicht.',
    observations: 'Gilt ab der nächsten Konsolidierung. Vorhandene Beobachtungen bleiben.',
    recall: 'Gilt ab dem nächsten Abruf.',
    reflect: 'Gilt ab der nächsten Antwort.',
    models: 'Gilt ab dem nächsten Aufruf.',
    mcp: 'Gilt ab dem nächsten Aufruf. Clients rufen die Liste der Tools ab, wenn sie sich neu verbinden.',
  },
  willChange: '{next} statt {now}.',

  resetAll: 'Alle Einstellungen zurücksetzen',
  resetAllText: (n) =>
    n === 0
      ? 'Alle Einstellungen sind bereits geerbt.'
      : plural(n, {
          one: '# Einstellung dieser Bank erhält den geerbten Wert.',
          other: '# Einstellungen dieser Bank erhalten die geerbten Werte.',
        }),
  resetTitle: (what) => `${what} zurücksetzen?`,
  resetAllTitle: 'Alle Einstellungen zurücksetzen?',
  resetAction: 'Zurücksetzen',
  resetting: 'Wird zurückgesetzt',
  resetDone: 'Alle Einstellungen zurückgesetzt',
  resetKeeps: 'Gespeicherte Erinnerungen ändern sich nicht.',
  changes: 'Änderungen',
  was: 'war',
  is: 'wird',

  modelsTitle: 'Modelle dieser Bank',
  modelsFailed: 'Die Modelle konnten nicht geladen werden',
  modelsForManagers: 'Alle sehen die Namen. Owner und Admins sehen auch Anbieter und Modell. Schlüssel und Adressen werden nie angezeigt.',
  modelsNote: 'Nur der Betreiber kann Schlüssel und Adressen der Anbieter setzen. Sie werden nie angezeigt.',
  uses: { retain: 'Aufnahme', consolidation: 'Konsolidierung', reflect: 'Reflexion' },
  useColumns: { use: 'Verwendung', configuration: 'Konfiguration', model: 'Anbieter und Modell', source: 'Gesetzt von' },
  useSources: { bank: 'diese Bank', use: 'Betreiber, für diese Verwendung', default: 'Betreiber, für alle' },
  configurationOf: 'Konfiguration {name}',
  embeddings: 'Embeddings',
  embeddingsNext: (configured) => `die ersten werden mit ${configured} erstellt`,
  embeddingsNone: 'noch keine gespeichert, {next}',
  embeddingsChanging: '{model}, {pending}: {progress}',
  embeddingsPending: (configured) => `bis alle mit ${configured} neu berechnet sind`,
  embeddingsProgress: 'Fortschritt',
  reranker: 'Reranker',
  rerankerOn: 'vom Betreiber konfiguriert',
  rerankerOff: 'nicht konfiguriert',
  test: 'Modelle testen',
  testing: 'Wird getestet',
  testCost: 'Ruft jedes Modell einmal kurz auf. Diese Aufrufe kosten Tokens; höchstens 6 Tests pro Minute.',
  testFree: 'Es ist kein Modell konfiguriert, deshalb gibt es nichts zu testen.',
  testOff: 'Der Betreiber hat den Test deaktiviert (SERVICE_API_ENABLE_BANK_LLM_HEALTH).',
  testFailed: 'Die Modelle konnten nicht getestet werden.',
  testResult: 'Testergebnis',
  testedAt: 'getestet {time}',
  ms: (n) => `${number(Math.round(n))} ms`,
  refuses: 'Erreichbar, antwortet aber mit einem Fehler',
  health: {
    connected: 'Verbunden',
    not_configured: 'Nicht konfiguriert: verwendet integrierte Regeln',
    auth_failed: 'API-Schlüssel abgelehnt',
    unreachable: 'Nicht erreichbar',
    timeout: 'Keine Antwort innerhalb von 10 s',
  },

  clearTitle: 'Beobachtungen löschen',
  clearText:
    'Löscht alle Beobachtungen der Bank; die Fakten bleiben. Die nächste Konsolidierung leitet neue ab. Mit einem Modell kostet das Aufrufe.',
  clear: 'Beobachtungen löschen',
  clearing: 'Wird gelöscht',
  clearAsk: 'Alle Beobachtungen löschen?',
  cleared: 'Beobachtungen gelöscht',
  clearedDetail: (n) => `${observationsOf(n)} gelöscht. Die Fakten stehen für die nächste Konsolidierung aus.`,
  deleteTitle: 'Bank löschen',
  deleteText:
    'Löscht endgültig alles in der Bank: Erinnerungen, Dokumente, Entitäten, Beobachtungen und ihren Verlauf. Das lässt sich nicht rückgängig machen.',
  deleteContents: (memories, documents, entities) =>
    `Sie enthält ${memoriesOf(memories)}, ${documentsOf(documents)} und ${entitiesOf(entities)}.`,
  deleteAction: 'Bank löschen',
  deleting: 'Wird gelöscht',
  deleteAsk: (bank) => `${bank} löschen?`,
  deleteKeys: 'Schlüssel mit Zugriff nur auf diese Bank haben dann auf keine Bank mehr Zugriff.',
  deleted: (bank) => `${bank} gelöscht`,
};
