import type { blockDecisions as english } from '#components/strings/block-decisions';
import { number } from '#components/strings/counted';
import { shortly } from '#components/strings/fr/mental-model';
import type { Translation } from '#components/strings/translated';

const were = (n: number, of: number, one: string, more: string): string =>
  of === 1 ? `Sa source ${one}` : `${number(n)} de ses ${number(of)} sources ${n === 1 ? one : more}`;

export const blockDecisions: Translation<typeof english> = {
  menu: (text) => `Actions de ${shortly(text)}`,
  pin: 'Épingler',
  pinMeans: 'Les actualisations conservent son texte.',
  unpin: 'Désépingler',
  reword: 'Reformuler',
  rewordMeans: 'Les actualisations conservent votre texte.',
  original: 'Utiliser le texte d’origine',
  remove: 'Retirer',
  removeMeans: 'Les actualisations ne le ramènent pas.',
  add: 'Ajouter un bloc en dessous',
  addLast: 'Ajouter un bloc',
  addTitle: 'Ajouter un bloc',
  addHelp: 'Markdown. Les actualisations conservent ce bloc. Il n’a pas besoin de sources.',
  drop: 'Supprimer',
  marks: { pin: 'Épinglé', reword: 'Reformulé', add: 'Ajouté' },
  decided: '{mark} par {who}, {time}',
  done: { pin: 'Bloc épinglé', reword: 'Bloc reformulé', remove: 'Bloc retiré', add: 'Bloc ajouté' },
  undone: { pin: 'Bloc désépinglé', reword: 'Texte d’origine rétabli', remove: 'Bloc restauré', add: 'Bloc supprimé' },
  undo: 'Annuler',
  failed: 'Impossible de modifier le bloc',
  formTitle: 'Reformuler le bloc',
  text: 'Texte',
  textHelp: 'Markdown. Les actualisations conservent ce texte. Le bloc garde ses sources.',
  textMissing: 'Saisissez un texte.',
  originalText: 'Texte d’origine',
  save: 'Enregistrer',
  saving: 'Enregistrement…',
  removed: (n) => `Blocs retirés (${number(n)})`,
  removedText: 'Les actualisations ne ramènent pas ces affirmations.',
  removedBy: 'Retiré par {who}, {time}',
  restore: 'Restaurer',
  restoring: 'Restauration…',
  restoreOf: (text) => `Restaurer ${shortly(text)}`,
  purgedText: 'Son texte a été supprimé définitivement.',
  sourceless: 'Aucune de ses sources ne subsiste : l’affirmation est de nouveau permise, mais aucun texte n’apparaît.',
  lost: (n, of) => `${were(n, of, 'a été supprimée ou invalidée', 'ont été supprimées ou invalidées')} depuis.`,
  superseded: (n, of) => `${were(n, of, 'a été remplacée', 'ont été remplacées')} par un souvenir plus récent.`,
  edited: (n, of) => `${were(n, of, 'a été modifiée', 'ont été modifiées')} depuis.`,
  madeBy: {
    pin: (who) => `bloc épinglé par ${who}`,
    reword: (who) => `bloc reformulé par ${who}`,
    remove: (who) => `bloc retiré par ${who}`,
    add: (who) => `bloc ajouté par ${who}`,
  },
  undoneBy: {
    pin: (who) => `bloc désépinglé par ${who}`,
    reword: (who) => `texte d’origine rétabli par ${who}`,
    remove: (who) => `bloc retiré puis restauré par ${who}`,
    add: (who) => `bloc ajouté supprimé par ${who}`,
  },
  editedBy: (who) => `modification par ${who}`,
  wrote: (version, what) => `${version} : ${what}.`,
};
