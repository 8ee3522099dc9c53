import type { charts as english } from '#components/strings/charts';
import { plural } from '#components/strings/counted';
import { ui } from '#components/strings/fr/ui';
import type { Translation } from '#components/strings/translated';

const memories = (n: number): string => plural(n, { one: '# souvenir', other: '# souvenirs' });

const notOver = 'incomplet';

export const charts: Translation<typeof english> = {
  memories,
  units: {
    minute: '1 minute',
    hour: '1 heure',
    day: '1 jour',
    week: '1 semaine',
    month: '1 mois',
    year: '1 an',
    decade: '10 ans',
    century: '100 ans',
  },
  open: {
    minute: 'maintenant',
    hour: 'cette heure',
    day: 'aujourd’hui',
    week: 'cette semaine',
    month: 'ce mois-ci',
    year: 'cette année',
    decade: 'cette décennie',
    century: 'ce siècle',
  },
  cursor: 'Barres. Utilisez les touches fléchées pour vous déplacer et Entrée pour ouvrir les souvenirs.',
  notOver,
  years: (first, last) => `de ${first} à ${last}`,
  tapAgain: 'Touchez de nouveau pour ouvrir les souvenirs',
  noBucket: 'Aucune barre sélectionnée',
  bucket: (name, counts, sum, isOpen) =>
    `${name}${isOpen ? `, ${notOver}` : ''} : ${memories(sum)} ; ${ui.factCount.world(counts.world)}, ${ui.factCount.experience(
      counts.experience,
    )}, ${ui.factCount.observation(counts.observation)}`,
};
