import { listed, number, plural } from '#components/strings/counted';
import type { operations as english } from '#components/strings/operations';
import type { Translation } from '#components/strings/translated';

const items = (n: number): string => plural(n, { one: '# élément', other: '# éléments' });
const parts = (n: number): string => plural(n, { one: '# partie', other: '# parties' });
const chunks = (n: number): string => plural(n, { one: '# segment', other: '# segments' });
const memories = (n: number): string => plural(n, { one: '# souvenir', other: '# souvenirs' });
const operationCount = (n: number): string => plural(n, { one: '# opération', other: '# opérations' });

export const operations: Translation<typeof english> = {
  title: 'Opérations',
  purpose: 'Travaux d’arrière-plan de cette banque, avec leur état et leur résultat. Les entrées expirent après 30 jours.',
  list: 'Opérations de la banque',
  loading: 'Chargement des opérations',
  readFailed: 'Impossible de charger les opérations',

  kinds: {
    batch_retain: 'Mémorisation',
    retain: 'Retraitement',
    consolidation: 'Consolidation',
    refresh_mental_model: 'Actualisation de modèle mental',
    reembedding: 'Revectorisation',
  },
  part: (index) => `Partie ${number(index + 1)}`,
  items,
  parts,

  contentUnchanged: { content_unchanged: 'Contenu inchangé', content_preserved_no_new_facts: 'Aucun fait nouveau' },
  states: {
    pending: 'En attente',
    later: 'Nouvelle tentative prévue',
    processing: 'En cours',
    completed: 'Terminée',
    partly: 'Terminée en partie',
    nothing: 'Sans effet',
    failed: 'En échec',
    cancelled: 'Annulée',
  },

  filters: 'Filtres de la liste',
  status: 'État',
  all: 'Toutes',
  anyKind: 'Tous les types',
  kind: 'Type',
  takeOff: (what) => `Retirer le filtre : ${what}`,
  pages: 'Pages de la liste',

  columns: { what: 'Opération', state: 'État', progress: 'Progression', begun: 'Demandée', actions: 'Actions' },
  open: (name) => `Ouvrir ${name}`,
  fold: (name) => `Parties : ${name}`,
  nameAbout: (name, about) => `${name} ${about}`,
  actionsOf: (name) => `Actions pour ${name}`,

  stages: {
    storing: 'Stockage',
    extracting: 'Extraction',
    embedding: 'Vectorisation',
    dropping: 'Suppression des anciens vecteurs',
    consolidating: 'Consolidation',
  },
  memories,
  soFar: (n) => `${number(n)} jusqu’ici`,
  of: (n, total, unit) => `${number(n)} sur ${unit === null ? number(total) : { parts, chunks, memories }[unit](total)}`,
  waits: 'En attente',
  running: 'En cours',
  took: (duration) => `durée ${duration}`,
  notRead: (n) =>
    plural(n, { one: '# élément non traité, ou seulement en partie', other: '# éléments non traités, ou seulement en partie' }),
  notConsolidated: (n) => plural(n, { one: '# souvenir non consolidé', other: '# souvenirs non consolidés' }),
  unanswered: (n) => plural(n, { one: '# souvenir sans réponse utilisable', other: '# souvenirs sans réponse utilisable' }),
  again: 'nouvelle tentative {time}',
  nextRetry: 'Nouvelle tentative {time}.',
  failsUnlessRetried: 'Si aucune tentative n’aboutit, échec {time}.',
  progressOf: (name) => `Progression : ${name}`,

  emptyTitle: 'Aucune opération pour l’instant',
  emptyText:
    'Une mémorisation avec « async » répond aussitôt et se poursuit en arrière-plan. La consolidation est automatique après les écritures. Chaque opération apparaît ici avec sa progression et son résultat.',
  emptyCurl: 'curl pour une mémorisation en arrière-plan',
  noneTitle: 'Aucune opération ne correspond',
  noneText: 'Effacez les filtres pour voir les autres opérations.',
  clear: 'Tout afficher',

  footer: (shown, total) => (shown === total ? operationCount(total) : `${number(shown)} sur ${operationCount(total)}`),
  live: 'Mise à jour automatique tant que des opérations sont en cours.',
  calm: 'Aucune opération en cours.',

  cancel: 'Annuler',
  canceling: 'Annulation…',
  cancelled: (name) => `Opération annulée : ${name}`,
  cancelledDetail: 'Ce qu’elle a écrit est conservé. Vous pouvez la relancer pendant sept jours.',
  cancelFailed: (name) => `Impossible d’annuler l’opération : ${name}`,
  cancelNote: 'L’annulation l’arrête aussitôt ; ce qu’elle a écrit est conservé.',
  retry: 'Relancer',
  retrying: 'Mise en file…',
  retried: (name) => `Opération remise en file : ${name}`,
  retryFailed: (name) => `Impossible de remettre l’opération en file : ${name}`,
  retryNote: 'Relancer ne refait que le travail inachevé. Si un modèle de langage est utilisé, cela coûte de nouveau des tokens.',
  remove: 'Supprimer l’entrée',
  removing: 'Suppression…',
  removed: (name) => `Entrée supprimée : ${name}`,
  removeTitle: (name) => `Supprimer l’entrée « ${name} » ?`,
  removeText: 'Supprime définitivement l’entrée et ses résultats. Ce que l’opération a stocké ou modifié est conservé.',
  removeFailed: 'Impossible de supprimer l’entrée',
  notOver: 'Encore active ; annulez-la d’abord',
  isOver: 'Déjà terminée',
  notUndone: 'Seules les opérations en échec ou annulées peuvent être relancées',
  details: 'Ouvrir les détails',

  tabs: 'Détails de l’opération',
  did: 'Résultats',
  partsTab: 'Parties',
  json: 'JSON',
  jsonOf: 'L’opération en JSON',
  facts: {
    status: 'État',
    kind: 'Type',
    items: 'Éléments',
    document: 'Document',
    attempts: 'Tentatives',
    next: 'Prochaine tentative',
    partOf: 'Partie de',
    begun: 'Demandée',
    waited: 'Attente',
    ended: 'Fin',
    duration: 'Durée',
    id: 'ID',
    tokens: 'Tokens du modèle',
  },
  attempts: number,
  attemptsOfPart: (n) => `${number(n)}, pour une de ses parties`,
  noTokens: 'aucun : règles intégrées',
  tokens: (input, output) => `${plural(input, { one: '# lu', other: '# lus' })}, ${plural(output, { one: '# écrit', other: '# écrits' })}`,
  missing: 'Opération introuvable',
  missingText: 'Son entrée a été supprimée, ou elle s’est terminée il y a plus de 30 jours.',
  close: 'Fermer',
  oneFailed: 'Impossible de charger l’opération',

  outcomes: { facts: 'Stocké', no_facts: 'Aucun fait trouvé', partial: 'Stocké en partie', failed: 'Échec' },
  outcomesOf: 'Résultat de chaque élément',
  item: (index) => `Élément ${number(index + 1)}`,
  reasons: 'Erreurs par élément',
  itemsNamed: (indices) => {
    const named = indices.slice(0, indices.length > 8 ? 6 : 8).map((index) => number(index + 1));
    const rest = indices.length - named.length;
    return `${items(indices.length)} (${listed([...named, ...(rest > 0 ? [plural(rest, { one: '# autre', other: '# autres' })] : [])])})`;
  },
  retained: (facts, itemCount) => `${memories(facts)} de ${items(itemCount)}.`,
  reprocessed: (document) => `Document retraité : ${document}`,
  lost: (n) => plural(n, { one: '# élément a échoué en tout ou en partie.', other: '# éléments ont échoué en tout ou en partie.' }),
  moreItems: (n) => plural(n, { one: 'et # autre élément', other: 'et # autres éléments' }),
  nothingYet: 'Pas encore terminée.',
  nothingDone: 'Aucun résultat n’a été enregistré. Ce qu’elle a écrit avant de se terminer est conservé.',
  noDetails: 'Pas d’autres détails.',
  consolidated: {
    processed: (n) => plural(n, { one: '# souvenir traité', other: '# souvenirs traités' }),
    created: (n) => plural(n, { one: '# nouvelle observation', other: '# nouvelles observations' }),
    updated: (n) => plural(n, { one: '# observation mise à jour', other: '# observations mises à jour' }),
    removed: (n) => plural(n, { one: '# observation retirée', other: '# observations retirées' }),
    failed: (n) => plural(n, { one: '# souvenir en échec', other: '# souvenirs en échec' }),
  },
  failedMemories: 'Souvenirs en échec',
  seeUnanswered: 'Afficher les souvenirs',
  seeFailed: 'Souvenirs en échec',
  consolidation: {
    completed: 'Tous les souvenirs en attente sont consolidés.',
    partly: 'Les autres souvenirs en attente sont consolidés.',
    nothing: 'Aucun souvenir n’a pu être consolidé. Rien n’est perdu ; vous pouvez relancer l’opération.',
    to_be_continued: 'D’autres souvenirs sont en attente ; l’opération suivante continue.',
    unanswered:
      'Le modèle de langage n’a pas renvoyé de réponse utilisable pour certains souvenirs. L’opération suivante fait une nouvelle tentative, trois en tout ; ensuite, ils sont en échec.',
    observations_disabled: 'Les observations sont désactivées pour cette banque : rien n’a été fait.',
    auto_consolidation_disabled: 'La consolidation automatique est désactivée pour cette banque : rien n’a été fait.',
  },
  reembedded: {
    completed: (n) =>
      plural(n, { one: '# souvenir vectorisé avec le modèle configuré.', other: '# souvenirs vectorisés avec le modèle configuré.' }),
    model_changed: (n) =>
      `La banque utilise maintenant le modèle configuré : ${plural(n, { one: '# souvenir vectorisé', other: '# souvenirs vectorisés' })}.`,
    bank_gone: 'La banque a été supprimée.',
  },
  nextOperation: 'L’opération suivante',
  seeDocument: 'Ouvrir le document',
  seeDocuments: 'Documents',
  seeMemories: 'Souvenirs',
  seeMemoriesOf: 'Ses souvenirs',
  seeObservations: 'Observations',
  parentOf: 'Opération parente',

  tray: {
    label: (open, failed) => {
      if (open === 0 && failed === 0) return 'Opérations en cours : aucune';
      return `Opérations en cours : ${[open > 0 && number(open), failed > 0 && `${number(failed)} en échec`].filter(Boolean).join(', ')}`;
    },
    title: 'Opérations',
    running: 'En cours et en attente',
    ended: 'Terminées pendant cette session',
    none: 'Aucune opération en cours.',
    noneText: 'Les travaux d’arrière-plan que vous lancez, et ceux de la banque affichée, apparaissent ici.',
    more: (n) => plural(n, { one: '# autre', other: '# autres' }),
    clear: 'Effacer',
    cancel: (name) => `Annuler : ${name}`,
    retry: (name) => `Relancer : ${name}`,
    dismiss: (name) => `Masquer : ${name}`,
    page: (bank) => `Toutes les opérations de la banque ${bank}`,
    see: 'Voir les changements',
    openUnchanged: 'Ouvrir',
    why: 'Voir l’erreur',
    done: (name) => `Opération terminée : ${name}`,
    short: {
      partly: (name) => `Opération terminée en partie : ${name}`,
      nothing: (name) => `Opération sans effet : ${name}`,
    },
    failed: (name) => `Opération en échec : ${name}`,
    inBank: (bank) => `dans ${bank}`,
    aboutInBank: (about, bank) => `${about} dans ${bank}`,
    failedIn: (where, error) => `${where} : ${error}`,
    unread: 'Impossible de charger les opérations. Elles sont rechargées quand vous revenez sur cette page.',
  },
};
