import { number, plural } from '#components/strings/counted';
import { charts } from '#components/strings/fr/charts';
import type { stats as english } from '#components/strings/stats';
import type { Translation } from '#components/strings/translated';

const timeFields: Translation<typeof english.timeFields> = {
  created_at: 'stocké',
  mentioned_at: 'mentionné',
  occurred_start: 'survenu',
};

/** After "sur". */
const periodsInText: Translation<typeof english.periodsInText> = {
  '1h': 'la dernière heure',
  '12h': 'les 12 dernières heures',
  '1d': 'les 24 dernières heures',
  '7d': 'les 7 derniers jours',
  '30d': 'les 30 derniers jours',
  '90d': 'les 90 derniers jours',
  all: 'toute la période',
  custom: 'la période choisie',
};

export const stats: Translation<typeof english> = {
  title: 'Statistiques',
  purpose: 'Contenu de la banque, sa croissance et l’avancement des travaux d’arrière-plan. Toutes les heures sont en UTC.',
  countedAt: 'comptage {time}',
  neverCounted: 'pas encore de comptage',
  recompute: 'Recompter',
  recomputing: 'Comptage…',
  recomputed: 'Comptage terminé',
  recomputeFailed: 'Impossible de recompter les statistiques',
  failed: 'Impossible de charger les statistiques',
  seriesFailed: 'Impossible de charger la série temporelle',
  growth: 'Souvenirs au fil du temps',
  filters: 'Filtres du graphique',
  period: 'Période',
  periodsInText,
  periods: {
    '1h': '1 h',
    '12h': '12 h',
    '1d': '1 j',
    '7d': '7 j',
    '30d': '30 j',
    '90d': '90 j',
    all: 'Tout',
    custom: 'Dates',
  },
  dates: 'Dates',
  datesPurpose: 'Jours en UTC, le dernier compris. Laissez-le vide pour finir maintenant.',
  datesFrom: 'Du',
  datesTo: 'Au',
  datesWrong: 'La fin ne doit pas précéder le début.',
  datesUse: 'Afficher',
  timeField: 'Date utilisée',
  timeFields,
  timeFieldMeanings: {
    created_at: 'Quand la banque a stocké le souvenir.',
    mentioned_at: 'Quand il a été mentionné ; si la date est inconnue, quand il a été stocké.',
    occurred_start: 'Quand il est survenu ; si la date est inconnue, quand il a été stocké.',
  },
  view: 'Affichage',
  views: { chart: 'Graphique', table: 'Tableau' },
  more: 'Exporter la série temporelle',
  csv: 'Télécharger en CSV',
  png: 'Télécharger en PNG',
  curl: 'Copier en curl',
  curlCopied: 'Commande curl copiée',
  pngFailed: 'Impossible de créer l’image',
  pngNeedsChart: 'Seul le graphique peut être téléchargé en image. Affichez d’abord le graphique',
  openNote: (unit) => `Hachuré : période incomplète (${charts.open[unit]})`,
  updatedAt: 'mise à jour {time}',
  none: (period, field) => `Aucun souvenir ${timeFields[field]} sur ${periodsInText[period]}`,
  noneWhy: 'Essayez une période plus longue ou une autre date.',
  noneAtAll: 'Aucun souvenir pour l’instant.',
  noneShowAll: 'Afficher toute la période',
  summary: (period, sum, highest, lowest) =>
    highest
      ? `Souvenirs sur ${periodsInText[period]} : ${number(sum)} au total, maximum de ${number(highest.sum)} pour ${highest.name}, ${plural(
          lowest,
          {
            one: '# intervalle vide',
            other: '# intervalles vides',
          },
        )}.`
      : `Souvenirs sur ${periodsInText[period]} : aucun.`,
  columns: { bucket: 'À partir du', total: 'Total', kinds: 'Par type' },
  notOver: 'incomplet',
  table: 'Souvenirs au fil du temps, en tableau',
  typesTitle: 'Souvenirs par type',
  typesFoot: (documents, entities) =>
    `de ${plural(documents, { one: '# document', other: '# documents' })}, sur ${plural(entities, { one: '# entité', other: '# entités' })}`,
  linksTitle: 'Liens par type',
  linksFoot: (n) => plural(n, { one: '# lien au total', other: '# liens au total' }),
  links: {
    entity: { name: 'Entité', meaning: 'même entité' },
    temporal: { name: 'Temporel', meaning: 'à moins d’un jour l’un de l’autre' },
    semantic: { name: 'Sémantique', meaning: 'sens proche' },
    caused_by: { name: 'Cause', meaning: 'l’un a causé l’autre' },
    derived_from: { name: 'Preuve', meaning: 'une observation se fonde sur un souvenir' },
  },
  linksNone: 'Aucun lien pour l’instant. Les liens relient des souvenirs de même entité, de même date ou de même cause.',
  workTitle: 'Travaux d’arrière-plan',
  work: {
    pending: 'En attente de consolidation',
    failed: 'Consolidation en échec',
    lastConsolidated: 'Dernière consolidation',
    expiring: 'Expirent sous 7 jours',
    lastWrite: 'Dernière écriture',
    operations: { processing: 'Opérations en cours', pending: 'Opérations en attente', failed: 'Opérations en échec' },
  },
  facts: (n) => plural(n, { one: '# fait', other: '# faits' }),
  operations: (n) => plural(n, { one: '# opération', other: '# opérations' }),
  legend: 'Types de faits',
  fileOf: (bank, what) => `${bank.replaceAll(/[^\w.-]+/g, '-')}-souvenirs-${what}`,
  pictureTitle: (bank, period, field) => `${bank} : souvenirs ${timeFields[field]}s sur ${periodsInText[period]}`,
};
