import type { batch as english } from '#components/strings/batch';
import { number } from '#components/strings/counted';
import type { Translation } from '#components/strings/translated';

export const batch: Translation<typeof english> = {
  actions: 'Aktionen für die Auswahl',
  selected: (n) => `${number(n)} ausgewählt`,
  clear: 'Auswahl aufheben',
  progress: (done, total) => `${number(done)} von ${number(total)}`,
  failed: (failed, total) => `${number(failed)} von ${number(total)} fehlgeschlagen`,
};
