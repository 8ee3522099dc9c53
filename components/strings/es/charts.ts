import type { charts as english } from '#components/strings/charts';
import { nMemories } from '#components/strings/es/counts';
import { ui } from '#components/strings/es/ui';
import type { Translation } from '#components/strings/translated';

const notOver = 'en curso';

export const charts: Translation<typeof english> = {
  memories: nMemories,
  units: {
    minute: '1 minuto',
    hour: '1 hora',
    day: '1 día',
    week: '1 semana',
    month: '1 mes',
    year: '1 año',
    decade: '10 años',
    century: '100 años',
  },
  open: {
    minute: 'ahora',
    hour: 'esta hora',
    day: 'hoy',
    week: 'esta semana',
    month: 'este mes',
    year: 'este año',
    decade: 'esta década',
    century: 'este siglo',
  },
  cursor: 'Barras. Usa las teclas de flecha para moverte e Intro para abrir los recuerdos.',
  notOver,
  years: (first, last) => `${first} – ${last}`,
  tapAgain: 'Toca de nuevo para abrir los recuerdos',
  noBucket: 'Ninguna barra seleccionada',
  bucket: (name, counts, sum, isOpen) =>
    `${name}${isOpen ? `, ${notOver}` : ''}: ${nMemories(sum)}; ${ui.factCount.world(counts.world)}, ${ui.factCount.experience(
      counts.experience,
    )}, ${ui.factCount.observation(counts.observation)}`,
};
