import type { blockDecisions as english } from '#components/strings/block-decisions';
import { number } from '#components/strings/counted';
import { shortly } from '#components/strings/pt/mental-model';
import type { Translation } from '#components/strings/translated';

const were = (n: number, of: number, one: string, more: string): string =>
  of === 1 ? `Sua fonte ${one}` : `${number(n)} de suas ${number(of)} fontes ${n === 1 ? one : more}`;

export const blockDecisions: Translation<typeof english> = {
  menu: (text) => `Ações de ${shortly(text)}`,
  pin: 'Fixar',
  pinMeans: 'As atualizações mantêm o texto.',
  unpin: 'Desafixar',
  reword: 'Reformular',
  rewordMeans: 'As atualizações mantêm o seu texto.',
  original: 'Usar o texto original',
  remove: 'Remover',
  removeMeans: 'As atualizações não o trazem de volta.',
  add: 'Adicionar um bloco abaixo',
  addLast: 'Adicionar um bloco',
  addTitle: 'Adicionar bloco',
  addHelp: 'Markdown. As atualizações mantêm este bloco. Ele não precisa de fontes.',
  drop: 'Excluir',
  marks: { pin: 'Fixado', reword: 'Reformulado', add: 'Adicionado' },
  decided: '{mark} por {who}, {time}',
  done: { pin: 'Bloco fixado', reword: 'Bloco reformulado', remove: 'Bloco removido', add: 'Bloco adicionado' },
  undone: { pin: 'Bloco desafixado', reword: 'Texto original restaurado', remove: 'Bloco restaurado', add: 'Bloco excluído' },
  undo: 'Desfazer',
  failed: 'Não foi possível alterar o bloco',
  formTitle: 'Reformular o bloco',
  text: 'Texto',
  textHelp: 'Markdown. As atualizações mantêm este texto. O bloco mantém suas fontes.',
  textMissing: 'Digite um texto.',
  originalText: 'Texto original',
  save: 'Salvar',
  saving: 'Salvando…',
  removed: (n) => `Blocos removidos (${number(n)})`,
  removedText: 'As atualizações não trazem estas afirmações de volta.',
  removedBy: 'Removido por {who}, {time}',
  restore: 'Restaurar',
  restoring: 'Restaurando…',
  restoreOf: (text) => `Restaurar ${shortly(text)}`,
  purgedText: 'O texto foi excluído permanentemente.',
  sourceless: 'Nenhuma de suas fontes permanece: a afirmação volta a ser permitida, mas nenhum texto aparece.',
  lost: (n, of) => `${were(n, of, 'foi excluída ou invalidada', 'foram excluídas ou invalidadas')} desde então.`,
  superseded: (n, of) => `${were(n, of, 'foi substituída', 'foram substituídas')} por uma memória posterior.`,
  edited: (n, of) => `${were(n, of, 'foi editada', 'foram editadas')} desde então.`,
  madeBy: {
    pin: (who) => `bloco fixado por ${who}`,
    reword: (who) => `bloco reformulado por ${who}`,
    remove: (who) => `bloco removido por ${who}`,
    add: (who) => `bloco adicionado por ${who}`,
  },
  undoneBy: {
    pin: (who) => `bloco desafixado por ${who}`,
    reword: (who) => `texto original restaurado por ${who}`,
    remove: (who) => `bloco removido e restaurado por ${who}`,
    add: (who) => `bloco adicionado excluído por ${who}`,
  },
  editedBy: (who) => `editada por ${who}`,
  wrote: (version, what) => `${version}: ${what}.`,
};
