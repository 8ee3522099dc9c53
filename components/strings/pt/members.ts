import { plural } from '#components/strings/counted';
import type { members as english } from '#components/strings/members';
import { ui } from '#components/strings/pt/ui';
import type { Translation } from '#components/strings/translated';

const membersText = (n: number): string => plural(n, { one: '# membro', other: '# membros' });

/** The permitted action, after “pode”. */
const permissions: Translation<(typeof english)['permissions']> = {
  'bank.list': 'ver todos os bancos',
  'bank.read': 'ler, recuperar e refletir em todos os bancos',
  'bank.write': 'memorizar, fazer curadoria, atualizar modelos mentais',
  'bank.create': 'criar bancos',
  'bank.configure': 'alterar as configurações de um banco',
  'usage.view': 'ver os modelos em uso e seu custo',
  'bank.delete': 'excluir bancos, editar e exportar em massa',
  'key.view': 'ver as chaves de API',
  'key.manage': 'criar, restringir, rotacionar e revogar chaves de API',
  'key.mint': 'criar chaves filhas',
  'member.view': 'ver os membros, deixar a organização',
  'member.manage': 'convidar e remover Membros, criar links de redefinição',
  'admin.manage': 'nomear, rebaixar e remover Admins',
  'audit.view': 'ver e exportar o log de auditoria',
  'organization.manage': 'nomear, rebaixar e remover Proprietários; renomear e excluir a organização',
};

export const members: Translation<typeof english> = {
  title: 'Membros',
  purpose: 'Pessoas com acesso a esta organização e o que podem fazer.',
  invite: 'Convidar pessoa',
  filters: 'Filtrar membros',
  search: 'Nome ou e-mail',
  roleFilter: 'Função',
  all: 'Todos',
  columns: {
    name: 'Nome',
    email: 'E-mail',
    role: 'Função',
    joined: 'Entrada',
    lastSeen: 'Último acesso',
    actions: 'Ações',
    invitedBy: 'Convite de',
    sent: 'Convite',
    ends: 'Expira',
  },
  you: 'você',
  neverSeen: 'nunca entrou',
  total: membersText,
  shown: (n, total) => `${n} de ${membersText(total)}`,
  lastSeenExact: 'Último acesso com precisão de um minuto',
  loading: 'Carregando membros',
  loadFailed: 'Não foi possível carregar os membros',
  noneFound: 'Nenhum membro encontrado',
  noneFoundWhy: 'Nenhum nome ou endereço de e-mail corresponde ao filtro.',
  clearFilter: 'Limpar filtro',
  actionsOf: (name) => `Ações de ${name}`,

  menu: {
    role: 'Alterar função',
    reset: 'Criar link de redefinição',
    remove: 'Remover da organização',
    leave: 'Deixar a organização',
  },

  locks: {
    onlyFor: (roles, who) => `Somente para ${ui.rolesListed(roles)}${who ? `: ${who}` : ''}.`,
    roles: (roles, who) => `Somente ${ui.rolesListed(roles)} podem alterar funções${who ? `: ${who}` : ''}.`,
    above: (who) => `Um Admin não pode agir sobre esta função. Fale com um Proprietário: ${who}.`,
    aboveAlone: 'Um Admin não pode agir sobre esta função. Fale com um Proprietário.',
    lastOwner: 'Uma organização precisa de um Proprietário, e este é o último. Antes, torne outro membro Proprietário.',
    ownPassword: 'Altere sua própria senha na página da sua conta.',
    onlyOwners: (who) => `Somente um Proprietário pode conceder ou retirar esta função: ${who}.`,
  },
  mayAs: (role) => `Permissões de ${ui.roles[role]}`,
  keysMade: 'Chaves de API criadas',
  noKeysMade: 'Nenhuma que ainda exista.',
  readOnly: (managers, who) =>
    `Você pode ver os membros. Somente ${ui.rolesListed(managers)}${who ? ` (${who})` : ''} podem convidar e remover pessoas.`,

  notPermitted: {
    title: (page, roles) => `${page}: somente para ${ui.rolesListed(roles)}`,
    text: (role, who, changers, changerNames) =>
      `Sua função é ${ui.roles[role]}. ${who ? `Quem tem acesso: ${who}. ` : ''}Somente ${ui.rolesListed(changers)} podem alterar funções${changerNames ? `: ${changerNames}` : ''}.`,
  },
  more: (n) => `mais ${n}`,

  roleSheet: {
    title: (name) => `Função de ${name}`,
    purpose: 'Vale a partir da próxima requisição, em todas as páginas abertas.',
    choose: 'Função',
    now: (role) => `${ui.roles[role]}, atual`,
    gains: 'Ganha',
    loses: 'Perde',
    same: (name, role) => `${name} continua como ${ui.roles[role]}.`,
    sentence: '{name} passa a ser {role} na próxima requisição.',
    sentenceSelf: 'Você passa a ser {role} na próxima requisição.',
    invitationsStop: 'Convites e links de redefinição que esta pessoa criou, e que não poderá mais criar, deixam de funcionar.',
    save: 'Alterar função',
    saving: 'Salvando',
    done: (name, role) => `${name} agora é ${ui.roles[role]}`,
    failed: 'Não foi possível alterar a função',
  },

  remove: {
    title: (name) => `Remover ${name}?`,
    access: 'O acesso termina na próxima requisição de {email}. Para voltar, a pessoa precisará de um novo convite.',
    keysLoading: 'Carregando as chaves criadas por esta pessoa',
    keysFailed: 'Não foi possível carregar as chaves criadas por esta pessoa',
    noKeys: 'Não resta nenhuma chave de API criada por esta pessoa.',
    keysStay: (n) =>
      plural(n, {
        one: '# chave criada por esta pessoa continua funcionando. Ela pertence à organização.',
        other: '# chaves criadas por esta pessoa continuam funcionando. Elas pertencem à organização.',
      }),
    keysAdvice: 'Quem tiver uma cópia de uma chave ainda poderá usá-la. Revogue as chaves que devem parar de funcionar.',
    neverUsed: 'nunca usada',
    lastUsed: 'usada {time}',
    action: 'Remover',
    busy: 'Removendo',
    done: (name) => `Membro removido: ${name}`,
    doneKeys: (n) =>
      plural(n, { one: '# chave criada por esta pessoa ainda funciona', other: '# chaves criadas por esta pessoa ainda funcionam' }),
    showKeys: 'Mostrar chaves',
  },

  leave: {
    title: (organization) => `Deixar ${organization}?`,
    text: 'Você perde o acesso na próxima requisição e precisará de um novo convite para voltar. As chaves que você criou continuam funcionando.',
    action: 'Deixar a organização',
    busy: 'Saindo',
    done: (organization) => `Você deixou ${organization}`,
  },

  reset: {
    title: (name) => `Criar um link de redefinição para ${name}?`,
    text: 'Quem abrir o link poderá escolher uma nova senha e entrar como esta pessoa. O link funciona uma vez, por 24 horas.',
    consequence: 'A senha atual continua funcionando até lá. Ao escolher uma nova senha, todas as sessões desta pessoa terminam.',
    older: 'Um link de redefinição anterior deixa de funcionar.',
    action: 'Criar link',
    busy: 'Criando',
    linkTitle: 'Compartilhe este link agora',
    linkPurpose: 'Permite que {email} escolha uma nova senha. O link só é exibido uma vez.',
    until: 'Funciona uma vez, até',
  },

  inviteSheet: {
    title: 'Convidar pessoa',
    purpose: 'Convide com um link que você compartilha; nenhum e-mail é enviado.',
    email: 'Endereço de e-mail',
    emailHelp: 'O link funciona somente para este endereço.',
    emailMissing: 'Digite um endereço de e-mail, como ines@example.org.',
    role: 'Função',
    roleLocked: (who) => `Somente um Proprietário pode convidar Admins: ${who}.`,
    noOwners: 'Ninguém pode ser convidado como Proprietário. Um Proprietário pode promover um membro depois.',
    isMember: (email) => `${email} já é membro.`,
    isInvited: 'Este endereço já tem um convite em aberto. O link dele deixa de funcionar quando você cria um novo.',
    incomplete: 'Digite um endereço para ver o que o link faz.',
    sentence: '{email} entra em {organization} como {role} com um link que funciona uma vez, até {time}.',
    inPlace: '{email} entra em {organization} como {role} com um novo link que substitui o anterior, até {time}.',
    action: 'Criar convite',
    busy: 'Criando',
    failed: 'Não foi possível criar o convite',
  },

  link: {
    inviteTitle: 'Compartilhe este link agora',
    invitePurpose: 'Permite a entrada de {email}. O link só é exibido uma vez.',
    label: 'Link',
    copy: 'Copiar',
    what: 'o link',
    bound: 'Endereço de e-mail',
    asRole: 'Entra como',
    worksOnce: 'Funciona uma vez, até',
    until: (time) => `${time}, 7 dias`,
    stored: 'Compartilhei ou guardei o link',
    done: 'Concluir',
    doneLocked: 'Antes, copie o link ou marque a caixa: ele não será exibido novamente.',
    careful: 'Quem tiver o link poderá entrar com este endereço. Envie-o somente por onde só esta pessoa possa lê-lo.',
  },

  invitations: {
    title: 'Convites em aberto',
    none: 'Nenhum convite em aberto. Os convites ficam na lista até serem aceitos, cancelados ou completarem 7 dias.',
    forbidden: 'Você não pode ver os convites em aberto.',
    loading: 'Carregando convites',
    loadFailed: 'Não foi possível carregar os convites',
    again: 'Novo link',
    againOf: (email) => `Novo link para ${email}`,
    againTitle: (email) => `Novo link para ${email}?`,
    againText: 'O link anterior deixa de funcionar. O novo funciona uma vez, por 7 dias, e somente para este endereço.',
    againBusy: 'Criando',
    cancel: 'Cancelar convite',
    cancelOf: (email) => `Cancelar o convite de ${email}`,
    cancelTitle: (email) => `Cancelar o convite de ${email}?`,
    cancelText: 'O link deixa de funcionar imediatamente. Você pode convidar a pessoa novamente.',
    cancelBusy: 'Cancelando',
    keep: 'Manter convite',
    cancelled: (email) => `Convite de ${email} cancelado`,
    somebody: 'um ex-membro',
    expired: 'Expirado',
  },

  roleWords: {
    help: (role, more) => {
      const text = more.map((permission) => permissions[permission]).join('; ');
      if (role === 'member') return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
      return `Tudo o que um ${role === 'owner' ? 'Admin' : 'Membro'} pode fazer. E também: ${text}.`;
    },
    panel: 'Permissões de cada função',
    permission: 'Permissão',
    yes: 'sim',
    no: 'não',
    note: 'O servidor verifica estas permissões em cada requisição; esta tabela apenas as exibe.',
  },

  permissions,
};
