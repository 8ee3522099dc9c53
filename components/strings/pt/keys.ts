import { listed, number, plural } from '#components/strings/counted';
import type { keys as english } from '#components/strings/keys';
import { ui } from '#components/strings/pt/ui';
import type { Translation } from '#components/strings/translated';

const banks = (n: number): string => plural(n, { one: '# banco', other: '# bancos' });
const days = (n: number): string => plural(n, { one: '# dia', other: '# dias' });

/** "90 dias", "12 horas", "5 minutos" */
const lifeText = (seconds: number): string => {
  const whole = Math.round(seconds / 86_400);
  if (whole >= 1) return days(whole);
  const hours = Math.round(seconds / 3600);
  return hours >= 1
    ? plural(hours, { one: '# hora', other: '# horas' })
    : plural(Math.max(1, Math.round(seconds / 60)), { one: '# minuto', other: '# minutos' });
};

export const keys: Translation<typeof english> = {
  title: 'Chaves de API',
  back: 'Todas as chaves de API',
  oneTitle: 'Chave de API',
  purpose: 'Agentes usam estas chaves para chamar esta organização. Uma chave revogada deixa de funcionar na próxima requisição.',
  listLabel: 'Chaves de API da organização',

  create: 'Criar chave',
  testAccess: 'Testar acesso',
  readOnly: (role, managers) =>
    `Como ${ui.roles[role]}, você pode ver todas as chaves, mas não alterá-las. Somente ${ui.rolesListed(managers)} podem criar, editar e revogar chaves.`,

  filters: 'Filtros da lista',
  status: 'Status da chave',
  statuses: { active: 'Ativas', expired: 'Expiradas', revoked: 'Revogadas', all: 'Todas' },
  search: 'Buscar chave',
  searchLabel: 'Buscar por nome ou prefixo',
  anyBank: 'Qualquer banco',
  anyOrigin: 'Qualquer origem',
  bankFilter: 'Banco',
  originFilter: 'Origem',
  reaching: (bank) => `com acesso a ${bank}`,
  needsAttention: 'requer atenção',
  takeOff: (what) => `Remover filtro: ${what}`,
  origins: {
    console: 'Criada por uma pessoa',
    child: 'Criada por uma chave',
    bootstrap: 'Criada pelo servidor',
    application: 'Aplicativo conectado',
  },

  columns: {
    name: 'Nome',
    prefix: 'Prefixo',
    banks: 'Bancos',
    lastUsed: 'Último uso',
    expires: 'Expira',
    created: 'Criada',
    status: 'Status',
    actions: 'Ações',
  },
  open: (name) => `Abrir ${name}`,
  createdOn: (day) => `criada em ${day}`,
  openDetails: 'Abrir detalhes',
  prefixOf: (name) => `os primeiros caracteres de ${name}`,
  prefixNote: 'somente os primeiros caracteres',
  neverUsed: 'nunca usada',
  neverEnds: 'nunca',
  allBanks: 'Todos os bancos',
  noBanks: 'Nenhum banco',
  noBanksNow: 'Nenhum',
  noBanksLeft: 'Todos os bancos a que tinha acesso foram excluídos; ela não tem acesso a nenhum banco.',
  withheldAll: 'No momento, ela não tem acesso a nenhum banco.',
  withheld: (n) =>
    plural(n, {
      one: '{banks} é um dos bancos dela, mas a chave que a criou perdeu o acesso. O acesso volta quando a chave mãe o recuperar.',
      other: '{banks} estão entre os bancos dela, mas a chave que a criou perdeu o acesso. O acesso volta quando a chave mãe o recuperar.',
    }),
  children: (n) => plural(n, { one: '# chave filha', other: '# chaves filhas' }),
  mayMint: 'pode criar chaves',
  fold: (name) => `Chaves filhas de ${name}`,
  createdBy: (day, who) => `${day}, por ${who}`,
  byKey: 'por chave',
  byServer: 'pelo servidor',
  bootstrapper: 'o servidor',
  childOf: (name) => `filha de ${name}`,
  actionsOf: (name) => `Ações de ${name}`,

  footer: (shown, status, children) => {
    const total = plural(
      shown,
      {
        active: { one: '# chave ativa', other: '# chaves ativas' },
        expired: { one: '# chave expirada', other: '# chaves expiradas' },
        revoked: { one: '# chave revogada', other: '# chaves revogadas' },
        all: { one: '# chave', other: '# chaves' },
      }[status],
    );
    return children === 0 ? total : `${total}, ${plural(children, { one: 'uma delas é chave filha', other: '# delas são chaves filhas' })}`;
  },
  footerPart: (shown, total) => `${number(shown)} de ${number(total)} carregadas`,
  more: 'Carregar mais',
  exact: 'último uso com precisão de um minuto',

  readFailed: 'Não foi possível carregar as chaves',
  emptyTitle: 'Nenhuma chave ainda',
  emptyText:
    'Um agente precisa de uma chave para memorizar e recuperar. A chave funciona imediatamente e só é exibida uma vez, quando você a cria.',
  emptyLocked: 'Um agente precisa de uma chave para memorizar e recuperar. Peça a um Proprietário ou Admin que crie a primeira.',
  noActive: 'Nenhuma chave ativa',
  noExpired: 'Nenhuma chave expirada',
  noRevoked: 'Nenhuma chave revogada',
  noneOfStatus: 'Chaves expiradas e revogadas continuam na lista para que o log de auditoria permaneça legível.',
  noActiveText: 'No momento, nenhuma chave pode chamar esta organização. Veja as listas de chaves expiradas e revogadas.',
  noMatch: 'Nenhuma chave encontrada',
  noMatchText: (filters) => `Filtros ativos: ${listed(filters)}.`,
  clearFilters: 'Limpar filtros',
  quoted: (text) => `“${text}”`,

  review: 'Mostrar chaves',
  dismiss: 'Dispensar',
  reviewTitle: (n) => plural(n, { one: '# chave requer atenção.', other: '# chaves requerem atenção.' }),
  reviewReasons: ({ unused, endless, bankless }) => {
    const reasons = [
      unused > 0 && plural(unused, { one: '# não é usada há 90 dias', other: '# não são usadas há 90 dias' }),
      endless > 0 && plural(endless, { one: '# nunca expira', other: '# nunca expiram' }),
      bankless > 0 && plural(bankless, { one: '# não tem mais acesso a nenhum banco', other: '# não têm mais acesso a nenhum banco' }),
    ];
    return `${reasons.filter(Boolean).join('; ')}.`;
  },
  hintUnused: (n) => `Sem uso há ${days(n)}. Revogue a chave se nada precisar dela.`,
  hintNeverUsed: (n) => `Criada há ${days(n)} e nunca usada. Revogue a chave se nada precisar dela.`,
  hintEndless: 'Nunca expira. Rotacione para uma chave que expire, para limitar os danos de um vazamento.',
  hintEndlessAll:
    'Nunca expira e tem acesso a todos os bancos. Rotacione para uma chave que expire e tenha acesso somente a bancos escolhidos, para limitar os danos de um vazamento.',

  badgeChild: 'chave filha',
  facts: {
    prefix: 'Prefixo',
    id: 'ID da chave',
    banks: 'Bancos',
    may: 'Permissões',
    expires: 'Expira',
    expired: 'Expirou',
    lastUsed: 'Último uso',
    created: 'Criada',
    origin: 'Origem',
    parent: 'Criada pela chave',
    revoked: 'Revogada',
  },
  futureBanks: 'inclusive os futuros',
  doesMint: 'criar chaves filhas',
  whenBy: '{time}, por {who}',
  family: 'Chaves filhas',
  familyEmpty: 'Nenhuma chave filha ainda.',
  familyNone: 'Ela não pode criar chaves filhas.',
  familyMore: (n) => plural(n, { one: 'Mais # chave filha na lista', other: 'Mais # chaves filhas na lista' }),
  breaks: 'Se você a revogar agora',
  breaksKeys: (n) =>
    n === 1
      ? 'Esta chave para na próxima requisição.'
      : plural(n - 1, {
          one: 'Esta chave e # chave filha param na próxima requisição.',
          other: 'Esta chave e # chaves filhas param na próxima requisição.',
        }),
  breaksBanks: (n) => {
    if (n === 0) return 'Ela não tem acesso a nenhum banco; ninguém perde acesso.';
    return n === null
      ? 'Chamadas a todos os bancos são recusadas.'
      : plural(n, { one: 'Chamadas a # banco são recusadas.', other: 'Chamadas a # bancos são recusadas.' });
  },
  breaksUsed: 'Última chamada {time}.',
  breaksUsedBy: 'Última chamada {time}, por {name}.',
  breaksUnused: (n) => (n === 1 ? 'Ela nunca foi usada.' : 'Nenhuma delas foi usada.'),
  breaksNothing: 'Nada muda: ela já não funciona.',
  audit: 'Log de auditoria desta chave',
  auditLocked: 'Somente Proprietários e Admins podem ver o log de auditoria.',
  notFound: 'Chave não encontrada',
  notFoundText: 'A organização não tem uma chave com este ID. Ela pode pertencer a outra organização.',
  toList: 'Todas as chaves de API',
  oneFailed: 'Não foi possível carregar a chave',

  editBanks: 'Editar bancos',
  rotate: 'Rotacionar',
  revoke: 'Revogar',
  revokeKey: 'Revogar chave',
  locks: {
    scope: {
      revoked: 'Uma chave revogada não pode ser editada.',
      expired: 'Uma chave expirada não pode ser editada.',
      child: 'Os bancos de uma chave filha não podem ser editados. Revogue-a e deixe a chave mãe criar outra.',
      bootstrap: 'Os bancos de uma chave criada pelo servidor não podem ser editados. Crie uma chave com os bancos de que precisa.',
      application: 'Um aplicativo usa esta chave. Revogue-a e conecte o aplicativo novamente.',
    },
    rotate: {
      revoked: 'Uma chave revogada não pode ser rotacionada.',
      child: 'Uma chave filha não pode ser rotacionada aqui. A chave mãe cria uma sucessora pela API.',
      application: 'Um aplicativo renova o próprio acesso.',
    },
    revoke: {
      revoked: 'Já foi revogada permanentemente.',
      expired: 'Ela expirou.',
      child: 'Uma chave a criou.',
      bootstrap: 'O servidor a criou.',
      application: 'Uma pessoa a conectou.',
    },
  },

  createPurpose: 'A chave é exibida uma vez. Somente a impressão digital dela é armazenada.',
  name: 'Nome',
  nameHelp: 'Use o nome do agente que vai usá-la. Ele aparece no log de auditoria.',
  namePlaceholder: 'Agente de suporte, produção',
  nameMissing: 'Digite um nome.',
  nameLong: (max) => `Use no máximo ${max} caracteres.`,
  expires: 'Expiração',
  expiries: {
    '1_hour': '1 hora',
    '1_day': '1 dia',
    '7_days': '7 dias',
    '30_days': '30 dias',
    '90_days': '90 dias',
    '1_year': '1 ano',
    custom: 'Personalizada',
    never: 'Nunca',
  },
  days: 'Dias até a expiração',
  daysBound: (max) => `Digite um número inteiro de 1 a ${number(max)}.`,
  endsAt: (when) => `Expira em ${when}.`,
  neverMeant: 'Esta chave não deve expirar',
  neverMeantHelp: 'Uma cópia vazada também funcionaria para sempre.',
  neverNeeded: 'Marque a caixa ou escolha uma expiração.',
  banks: 'Bancos',
  banksAll: 'Todos os bancos',
  banksAllHelp: 'inclusive os futuros',
  banksChosen: 'Bancos escolhidos',
  banksOf: (n, total) => `${number(n)} de ${number(total)}`,
  banksMissing: 'Escolha pelo menos um banco ou todos os bancos.',
  banksUnknown: 'Um dos bancos não existe mais. Escolha novamente.',
  findBank: 'Buscar banco',
  bankList: 'Bancos da chave',
  bankMemories: (n) => plural(n, { one: '# memória', other: '# memórias' }),
  noBankFound: (q) => `Nenhum banco corresponde a “${q}”.`,
  noBanksYet: 'Ainda não há bancos. Uma chave para todos os bancos pode criar o primeiro.',
  banksMore: (n) =>
    plural(n, { one: 'Mais # banco; use a busca para encontrá-lo.', other: 'Mais # bancos; use a busca para encontrá-los.' }),
  banksFailed: 'Não foi possível carregar os bancos.',
  mint: 'Pode criar chaves filhas',
  mintHelp: 'Pela API, ela pode criar chaves mais restritas e de vida mais curta. Revogar esta chave revoga todas elas.',
  mintDays: (n) => `Uma chave filha dura dias inteiros e expira antes da chave mãe: no momento, no máximo ${days(n)}.`,
  mintLocked:
    'Uma chave filha dura pelo menos um dia inteiro e expira antes da chave mãe. Esta expiração é cedo demais para qualquer chave filha.',
  verbs: { 'bank.read': 'ler', 'bank.write': 'gravar', 'bank.configure': 'configurar', 'bank.create': 'criar', 'bank.delete': 'excluir' },
  can: (verbs, isEndless, mints) =>
    `Pode ${listed(verbs)} {banks} ${isEndless ? 'e {never}' : 'até {time}'}. ${mints ? 'Pode criar chaves filhas.' : 'Não pode criar chaves filhas.'}`,
  everyBank: 'todos os bancos, inclusive os futuros',
  nBanks: (n, total) => (total === null ? banks(n) : `${number(n)} de ${banks(total)}`),
  neverExpires: 'nunca expira',
  notYet: 'Escolha bancos e uma expiração para ver o que a chave pode fazer.',
  creating: 'Criando',
  createFailed: 'Não foi possível criar a chave.',

  storeNow: 'Guarde esta chave agora',
  isActive: '{name} está ativa. A chave só é exibida uma vez; depois de fechar esta página, não será possível vê-la novamente.',
  theKey: 'A chave',
  reveal: 'Mostrar a chave',
  conceal: 'Ocultar a chave',
  copy: 'Copiar',
  copiedKey: 'Chave copiada',
  selectInstead: 'O navegador não permitiu copiar. A chave está visível e selecionada: copie-a com Ctrl C ou pelo menu do celular.',
  keyForm: (n) => `${n} caracteres. O final é uma soma de verificação; assim, uma chave digitada errada é rejeitada sem consulta.`,
  firstCall: 'Primeira chamada com a chave',
  snippets: { curl: 'curl', env: 'env', python: 'Python', typescript: 'TypeScript' },
  copySnippet: 'Copiar com a chave',
  copyCode: 'Copiar',
  snippetNote: {
    curl: 'O comando copiado contém a chave. Ele funciona em qualquer máquina com acesso a este servidor.',
    env: 'As linhas copiadas contêm a chave. As outras guias leem estas duas variáveis.',
    python: 'Lê o endereço e a chave do ambiente. Não exige bibliotecas.',
    typescript: 'Lê o endereço e a chave do ambiente. Não exige bibliotecas.',
  },
  question: 'O que você sabe sobre mim?',
  stored: 'Guardei esta chave',
  done: 'Concluir',
  doneLocked: 'Copie a chave ou confirme que a guardou.',
  mustStore: 'A chave só é exibida uma vez. Copie-a ou confirme que a guardou e depois feche.',

  revokeTitle: (name) => `Revogar ${name}?`,
  revokeText: 'Ela deixa de funcionar na próxima requisição. Não é possível desfazer.',
  revokeLast: 'Último uso',
  revokeLastNever: 'Nunca',
  revokeBanks: 'Bancos',
  revokeDies: (n) => plural(n, { one: '# chave filha também deixa de funcionar', other: '# chaves filhas também deixam de funcionar' }),
  revokeAlone: 'Nenhuma outra chave depende dela.',
  revokeReading: 'Verificando o que depende dela',
  revokeUnread: 'Não foi possível verificar o que depende dela; por isso, ela não pode ser revogada aqui.',
  revoking: 'Revogando',
  revoked: (name) => `Chave ${name} revogada`,
  revokedCount: (n) => plural(n, { one: '# chave deixou de funcionar.', other: '# chaves deixaram de funcionar.' }),
  revokedBefore: 'Ela já estava revogada; nada mudou.',
  batch: {
    action: (n) => `Revogar ${plural(n, { one: '# chave', other: '# chaves' })}`,
    title: (n) => `Revogar ${plural(n, { one: '# chave', other: '# chaves' })}?`,
    text: 'Elas e suas chaves filhas deixam de funcionar na próxima requisição. Isso não pode ser desfeito.',
    word: 'revogar',
    skipped: (n) => `${number(n)} da seleção não podem ser revogadas.`,
    done: (n) => plural(n, { one: '# chave revogada', other: '# chaves revogadas' }),
  },
  revokeFailed: 'Não foi possível revogar a chave.',

  rotateTitle: (name) => `Rotacionar ${name}`,
  rotatePurpose: 'Cria uma sucessora. A chave antiga funciona até que você a revogue.',
  rotateExpired: 'Cria uma sucessora. A chave antiga expirou e continua expirada.',
  rotateName: 'Nome da nova chave',
  rotateSteps: ['Crie a nova chave e guarde-a', 'Entregue-a ao agente', 'Revogue a chave antiga quando ela não for mais usada'],
  rotateGets: 'A nova chave recebe',
  rotateOldUse: 'Último uso da chave antiga',
  rotateMint: 'permissão para criar chaves filhas',
  rotateMintNot: 'sem permissão para criar chaves filhas',
  rotateLife: (seconds) => `daqui a ${lifeText(seconds)}`,
  rotateNoExpiry: 'sem expiração, como a chave antiga',
  rotateSentence: (name, isExpired, children) => {
    const both = isExpired
      ? `A nova chave funcionará. ${name} continua expirada`
      : `As duas chaves funcionarão. ${name} permanece como está`;
    return children === 0
      ? `${both}.`
      : `${both}, ${plural(children, {
          one: 'assim como a chave filha dela. A nova chave não a herda.',
          other: 'assim como as # chaves filhas dela. A nova chave não as herda.',
        })}`;
  },
  rotateButton: 'Criar nova chave',
  rotateFailed: 'Não foi possível criar a nova chave.',
  oldStillActive: 'A chave antiga ainda funciona',
  oldLastUsed: '{stillWorks}: {name}, último uso {time}',
  oldNeverUsed: '{stillWorks}: {name}, nunca usada',
  oldStopped: 'A chave antiga não funciona mais. A rotação está concluída.',
  revokeOld: 'Revogar a chave antiga',
  replacedNote: 'Uma nova chave foi criada para substituí-la: {name}',

  editTitle: (name) => `Bancos de ${name}`,
  editPurpose: 'Vale a partir da próxima requisição.',
  editNothing: 'Nenhuma alteração ainda.',
  editAdds: (n) => `Ganha ${banks(n)}.`,
  editSwaps: (gained, lost) => `Ganha ${banks(gained)}, perde ${banks(lost)}.`,
  editLoses: (n) => `Perde ${banks(n)}.`,
  editToAll: 'Terá acesso a todos os bancos, inclusive os futuros.',
  editFromAll: (n) => `Terá acesso a ${banks(n)} em vez de todos.`,
  editChildren: (n) =>
    plural(n, { one: 'A chave filha dela perde os mesmos bancos.', other: 'As # chaves filhas dela perdem os mesmos bancos.' }),
  editDifference: 'Diferença',
  editGained: 'ganhos',
  editLost: 'perdidos',
  editRest: 'todos os outros bancos',
  editLastUse: (when) => `Último uso: ${when}.`,
  save: 'Salvar bancos',
  saving: 'Salvando',
  saved: (name) => `Bancos de ${name} salvos`,
  savedDetail: 'Vale a partir da próxima requisição.',
  saveFailed: 'Não foi possível salvar os bancos.',
  chosen: 'Selecionado',
};
