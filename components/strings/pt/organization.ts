import { plural } from '#components/strings/counted';
import type { organization as english } from '#components/strings/organization';
import { ui } from '#components/strings/pt/ui';
import type { Translation } from '#components/strings/translated';

const banksText = (n: number): string => plural(n, { one: '# banco', other: '# bancos' });
const keysText = (n: number): string => plural(n, { one: '# chave ativa', other: '# chaves ativas' });
const membersText = (n: number): string => plural(n, { one: '# membro', other: '# membros' });

export const organization: Translation<typeof english> = {
  title: 'Configurações',
  purpose: 'Nome, identificadores e exclusão desta organização.',

  readOnly: (role, owners) =>
    `Sua função é ${ui.roles[role]}: você pode ver estas configurações. Somente um Proprietário pode alterá-las${owners ? `: ${owners}` : ''}.`,
  ownersOnly: (who) => `Somente um Proprietário pode fazer isto: ${who}.`,
  ownersOnlyAlone: 'Somente um Proprietário pode fazer isto.',

  nameTitle: 'Nome',
  name: 'Nome',
  nameHelp: 'Um nome de exibição, que aparece no seletor, nos convites e no log. As URLs não mudam.',
  nameMissing: 'Digite um nome de até 100 caracteres.',
  save: 'Renomear',
  saving: 'Renomeando',
  unchanged: 'Nenhuma alteração ainda.',
  renamed: (name) => `Organização renomeada para ${name}`,
  renameFailed: 'Não foi possível renomear a organização',

  addressTitle: 'Identificadores',
  slug: 'Slug',
  slugWhy:
    'O slug faz parte das URLs do console e do cabeçalho X-Organization em chamadas de quem fez login. O ID aparece em logs e exportações. Nenhum dos dois pode ser alterado. Chamadas com uma chave de API não precisam deles.',
  id: 'ID',

  otherTitle: 'Outra organização',
  otherWhy: 'Organizações não compartilham bancos, chaves nem membros. Quem cria a organização se torna Proprietário.',
  create: 'Criar organização',

  deleteTitle: 'Excluir organização',
  deleteWhy: 'Exclui permanentemente a organização e tudo o que ela contém. Não há backup, e não é possível desfazer.',
  willDelete: 'Será excluído',
  banks: banksText,
  keys: keysText,
  members: membersText,
  log: 'O log de auditoria',
  lines: {
    banks: (n) => (n === 0 ? '{count}' : '{count} com todas as memórias, documentos e modelos mentais'),
    keys: (n) =>
      n === 0 ? '{count} e todas as chaves revogadas' : '{count} com as chaves filhas; deixam de funcionar na próxima requisição',
    members: (n) => (n === 1 ? '{count} perde o acesso; a conta permanece' : '{count} perdem o acesso; as contas permanecem'),
    log: '{log}, por completo; se precisar dele, exporte-o antes. A exclusão em si é registrada no log da primeira organização',
  },
  exportLog: 'Abrir o log de auditoria',
  countFailed: 'Não foi possível contar o conteúdo',
  action: 'Excluir organização',
  deleteDefault: 'A primeira organização não pode ser excluída, porque o servidor a usa.',
  confirmTitle: (name) => `Excluir ${name} permanentemente?`,
  confirmText: (banks, keys, members) =>
    `Exclui ${banksText(banks)}, ${keysText(keys)} e a participação de ${membersText(members)}. {final}`,
  confirmFinal: 'Não é possível desfazer.',
  deleting: 'Excluindo',
};
