import type { blockDecisions as english } from '#components/strings/block-decisions';
import { number } from '#components/strings/counted';
import { shortly } from '#components/strings/de/mental-model';
import type { Translation } from '#components/strings/translated';

const were = (n: number, of: number): string =>
  of === 1 ? 'Seine Quelle wurde' : `${number(n)} seiner ${number(of)} Quellen ${n === 1 ? 'wurde' : 'wurden'}`;

export const blockDecisions: Translation<typeof english> = {
  menu: (text) => `Aktionen für ${shortly(text)}`,
  pin: 'Anheften',
  pinMeans: 'Aktualisierungen behalten seinen Text.',
  unpin: 'Lösen',
  reword: 'Umformulieren',
  rewordMeans: 'Aktualisierungen behalten Ihren Text.',
  original: 'Ursprünglichen Text verwenden',
  remove: 'Entfernen',
  removeMeans: 'Aktualisierungen bringen ihn nicht zurück.',
  add: 'Block darunter hinzufügen',
  addLast: 'Block hinzufügen',
  addTitle: 'Block hinzufügen',
  addHelp: 'Markdown. Aktualisierungen behalten diesen Block. Er braucht keine Quellen.',
  drop: 'Löschen',
  marks: { pin: 'Angeheftet', reword: 'Umformuliert', add: 'Hinzugefügt' },
  decided: '{mark} von {who}, {time}',
  done: { pin: 'Block angeheftet', reword: 'Block umformuliert', remove: 'Block entfernt', add: 'Block hinzugefügt' },
  undone: {
    pin: 'Block gelöst',
    reword: 'Ursprünglicher Text wiederhergestellt',
    remove: 'Block wiederhergestellt',
    add: 'Block gelöscht',
  },
  undo: 'Rückgängig',
  failed: 'Der Block konnte nicht geändert werden',
  formTitle: 'Block umformulieren',
  text: 'Text',
  textHelp: 'Markdown. Aktualisierungen behalten diesen Text. Der Block behält seine Quellen.',
  textMissing: 'Geben Sie einen Text ein.',
  originalText: 'Ursprünglicher Text',
  save: 'Speichern',
  saving: 'Wird gespeichert…',
  removed: (n) => `Entfernte Blöcke (${number(n)})`,
  removedText: 'Aktualisierungen bringen diese Aussagen nicht zurück.',
  removedBy: 'Entfernt von {who}, {time}',
  restore: 'Wiederherstellen',
  restoring: 'Wird wiederhergestellt…',
  restoreOf: (text) => `${shortly(text)} wiederherstellen`,
  purgedText: 'Sein Text wurde endgültig gelöscht.',
  sourceless: 'Keine seiner Quellen besteht mehr: Die Aussage wird wieder erlaubt, aber kein Text erscheint.',
  lost: (n, of) => `${were(n, of)} seitdem gelöscht oder für ungültig erklärt.`,
  superseded: (n, of) => `${were(n, of)} durch eine spätere Erinnerung ersetzt.`,
  edited: (n, of) => `${were(n, of)} seitdem bearbeitet.`,
  madeBy: {
    pin: (who) => `Block angeheftet von ${who}`,
    reword: (who) => `Block umformuliert von ${who}`,
    remove: (who) => `Block entfernt von ${who}`,
    add: (who) => `Block hinzugefügt von ${who}`,
  },
  undoneBy: {
    pin: (who) => `Block gelöst von ${who}`,
    reword: (who) => `ursprünglicher Text wiederhergestellt von ${who}`,
    remove: (who) => `entfernter Block wiederhergestellt von ${who}`,
    add: (who) => `hinzugefügter Block gelöscht von ${who}`,
  },
  editedBy: (who) => `bearbeitet von ${who}`,
  wrote: (version, what) => `${version}: ${what}.`,
};
