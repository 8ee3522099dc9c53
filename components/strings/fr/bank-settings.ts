import type { bankSettings as english } from '#components/strings/bank-settings';
import { listed, number, plural } from '#components/strings/counted';
import type { Translation } from '#components/strings/translated';

const settings: Translation<typeof english.settings> = {
  retain_mission: { label: 'Mission de mémorisation', meaning: 'Ce qu’un modèle cherche quand il extrait des faits d’un texte.' },
  retain_extraction_mode: {
    label: 'Mode d’extraction',
    meaning: 'Comment les faits sont extraits d’un texte. Sans modèle, tous les modes sauf « Segments » appliquent les règles intégrées.',
  },
  retain_custom_instructions: {
    label: 'Instructions personnalisées',
    meaning: 'Consignes du mode « Personnalisé ». Les autres modes les ignorent.',
  },
  retain_extract_causal_links: { label: 'Liens de causalité', meaning: 'Un modèle relève quel fait en a causé un autre.' },
  retain_chunk_size: {
    label: 'Taille des segments',
    meaning: 'Taille visée pour les segments d’un texte. Chaque segment est un appel de modèle.',
    unit: 'caractères',
  },
  retain_structured_chunk_size: {
    label: 'Taille des segments JSON',
    meaning:
      'Un élément formé d’un seul objet JSON reste un segment jusqu’à cette taille. Non défini : il est découpé comme un autre texte.',
    unit: 'caractères',
  },
  entity_labels: {
    label: 'Étiquettes',
    meaning:
      'Vocabulaire selon lequel un modèle classe les faits. Une étiquette devient une entité, et aussi un tag si elle est configurée ainsi.',
  },
  entities_allow_free_form: {
    label: 'Entités libres',
    meaning: 'Désactivé : un modèle n’extrait que les entités prévues par les étiquettes.',
  },
  llm_output_language: {
    label: 'Langue de sortie',
    meaning: 'Langue dans laquelle un modèle écrit. Non défini : la langue du texte.',
  },
  retain_llm: { label: 'Modèle de mémorisation', meaning: 'Extrait les faits des textes.' },
  consolidation_llm: { label: 'Modèle de consolidation', meaning: 'Rédige les observations à partir des faits.' },
  reflect_llm: { label: 'Modèle de réflexion', meaning: 'Répond aux questions et rédige les modèles mentaux.' },
  retain_strategies: {
    label: 'Stratégies de mémorisation',
    meaning: 'Jeux nommés des paramètres ci-dessus. L’appelant en choisit un pour chaque élément avec « strategy ».',
  },
  retain_default_strategy: {
    label: 'Stratégie par défaut',
    meaning: 'Stratégie des éléments qui n’en précisent pas. Non défini : les paramètres de la banque.',
  },
  store_document_text: {
    label: 'Stocker le texte des documents',
    meaning:
      'Désactivé : un texte est supprimé dès que ses souvenirs sont extraits. Sans son texte, un document ne peut être ni complété ni retraité.',
  },
  retain_ttl_seconds: {
    label: 'Durée de vie',
    meaning:
      'Les souvenirs et les textes sont supprimés ce délai après leur enregistrement, sauf indication contraire de la requête. Non définie : jamais. S’applique à ce qui est enregistré à partir de maintenant.',
    unit: 'secondes',
  },
  enable_observations: { label: 'Observations', meaning: 'Les faits sont consolidés en observations.' },
  enable_auto_consolidation: {
    label: 'Consolidation automatique',
    meaning: 'Consolider après chaque écriture. Désactivé : seulement sur demande.',
  },
  observations_mission: { label: 'Mission des observations', meaning: 'Ce sur quoi portent les observations.' },
  max_observations_per_scope: {
    label: 'Observations par portée',
    meaning:
      'Maximum pour chaque ensemble de tags. −1 : sans limite ; 0 : aucune nouvelle observation. Les observations sans tag ne sont jamais limitées.',
    unit: 'observations',
  },
  observation_scope_limits: {
    label: 'Limites propres à certaines portées',
    meaning: 'La même limite, pour des ensembles de tags précis. La première règle qui correspond s’applique.',
  },
  default_observation_scopes: {
    label: 'Portées d’observation par défaut',
    meaning:
      'Ensembles de tags pour consolider les éléments qui ne précisent pas de portée. Non défini : tous les tags de l’élément réunis.',
  },
  consolidation_llm_batch_size: {
    label: 'Souvenirs par appel',
    meaning:
      'Nombre de souvenirs qu’un modèle consolide par appel. Plus il est grand, moins il y a d’appels, mais plus chacun est difficile.',
    unit: 'souvenirs',
  },
  consolidation_max_memories_per_round: {
    label: 'Souvenirs par passage',
    meaning: 'Nombre de souvenirs traités en un passage de consolidation.',
    unit: 'souvenirs',
  },
  enable_text_search: { label: 'Recherche par mots-clés', meaning: 'Le rappel cherche les mots de la requête.' },
  enable_temporal_retrieval: {
    label: 'Recherche temporelle',
    meaning: 'Le rappel comprend « la semaine dernière » et cherche par date.',
  },
  enable_graph_retrieval: { label: 'Recherche par graphe', meaning: 'Le rappel suit les entités et les liens de causalité.' },
  enable_reranking: { label: 'Reclassement', meaning: 'Le rappel utilise le reranker, si l’opérateur en a configuré un.' },
  recall_max_tokens: { label: 'Taille du résultat', meaning: 'Limite de tokens par défaut d’un rappel.', unit: 'tokens' },
  recall_prefer_observations: {
    label: 'Préférer les observations',
    meaning: 'Le rappel omet les faits couverts par une observation renvoyée, sauf indication contraire de l’appel.',
  },
  recall_abstains: {
    label: 'Abstention',
    meaning:
      'Le rappel ne renvoie rien si aucun souvenir ne correspond bien à la requête. Désactivé : il renvoie les meilleurs résultats, avec des scores faibles.',
  },
  recall_fact_fallback: {
    label: 'Repli sur les faits',
    meaning:
      'Si seules des observations sont demandées et qu’aucun modèle ne consolide, le rappel ajoute les faits qu’aucune observation renvoyée ne couvre.',
  },
  recall_include_chunks: {
    label: 'Inclure les segments',
    meaning: 'Le rappel joint le texte source si l’appel ne précise rien.',
  },
  recall_chunks_max_tokens: {
    label: 'Tokens des segments',
    meaning: 'Limite de tokens par défaut pour les segments d’un rappel.',
    unit: 'tokens',
  },
  recall_budget_function: {
    label: 'Fonction de budget',
    meaning: 'Nombre de candidats qu’un rappel examine : fixe, ou proportionnel à sa limite de tokens.',
  },
  recall_budget_fixed_low: { label: 'Budget fixe, bas', meaning: 'Candidats avec le budget « bas ».', unit: 'candidats' },
  recall_budget_fixed_mid: { label: 'Budget fixe, moyen', meaning: 'Candidats avec le budget « moyen ».', unit: 'candidats' },
  recall_budget_fixed_high: { label: 'Budget fixe, élevé', meaning: 'Candidats avec le budget « élevé ».', unit: 'candidats' },
  recall_budget_adaptive_low: {
    label: 'Budget adaptatif, bas',
    meaning: 'Candidats par token de résultat, budget « bas ».',
    unit: 'par token',
  },
  recall_budget_adaptive_mid: {
    label: 'Budget adaptatif, moyen',
    meaning: 'Candidats par token de résultat, budget « moyen ».',
    unit: 'par token',
  },
  recall_budget_adaptive_high: {
    label: 'Budget adaptatif, élevé',
    meaning: 'Candidats par token de résultat, budget « élevé ».',
    unit: 'par token',
  },
  recall_budget_min: { label: 'Budget minimum', meaning: 'Un budget adaptatif n’est jamais inférieur.', unit: 'candidats' },
  recall_budget_max: { label: 'Budget maximum', meaning: 'Un budget adaptatif n’est jamais supérieur.', unit: 'candidats' },
  reflect_mission: { label: 'Mission de la banque', meaning: 'Qui est l’agent et à quoi sert sa mémoire.' },
  disposition_skepticism: { label: 'Scepticisme', meaning: 'De 1, confiant, à 5, sceptique. 3 est neutre.', unit: 'sur 5' },
  disposition_literalism: { label: 'Littéralité', meaning: 'De 1, souple, à 5, littéral. 3 est neutre.', unit: 'sur 5' },
  disposition_empathy: { label: 'Empathie', meaning: 'De 1, détaché, à 5, empathique. 3 est neutre.', unit: 'sur 5' },
  knowledge_page_default_trigger: {
    label: 'Actualisation des pages',
    meaning: 'Champs du déclencheur d’actualisation des nouvelles pages de la base de connaissances, à la place de ceux par défaut.',
  },
  mcp_enabled_tools: {
    label: 'Outils MCP',
    meaning: 'Outils que les clients MCP voient et peuvent appeler sur cette banque. Non défini : tous ceux que leur clé permet.',
  },
};

const ofEntries = (n: number): string => plural(n, { one: '# entrée', other: '# entrées' });

export const bankSettings: Translation<typeof english> = {
  title: 'Paramètres de la banque',
  purpose: 'Paramètres en vigueur et leur origine : valeur par défaut, serveur ou cette banque.',
  nameTitle: 'Nom',
  name: 'Nom de la banque',
  nameHelp: (id) => `Nom affiché. L’API utilise l’ID ${id}, qui ne peut pas être modifié.`,
  nameMissing: 'Saisissez un nom pour la banque.',
  rename: 'Renommer',
  renamed: (name) => `Banque renommée en ${name}`,
  missionAdd: 'Compléter la mission',
  missionText: 'Nouvelle information sur la banque',
  missionHelp:
    'Un modèle l’intègre à la mission et remplace ce qu’elle contredit. Sans modèle, elle est ajoutée à la fin. Chaque ajout est un appel de modèle.',
  missionMissing: 'Écrivez ce qu’il faut ajouter à la mission.',
  missionAddAction: 'Ajouter',
  missionAdding: 'Ajout…',
  missionAdded: 'Mission mise à jour',
  sections: 'Sections des paramètres',
  settingsTitle: 'Paramètres',
  tabs: {
    retain: 'Mémorisation',
    observations: 'Observations',
    recall: 'Rappel',
    reflect: 'Réflexion',
    models: 'Modèles',
    mcp: 'MCP',
    transfer: 'Exporter et copier',
    danger: 'Zone de danger',
  },
  failed: 'Impossible de charger les paramètres',
  readOnly: (who) => `Vous pouvez voir tous les paramètres, mais pas les modifier. ${who}.`,
  setHere: (n) =>
    n === 0
      ? 'Cette banque ne redéfinit aucun paramètre.'
      : plural(n, { one: 'Cette banque redéfinit # paramètre.', other: 'Cette banque redéfinit # paramètres.' }),
  settings,
  listOf: (tab) => `Paramètres : ${tab}`,

  origins: { default: 'Par défaut', environment: 'Serveur', bank: 'Cette banque' },
  originMeans: {
    default: 'Valeur par défaut.',
    environment: (variable) => `Défini par ${variable} pour toutes les banques de ce serveur.`,
    bank: (inherited) => `valeur héritée : ${inherited}`,
  },
  idle: (model) => `Cette banque a choisi « ${model} », que l’opérateur ne propose plus. Le paramètre est traité comme non défini.`,
  withdrawn: (label, model) =>
    `${label} : cette banque a choisi « ${model} », que l’opérateur ne propose plus. Le choix de l’opérateur s’applique jusqu’à ce que vous en fassiez un autre.`,
  notSet: 'non défini',
  on: 'Activé',
  off: 'Désactivé',
  noLimit: 'sans limite',
  entries: (n) => (n === 0 ? 'aucune' : ofEntries(n)),
  operatorModel: 'choix de l’opérateur',
  builtin: 'intégré, sans modèle',
  modes: {
    concise: 'Concis',
    verbose: 'Détaillé',
    custom: 'Personnalisé',
    verbatim: 'Textuel',
    chunks: 'Segments',
    fixed: 'Fixe',
    adaptive: 'Adaptatif',
  },
  modeMeanings: {
    concise: 'un modèle extrait les faits importants',
    verbose: 'un modèle extrait tous les faits, en entier',
    custom: 'un modèle suit les instructions personnalisées',
    verbatim: 'le texte est stocké tel quel ; un modèle relève les dates, les entités et les liens de causalité',
    chunks: 'sans modèle : chaque segment du texte est un souvenir',
    fixed: 'le même nombre de candidats à chaque rappel',
    adaptive: 'proportionnel à la limite de tokens',
  },

  edit: 'Modifier',
  editOf: (label) => `Modifier : ${label}`,
  resetOf: (label) => `Réinitialiser : ${label}`,
  value: 'Valeur',
  json: 'Valeur, en JSON',
  jsonHelp: {
    entity_labels:
      'Une liste d’étiquettes. « type » vaut value (une des « values »), multi-values (plusieurs d’entre elles), text (texte libre) ou map (une étiquette par champ de « fields »). « tag » : true fait aussi de l’étiquette un tag. « optional » : false l’exige pour chaque fait.',
    retain_strategies:
      'Un objet. À chaque nom correspondent les paramètres qui diffèrent de ceux de la banque, sous leur nom dans l’API, par exemple « retain_mission ».',
    observation_scope_limits:
      'Une liste de règles. « scope » énumère des tags ; * remplace un texte quelconque et ? un caractère. Un « limit » de −1 signifie sans limite.',
  },
  jsonExample: {
    entity_labels: [
      {
        key: 'sujet',
        description: 'de quoi il s’agit',
        type: 'value',
        tag: true,
        values: [{ value: 'réparation' }, { value: 'vente', description: 'quelque chose a été acheté' }],
      },
    ],
    retain_strategies: { logs: { retain_extraction_mode: 'chunks', retain_chunk_size: 4000 } },
    observation_scope_limits: [{ scope: ['user:*'], limit: 20 }],
  },
  example: 'Insérer un exemple',
  badJson: 'Ce n’est pas du JSON valide.',
  badJsonAt: (line, sign) => `Ce n’est pas du JSON valide : vérifiez la ligne ${number(line)}, caractère ${number(sign)}.`,
  entry: (at) => `Entrée ${number(at + 1)}`,
  entryOfList: (list, at) => `${list} ${number(at + 1)}`,
  faultAt: (place, message) => `${place} : ${message}`,
  valueWithUnit: (value, unit) => `${value} ${unit}`,

  missing: 'valeur manquante.',
  shouldBe: {
    string: 'un texte est attendu.',
    number: 'un nombre est attendu.',
    boolean: 'true ou false est attendu.',
    array: 'une liste est attendue.',
    object: 'un objet est attendu.',
    record: 'un objet est attendu.',
  },
  wrongKind: 'type incorrect.',
  oneOf: (values) => `valeurs possibles : ${values.join(', ')}.`,
  badNumber: 'Saisissez un nombre.',
  moreThan: (bound) => `Valeur attendue : plus de ${bound}.`,
  atLeast: (bound) => `Valeur attendue : au moins ${bound}.`,
  atMost: (bound) => `Valeur attendue : au plus ${bound}.`,
  letters: (n) => plural(n, { one: '# caractère', other: '# caractères' }),
  entriesOf: ofEntries,
  wholeNumber: 'Saisissez un nombre entier.',
  emptyInherits: 'Laissez vide pour utiliser la valeur héritée.',
  unchanged: 'C’est déjà la valeur actuelle.',
  save: 'Enregistrer',
  saving: 'Enregistrement…',
  saved: (label) => `Paramètre enregistré : ${label}`,
  settingReset: (label) => `Valeur héritée rétablie : ${label}`,
  saveFailed: 'Impossible d’enregistrer le paramètre.',
  appliesFrom: {
    retain: 'S’applique à partir de la prochaine mémorisation. Les souvenirs stockés ne changent pas.',
    observations: 'S’applique à partir de la prochaine consolidation. Les observations existantes restent.',
    recall: 'S’applique à partir du prochain rappel.',
    reflect: 'S’applique à partir de la prochaine réponse.',
    models: 'S’applique à partir du prochain appel.',
    mcp: 'S’applique à partir du prochain appel. Les clients relisent la liste des outils quand ils se reconnectent.',
  },
  willChange: '{next} au lieu de {now}.',

  resetAll: 'Tout réinitialiser',
  resetAllText: (n) =>
    n === 0
      ? 'Tous les paramètres sont déjà hérités.'
      : plural(n, {
          one: '# paramètre de cette banque reprendra la valeur héritée.',
          other: '# paramètres de cette banque reprendront les valeurs héritées.',
        }),
  resetTitle: (what) => `Réinitialiser « ${what} » ?`,
  resetAllTitle: 'Réinitialiser tous les paramètres ?',
  resetAction: 'Réinitialiser',
  resetting: 'Réinitialisation…',
  resetDone: 'Tous les paramètres sont réinitialisés',
  resetKeeps: 'Les souvenirs stockés ne changent pas.',
  changes: 'Modifications',
  was: 'avant :',
  is: 'après :',

  modelsTitle: 'Modèles de cette banque',
  modelsFailed: 'Impossible de charger les modèles',
  modelsForManagers:
    'Tout le monde voit les noms. Les propriétaires et les admins voient aussi le fournisseur et le modèle. Les clés et les adresses ne sont jamais affichées.',
  modelsNote: 'Seul l’opérateur peut définir les clés et les adresses des fournisseurs. Elles ne sont jamais affichées.',
  uses: { retain: 'Mémorisation', consolidation: 'Consolidation', reflect: 'Réflexion' },
  configurationOf: 'Configuration {name}',
  useColumns: { use: 'Usage', configuration: 'Configuration', model: 'Fournisseur et modèle', source: 'Défini par' },
  useSources: { bank: 'cette banque', use: 'l’opérateur, pour cet usage', default: 'l’opérateur, pour tous les usages' },
  embeddings: 'Embeddings',
  embeddingsNone: 'aucun pour l’instant, {next}',
  embeddingsNext: (configured) => `les premiers seront créés avec ${configured}`,
  embeddingsChanging: '{model}, {pending} : {progress}',
  embeddingsPending: (configured) => `jusqu’à la fin de la revectorisation avec ${configured}`,
  embeddingsProgress: 'progression',
  reranker: 'Reranker',
  rerankerOn: 'configuré par l’opérateur',
  rerankerOff: 'non configuré',
  test: 'Tester les modèles',
  testing: 'Test…',
  testCost: 'Fait un petit appel à chaque modèle. Ces appels coûtent des tokens ; 6 tests par minute au plus.',
  testFree: 'Aucun modèle n’est configuré : il n’y a rien à tester.',
  testOff: 'L’opérateur a désactivé le test (SERVICE_API_ENABLE_BANK_LLM_HEALTH).',
  testFailed: 'Impossible de tester les modèles.',
  testResult: 'Résultat du test',
  testedAt: 'testés {time}',
  ms: (n) => `${number(Math.round(n))} ms`,
  refuses: 'Joignable, mais renvoie une erreur',
  health: {
    connected: 'Connecté',
    not_configured: 'Non configuré : règles intégrées',
    auth_failed: 'Clé API refusée',
    unreachable: 'Injoignable',
    timeout: 'Pas de réponse en 10 s',
  },

  clearTitle: 'Effacer les observations',
  clearText:
    'Supprime toutes les observations de la banque ; les faits restent. La prochaine consolidation en dérive de nouvelles, ce qui coûte des appels de modèle si un modèle est configuré.',
  clear: 'Effacer les observations',
  clearing: 'Effacement…',
  clearAsk: 'Effacer toutes les observations ?',
  cleared: 'Observations effacées',
  clearedDetail: (n) =>
    `${plural(n, { one: '# observation supprimée', other: '# observations supprimées' })}. Les faits attendent la prochaine consolidation.`,
  deleteTitle: 'Supprimer la banque',
  deleteText:
    'Supprime définitivement tout le contenu de la banque : souvenirs, documents, entités, observations et leur historique. Cette action est irréversible.',
  deleteContents: (memories, documents, entities) =>
    `Elle contient ${listed([
      plural(memories, { one: '# souvenir', other: '# souvenirs' }),
      plural(documents, { one: '# document', other: '# documents' }),
      plural(entities, { one: '# entité', other: '# entités' }),
    ])}.`,
  deleteAction: 'Supprimer la banque',
  deleting: 'Suppression…',
  deleteAsk: (bank) => `Supprimer ${bank} ?`,
  deleteKeys: 'Les clés limitées à cette banque n’accéderont plus à aucune banque.',
  deleted: (bank) => `Banque ${bank} supprimée`,
};
