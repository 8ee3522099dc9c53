import { listed, number, plural } from '#components/strings/counted';
import type { Translation } from '#components/strings/translated';
import type { ui as english, TAG_MODE_TEXTS as englishModes } from '#components/strings/ui';

export const TAG_MODE_TEXTS: Translation<typeof englishModes> = {
  any: 'qualquer uma delas ou sem tags',
  all: 'todas elas ou sem tags',
  any_strict: 'qualquer uma delas',
  all_strict: 'todas elas',
  exact: 'exatamente estas',
};

const rolesPlural = { owner: 'Proprietários', admin: 'Admins', member: 'Membros' };

const facts = { world: 'Mundo', experience: 'Experiência', observation: 'Observação', entity: 'Entidade', model: 'Modelo mental' };

/** Ends a title or message with a period, so that another sentence can follow. */
const asSentence = (text: string): string => (text.endsWith('.') ? text : `${text}.`);

export const ui: Translation<typeof english> = {
  notifications: 'Notificações',
  close: 'Fechar',
  cancel: 'Cancelar',
  copy: 'Copiar',
  copied: 'Copiado',
  copyOf: (what) => `Copiar ${what}`,
  copyFailed: 'O navegador não permitiu copiar. Selecione o texto',
  tryAgain: 'Tentar novamente',
  results: (n) => plural(n, { one: '# resultado', other: '# resultados' }),
  asSentence,
  period: '.',
  labeled: (label, value) => `${label}: ${value}`,
  labelBefore: (label) => `${label}:`,
  labelWithNote: (label, note) => `${label} (${note})`,
  series: (parts) => parts.join(', '),
  past: {
    label: 'Estado anterior',
    known: (day) => `conhecido em ${day}`,
    valid: (day) => `verdadeiro em ${day}`,
    knownOn: 'Conhecido em',
    validOn: 'Verdadeiro em',
    help: 'O que o banco sabia no fim do primeiro dia (UTC) e o que era verdade ao meio-dia do segundo. Deixe em branco para agora.',
    incomplete: 'Parte do que se sabia não pode mais ser mostrada, porque foi excluída permanentemente ou reescrita.',
  },
  requestId: 'ID da requisição',
  loading: 'Carregando',
  emptySearch: 'Limpar busca',
  optional: 'opcional',
  show: 'Mostrar',
  hide: 'Ocultar',
  previous: 'Anterior',
  next: 'Seguinte',
  openPage: 'Abrir como página',
  keyboard: { enter: 'Enter', ctrlEnter: 'Ctrl Enter', ctrlK: 'Ctrl K' },
  typeToConfirm: 'Para confirmar, digite {name}',
  discardTitle: 'Descartar as alterações?',
  discardText: 'Elas não foram salvas e serão perdidas.',
  discard: 'Descartar',
  keepWriting: 'Continuar editando',
  rangeOf: (from, to, total) => `${from} a ${to} de ${total}`,
  sortedUp: 'em ordem crescente',
  sortedDown: 'em ordem decrescente',
  sort: 'Ordenar por',
  sortedBy: (column, order) => `Ordem: ${column}, ${order === 'asc' ? 'crescente' : 'decrescente'}`,
  orders: { asc: 'Crescente: de A a Z, mais antigos primeiro', desc: 'Decrescente: de Z a A, mais recentes primeiro' },
  cachedFrom: 'Última atualização {time}.',
  offline: 'Não foi possível acessar o servidor. Nada foi alterado.',
  unexpected: 'O servidor enviou uma resposta inesperada. Nada foi alterado.',
  waitSeconds: (seconds) => plural(seconds, { one: 'Tente novamente em # segundo.', other: 'Tente novamente em # segundos.' }),
  never: 'nunca',
  now: 'agora',
  when: { said: 'menção: {time}', happened: 'ocorrência: {time}', about: 'sobre: {time}' },
  until: (from, to) => `${from} a ${to}`,
  utc: 'UTC',
  localTime: (time) => `${time}, horário local`,
  toMinute: 'precisão de um minuto',
  facts,
  factsInText: { world: 'mundo', experience: 'experiência', observation: 'observação' },
  typeWithCount: (type, n) => `${facts[type]} ${number(n)}`,
  factCount: {
    world: (n) => plural(n, { one: '# fato do mundo', other: '# fatos do mundo' }),
    experience: (n) => plural(n, { one: '# experiência', other: '# experiências' }),
    observation: (n) => plural(n, { one: '# observação', other: '# observações' }),
  },
  invalid: 'invalidada',
  basedOn: (parts) => `Com base em ${parts.join(', ')}`,
  deletedMark: 'excluído:',
  insertedMark: 'inserido:',
  changeEnds: ', fim;',
  keyStatus: {
    active: 'Ativa',
    expired: 'Expirada',
    revoked: 'Revogada',
    endsSoon: 'expira em até 7 dias',
  },
  roles: { owner: 'Proprietário', admin: 'Admin', member: 'Membro' },
  rolesPlural,
  rolesListed: (roles) => listed(roles.map((role) => rolesPlural[role])),
};
