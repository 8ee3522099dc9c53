import type { listViews as english } from '#components/strings/list-views';
import type { Translation } from '#components/strings/translated';

export const listViews: Translation<typeof english> = {
  columns: 'Colunas',
  save: 'Salvar esta visualização…',
  saveTitle: 'Salvar visualização',
  purpose: 'Salva os filtros e a ordem desta lista com um nome, neste navegador.',
  name: 'Nome',
  nameNeeded: 'Digite um nome.',
  nothing: 'Nenhum filtro está definido.',
  saved: (name) => `Visualização ${name} salva`,
  remove: (name) => `Excluir ${name}`,
  deleted: (name) => `Visualização ${name} excluída`,
  refused: 'O navegador não permitiu salvar.',
};
