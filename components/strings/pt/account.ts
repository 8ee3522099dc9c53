import type { account as english } from '#components/strings/account';
import { plural } from '#components/strings/counted';
import type { Translation } from '#components/strings/translated';

export const account: Translation<typeof english> = {
  title: 'Conta',
  purpose: 'Sua conta é a mesma em todas as suas organizações.',
  signOut: 'Sair',
  signingOut: 'Saindo',
  signOutFailed: 'Não foi possível sair',
  loading: 'Carregando sua conta',
  loadFailed: 'Não foi possível carregar sua conta',

  you: 'Você',
  name: 'Nome',
  nameHelp: 'Aparece para outras pessoas na lista de membros e ao lado do que você cria.',
  nameMissing: 'Digite um nome de até 200 caracteres.',
  email: 'Endereço de e-mail',
  emailHelp: 'Usado para login e convites. Não pode ser alterado.',
  save: 'Salvar nome',
  saving: 'Salvando',
  saved: 'Nome salvo',
  saveFailed: 'Não foi possível salvar seu nome',
  unchanged: 'Nenhuma alteração ainda.',

  language: 'Idioma',
  consoleLanguage: 'Idioma do console',
  languageHelp: 'Memórias, perguntas e respostas continuam nos próprios idiomas.',
  browserLanguage: 'Como no navegador',
  languageFailed: 'Não foi possível salvar o idioma',

  password: 'Senha',
  current: 'Senha atual',
  next: 'Nova senha',
  nextHelp: 'De 8 a 200 caracteres. Várias palavras são fáceis de lembrar e difíceis de adivinhar.',
  currentMissing: 'Digite sua senha atual.',
  nextShort: (length) => `Use pelo menos 8 caracteres; esta tem ${length}.`,
  nextLong: 'Use no máximo 200 caracteres.',
  nextSame: 'Esta é sua senha atual. Escolha outra.',
  change: 'Alterar senha',
  changing: 'Alterando',
  changed: 'Senha alterada',
  changeFailed: 'Não foi possível alterar a senha',
  ended: (n) =>
    n === 0
      ? 'Não havia outras sessões abertas.'
      : plural(n, { one: '# outra sessão foi encerrada.', other: '# outras sessões foram encerradas.' }),
  willEnd: (n) =>
    n === 0
      ? 'Esta sessão continua aberta. Não há outras sessões abertas.'
      : `Esta sessão continua aberta. ${plural(n, {
          one: '# outra sessão termina na próxima requisição.',
          other: '# outras sessões terminam na próxima requisição.',
        })}`,
  noPassword: 'Esta conta não tem senha',
  noPasswordWhy:
    'Você entra por um provedor. Se havia uma senha, ela foi removida no seu primeiro login por ele, porque até então seu endereço de e-mail não estava verificado. Para definir uma senha, peça um link de redefinição a um Proprietário ou Admin da sua organização.',

  methods: { password: 'Senha', github: 'GitHub', google: 'Google', oidc: 'Login único (SSO)' },
  methodNow: {
    password: 'Usada nesta sessão',
    github: 'Login feito aqui pelo GitHub',
    google: 'Login feito aqui pelo Google',
    oidc: 'Login feito aqui por login único (SSO)',
  },

  sessions: 'Sessões',
  endOthers: 'Encerrar as outras sessões',
  endOthersLocked: 'Não há outras sessões abertas.',
  endOthersTitle: 'Encerrar as outras sessões?',
  endOthersText: (n) =>
    `${plural(n, {
      one: '# sessão termina na próxima requisição.',
      other: '# sessões terminam na próxima requisição.',
    })} Esta sessão continua aberta.`,
  endOthersBusy: 'Encerrando',
  endedOthers: (n) => plural(n, { one: '# sessão encerrada', other: '# sessões encerradas' }),
  end: 'Encerrar',
  endOf: (device) => `Encerrar a sessão em ${device}`,
  ending: 'Encerrando',
  endedOne: (device) => `Sessão em ${device} encerrada`,
  endFailed: 'Não foi possível encerrar a sessão',
  thisOne: 'esta',
  sessionsLoading: 'Carregando sessões',
  sessionsFailed: 'Não foi possível carregar suas sessões',
  columns: {
    device: 'Dispositivo',
    address: 'Endereço',
    method: 'Login por',
    created: 'Login',
    lastSeen: 'Último acesso',
    ends: 'Prazo máximo',
    actions: 'Ações',
  },
  connections: 'Aplicativos conectados',
  connectionsLoading: 'Carregando aplicativos conectados',
  connectionsFailed: 'Não foi possível carregar seus aplicativos conectados',
  connectionsFoot: 'Aplicativos que você autorizou a usar sua memória por MCP',
  noConnections: 'Nenhum aplicativo conectado',
  noConnectionsWhy: 'Um aplicativo que entra com a sua conta aparece aqui.',
  connectionColumns: {
    application: 'Aplicativo',
    access: 'Acesso',
    created: 'Conectado',
    lastUsed: 'Último uso',
    expires: 'Expira',
  },
  connectionAccess: (access, banks, organization) =>
    `${access === 'write' ? 'Lê e grava' : 'Lê'} ${
      banks === null ? 'todos os bancos' : banks.length === 1 ? banks[0] : plural(banks.length, { one: '# banco', other: '# bancos' })
    } de ${organization}`,
  connectionUnused: 'nunca',
  endConnection: 'Encerrar acesso',
  endConnectionOf: (application) => `Encerrar o acesso de ${application}`,
  endConnectionTitle: (application) => `Encerrar o acesso de ${application}?`,
  endConnectionText: 'A próxima requisição dele falha. Para voltar a usá-lo, conecte-o novamente.',
  connectionEnded: (application) => `${application} não tem mais acesso`,
  sessionsFoot: 'As sessões também terminam após um dia sem requisições',
  exact: 'último acesso com precisão de um minuto',
  unknownDevice: 'Dispositivo desconhecido',
  on: (browser, system) => `${browser} no ${system}`,

  organizations: 'Organizações',
  open: 'Abrir',
  openOf: (name) => `Abrir ${name}`,
  noOrganization: 'Você não pertence a nenhuma organização',
  noOrganizationWhy: 'Aceite um convite ou crie uma organização.',
  create: 'Criar organização',
};
