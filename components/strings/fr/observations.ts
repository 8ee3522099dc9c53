import { number, plural } from '#components/strings/counted';
import type { observations as english } from '#components/strings/observations';
import type { Translation } from '#components/strings/translated';

const observationCount = (n: number): string => plural(n, { one: '# observation', other: '# observations' });

export const observations: Translation<typeof english> = {
  title: 'Observations',
  purpose: 'Conclusions tirées de plusieurs faits, chacune avec les faits qui la fondent.',
  list: 'Observations de la banque',
  open: (text) => `Ouvrir ${text.slice(0, 80)}`,
  failed: 'Impossible de charger les observations',
  filters: 'Filtres de la liste',
  search: 'Chercher une observation',
  searchShort: 'Partie du texte',
  pages: 'Pages de la liste',
  foot: (shown, total) => `${number(shown)} sur ${observationCount(total)}`,
  columns: { text: 'Observation', proof: 'Fondée sur', trend: 'Tendance', scope: 'Portée', changed: 'Modifiée' },

  anyScope: 'Toutes les portées',
  scope: 'Portée',
  scopeFilter: 'Observations avec exactement ces tags',
  globalShort: 'globale',
  scopeOf: (tags) => (tags.length === 0 ? 'Globale : sans tag' : tags.map((tag) => `#${tag}`).join(' ')),
  scopeShort: (tags) =>
    tags.length === 0
      ? 'Globale : sans tag'
      : tags.map((tag) => `#${tag.length > 28 ? `${tag.slice(0, 16)}…${tag.slice(-9)}` : tag}`).join(' '),
  takeOff: (what) => `Retirer le filtre : ${what}`,
  scopesShown: (shown, total) => `Les ${number(shown)} portées les plus grandes sur ${number(total)}`,
  scopesNone: 'Aucune portée n’a encore d’observation.',
  scopesFailed: 'Impossible de charger les portées',

  trends: { new: 'Nouvelle', stable: 'Stable', strengthening: 'Se renforce', weakening: 'S’affaiblit', stale: 'Obsolète' },
  trendMeans: {
    new: 'Tous ses faits ont été mentionnés au cours des 30 derniers jours.',
    stable: 'Mentionnée au cours des 30 derniers jours à peu près aussi souvent qu’avant.',
    strengthening: 'Mentionnée au cours des 30 derniers jours au moins 50 % plus souvent qu’avant.',
    weakening: 'Mentionnée au cours des 30 derniers jours au moins deux fois moins souvent qu’avant, ou pas du tout.',
    stale: 'Aucun de ses faits n’a été mentionné au cours des 90 derniers jours.',
  },
  pendingFacts: 'Faits en attente',
  pendingMeans: 'Des faits de sa portée attendent la consolidation : elle peut encore changer.',

  emptyTitle: 'Aucune observation pour l’instant',
  emptyWhat:
    'Une observation résume plusieurs faits : une habitude, un changement, une préférence. La consolidation dérive les observations après chaque écriture, avec les faits qui les appuient.',
  emptyRules:
    'Sans modèle de langage, des règles les dérivent d’au moins deux faits en anglais simple : une valeur qui a changé (lives in, works at, likes, costs, moves to), ce que plusieurs faits disent d’un même nom ou d’une même référence, et les répétitions littérales.',
  emptyOn: (pending, failed, isAutomatic) =>
    [
      isAutomatic ? 'Les observations sont activées.' : 'Les observations sont activées, mais la consolidation ne se fait que sur demande.',
      pending > 0
        ? plural(pending, { one: '# fait attend la consolidation.', other: '# faits attendent la consolidation.' })
        : failed > 0
          ? 'Aucun fait n’est en attente, mais certains sont en échec. Les paramètres indiquent pourquoi et permettent de les relancer.'
          : 'Aucun fait n’est en attente : mémorisez d’abord quelque chose.',
    ].join(' '),
  emptyOff: 'Les observations sont désactivées pour cette banque.',
  emptySettings: 'Paramètres des observations',
  noMatch: 'Aucune observation ne correspond',
  noMatchText: 'Les filtres masquent toutes les observations.',
  clearFilters: 'Effacer les filtres',

  consolidate: 'Consolider maintenant',
  consolidating: 'Mise en file…',
  consolidateCost: 'Dérive des observations des faits en attente, en arrière-plan. Si un modèle est configuré, cela coûte des tokens.',
  queued: 'Consolidation mise en file',
  queuedJoined: 'Une consolidation attendait déjà ; elle inclut vos faits',
  queuedLink: 'Opérations',
  consolidateFailed: 'Impossible de mettre une consolidation en file',
  recover: 'Relancer les faits en échec',
  recovering: 'Mise en file…',
  recoverText: 'Remet en attente les faits en échec et met une consolidation en file. Si un modèle est configuré, cela coûte des tokens.',
  recovered: (n) => (n === 0 ? 'Aucun fait en échec' : plural(n, { one: '# fait relancé', other: '# faits relancés' })),
  recoverFailed: 'Impossible de relancer les faits en échec',
  nothingFailed: 'Aucun fait en échec.',

  stateTitle: 'Consolidation',
  stateFailed: 'Impossible de charger l’état de la consolidation',
  updatedAt: 'mise à jour {time}',
  state: { pending: 'en attente', done: 'consolidés', failed: 'en échec' },
  stateMeans: {
    pending: 'Faits qui n’ont pas encore été consolidés.',
    done: 'Faits qui ont été consolidés.',
    failed: 'Faits qui n’ont pas pu être consolidés. Les erreurs passagères du fournisseur ne comptent pas.',
  },
  failures: 'Erreurs de consolidation',
  retryingMeans:
    'Si un modèle de langage ne renvoie pas de réponse utilisable, il est réinterrogé automatiquement, trois tentatives en tout. Ensuite, le fait est en échec.',
  retryingNotice: (n) =>
    plural(n, {
      one: 'Le modèle de langage n’a pas encore renvoyé de réponse utilisable pour # fait.',
      other: 'Le modèle de langage n’a pas encore renvoyé de réponse utilisable pour # faits.',
    }),
  retryingNow: 'Nouvelle tentative en cours. En attendant, chaque fait est listé avec sa dernière erreur.',
  retryingNext: 'Chaque fait est listé avec sa dernière erreur jusqu’à la prochaine tentative, {time}.',
  withoutRoom: (n) =>
    plural(n, {
      one: '# fait n’a pas pu être consolidé : sa portée a atteint la limite d’observations.',
      other: '# faits n’ont pas pu être consolidés : leurs portées ont atteint la limite d’observations.',
    }),
  withoutRoomNext: 'Nouvelle tentative automatique dès qu’une observation est supprimée ou que la limite est relevée.',
  triedAgain: 'nouvelle tentative automatique',
  triedNow: 'nouvelle tentative en cours',
  attempts: (n) => plural(n, { one: '# tentative', other: '# tentatives' }),
  noCode: 'motif inconnu',
  failuresMore: (shown, total) => `Les ${number(shown)} plus récentes sur ${number(total)}`,
  postponed: 'La consolidation est reportée.',
  operation: 'Opération',
  failedNotice: (n) => plural(n, { one: '# fait n’a pas pu être consolidé.', other: '# faits n’ont pas pu être consolidés.' }),
  toSettings: 'Voir pourquoi',

  drawer: 'Observation',
  tabs: { sources: 'Sources', history: 'Historique', json: 'JSON' },
  details: 'Détails de l’observation',
  facts: {
    scope: 'Portée',
    trend: 'Tendance',
    occurred: 'Survenue',
    mentioned: 'Dernière mention',
    created: 'Première dérivation',
    changed: 'Dernière modification',
    method: 'Rédaction',
    id: 'ID',
    entities: 'Au sujet de',
  },
  methods: { extractive: 'règles intégrées, avec les mots de ses faits', model: 'un modèle de langage' },
  sourcesNone: 'Plus aucun fait valide ne l’appuie ; la prochaine consolidation la retire.',
  mentioned: 'mentionné {time}',
  noTime: 'date inconnue',
  sourceActions: 'Actions pour ce fait',
  clear: 'Effacer ses observations',
  clearTitle: 'Effacer les observations de ce fait ?',
  clearText: (text) => `Supprime toutes les observations fondées sur « ${text.slice(0, 120)} », y compris celle-ci. Le fait reste.`,
  clearAgain: 'Les faits de ces observations sont consolidés de nouveau. Cela coûte des appels de modèle si un modèle est configuré.',
  clearAction: 'Effacer les observations',
  clearing: 'Effacement…',
  cleared: (n) => plural(n, { one: '# observation effacée', other: '# observations effacées' }),
  clearedDetail: 'Leurs faits attendent la prochaine consolidation.',
  clearFailed: 'Impossible d’effacer les observations.',
  noEdit:
    'Une observation ne peut pas être modifiée, car la prochaine consolidation remplacerait la modification. Modifiez ou invalidez plutôt un fait ; l’observation est alors dérivée de nouveau.',
  missing: 'Observation introuvable',
  missingText: 'Elle a été dérivée de nouveau ou effacée. La liste contient celle qui la remplace.',
  oneFailed: 'Impossible de charger l’observation',
  notOne: 'Ce souvenir est un fait, pas une observation.',
  historyNone: 'Aucun changement depuis sa dérivation.',
  historyFailed: 'Impossible de charger l’historique',
  historyDeleted: 'Le texte antérieur a été supprimé avec un souvenir sur lequel il se fondait.',
  changedAt: 'modifiée {time}',
  factsAdded: (n) => plural(n, { one: '# fait ajouté par cette modification', other: '# faits ajoutés par cette modification' }),
  factsAddedNone: 'Faits retirés, aucun ajouté',
  deletedFact: 'un fait supprimé',
  jsonOf: 'L’observation en JSON',
};
