import type { charts as english } from '#components/strings/charts';
import { memoriesOf, ui } from '#components/strings/de/ui';
import type { Translation } from '#components/strings/translated';

const notOver = 'unvollständig';

export const charts: Translation<typeof english> = {
  memories: memoriesOf,
  units: {
    minute: '1 Minute',
    hour: '1 Stunde',
    day: '1 Tag',
    week: '1 Woche',
    month: '1 Monat',
    year: '1 Jahr',
    decade: '10 Jahre',
    century: '100 Jahre',
  },
  open: {
    minute: 'jetzt',
    hour: 'diese Stunde',
    day: 'heute',
    week: 'diese Woche',
    month: 'dieser Monat',
    year: 'dieses Jahr',
    decade: 'dieses Jahrzehnt',
    century: 'dieses Jahrhundert',
  },
  cursor: 'Balken. Pfeiltasten bewegen die Auswahl, die Eingabetaste öffnet die Erinnerungen.',
  notOver,
  years: (first, last) => `${first} bis ${last}`,
  tapAgain: 'Erneut tippen, um die Erinnerungen zu öffnen',
  noBucket: 'Kein Balken ausgewählt',
  bucket: (name, counts, sum, isOpen) =>
    `${name}${isOpen ? `, ${notOver}` : ''}: ${memoriesOf(sum)}; ${ui.factCount.world(counts.world)}, ${ui.factCount.experience(
      counts.experience,
    )}, ${ui.factCount.observation(counts.observation)}`,
};
