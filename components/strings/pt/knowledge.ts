import { number, plural } from '#components/strings/counted';
import type { knowledge as english } from '#components/strings/knowledge';
import { shortly } from '#components/strings/pt/mental-model';
import type { Translation } from '#components/strings/translated';

const contents = (folders: number, pages: number): string =>
  [
    ...(folders > 0 ? [plural(folders, { one: '# pasta', other: '# pastas' })] : []),
    ...(pages > 0 || folders === 0 ? [plural(pages, { one: '# página', other: '# páginas' })] : []),
  ].join(' e ');

export const knowledge: Translation<typeof english> = {
  title: 'Conhecimento',
  purpose: 'Páginas que respondem a perguntas com as memórias deste banco, em pastas. Cada página é um modelo mental.',
  tree: 'Pastas e páginas',
  failed: 'Não foi possível carregar as páginas',
  foot: contents,
  export: 'Exportar',
  exportHelp: 'Um arquivo ZIP de documentos Markdown com links entre as páginas, que o Obsidian abre.',
  exporting: 'Exportando…',
  exported: (name) => `${name} salvo`,
  exportFailed: 'Não foi possível exportar as páginas',

  emptyTitle: 'Ainda não há páginas',
  emptyText: 'Uma página responde a uma pergunta com as memórias, indica as fontes de cada bloco e é atualizada quando as memórias mudam.',
  emptyTemplates: 'Começar com um modelo',
  ownQuestion: 'Pergunta própria',

  create: 'Criar página',
  createPurpose: 'Você escreve a pergunta. O texto é gerado a partir das memórias, em segundo plano.',
  createFolder: 'Criar pasta',
  createIn: 'Criar página aqui',
  createFolderIn: 'Criar pasta aqui',
  creating: 'Criando…',
  created: (name) => `${shortly(name)} está sendo gerada`,
  folderCreated: (name) => `Pasta ${shortly(name)} criada`,
  folder: 'Pasta',
  topLevel: 'Nível superior',
  name: 'Nome',
  faults: { name: 'Digite um nome.', question: 'Digite uma pergunta.' },
  rename: 'Renomear',
  nameOf: (name) => `Novo nome de ${name}`,
  renamed: (name) => `Novo nome: ${shortly(name)}`,
  renameFailed: (name) => `Não foi possível renomear ${shortly(name)}`,
  edit: 'Editar página',

  acts: (name) => `Ações de ${name}`,
  stale: 'Desatualizada',
  refreshFailed: 'A última atualização falhou',
  up: 'Mover para cima',
  down: 'Mover para baixo',
  into: (folder) => `Mover para ${shortly(folder)}`,
  out: 'Tirar da pasta',
  moved: (name, folder, at, of) => `${name}: ${folder}, posição ${number(at)} de ${number(of)}`,
  cannotMove: (name) => `Não é possível mover ${name} mais nesta direção`,
  moveFailed: (name) => `Não foi possível mover ${shortly(name)}`,

  remove: 'Excluir',
  removeTitle: (name) => `Excluir “${name}”?`,
  removePage: 'Exclui a página com todas as versões e cancela a atualização dela. As memórias permanecem. Esta ação não pode ser desfeita.',
  removeFolder: (folders, pages) =>
    folders + pages === 0
      ? 'A pasta está vazia. Esta ação não pode ser desfeita.'
      : `Exclui também o conteúdo da pasta: ${contents(folders, pages)}, com todas as versões. As memórias permanecem. Esta ação não pode ser desfeita.`,
  removing: 'Excluindo…',
  removed: (name) => `${shortly(name)}: excluído`,
  removeFailed: 'Não foi possível excluir',

  back: 'Todas as páginas',
  path: 'Pastas desta página',
  openModel: 'Modelo mental',
  openVersions: 'Versões',
  missing: 'Página não encontrada',
  missingText: 'Este banco não tem essa página. Talvez ela tenha sido excluída.',
  onlyFolders: 'Estas pastas ainda não têm páginas',

  search: 'Buscar páginas',
  results: 'Páginas encontradas',
  searchFailed: 'Não foi possível buscar nas páginas',
  noMatch: 'Nenhuma página corresponde',
  noMatchText: 'Busque por palavras de uma página ou pelo assunto dela.',
  clearFilters: 'Limpar busca',
  score: (score) => `Pontuação ${score}`,
  byWords: (percent, rank) => `Palavras: ${percent}, posição ${rank}`,
  byMeaning: (cosine, rank) => `Significado: ${cosine}, posição ${rank}`,
  noWords: 'Palavras: nenhuma',
  noMeaning: 'Significado: não semelhante',
};
