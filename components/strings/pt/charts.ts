import type { charts as english } from '#components/strings/charts';
import { plural } from '#components/strings/counted';
import { ui } from '#components/strings/pt/ui';
import type { Translation } from '#components/strings/translated';

const memories = (n: number): string => plural(n, { one: '# memória', other: '# memórias' });

const notOver = 'em curso';

export const charts: Translation<typeof english> = {
  memories,
  units: {
    minute: '1 minuto',
    hour: '1 hora',
    day: '1 dia',
    week: '1 semana',
    month: '1 mês',
    year: '1 ano',
    decade: '10 anos',
    century: '100 anos',
  },
  open: {
    minute: 'agora',
    hour: 'esta hora',
    day: 'hoje',
    week: 'esta semana',
    month: 'este mês',
    year: 'este ano',
    decade: 'esta década',
    century: 'este século',
  },
  cursor: 'Barras. Use as setas para navegar e Enter para abrir as memórias.',
  notOver,
  years: (first, last) => `${first} a ${last}`,
  tapAgain: 'Toque novamente para abrir as memórias',
  noBucket: 'Nenhuma barra selecionada',
  bucket: (name, counts, sum, isOpen) =>
    `${name}${isOpen ? `, ${notOver}` : ''}: ${memories(sum)}; ${ui.factCount.world(counts.world)}, ${ui.factCount.experience(
      counts.experience,
    )}, ${ui.factCount.observation(counts.observation)}`,
};
