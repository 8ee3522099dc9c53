import { listed, number, plural } from '#components/strings/counted';
import { nExperiences, nObservations, nWorldFacts } from '#components/strings/es/counts';
import type { Translation } from '#components/strings/translated';
import type { ui as english, TAG_MODE_TEXTS as englishModes } from '#components/strings/ui';

export const TAG_MODE_TEXTS: Translation<typeof englishModes> = {
  any: 'alguna de ellas, o sin etiquetas',
  all: 'todas ellas, o sin etiquetas',
  any_strict: 'alguna de ellas',
  all_strict: 'todas ellas',
  exact: 'exactamente estas',
};

const facts = { world: 'Mundo', experience: 'Experiencia', observation: 'Observación', entity: 'Entidad', model: 'Modelo mental' };

/** The members of a role within a sentence. */
const rolesInText = { owner: 'propietarios', admin: 'administradores', member: 'miembros' };

export const ui: Translation<typeof english> = {
  notifications: 'Notificaciones',
  close: 'Cerrar',
  cancel: 'Cancelar',
  copy: 'Copiar',
  copied: 'Copiado',
  copyOf: (what) => `Copiar ${what}`,
  copyFailed: 'El navegador no permitió copiar. Selecciona el texto',
  tryAgain: 'Reintentar',
  asSentence: (text) => (/[.!?]$/.test(text) ? text : `${text}.`),
  period: '.',
  labeled: (label, value) => `${label}: ${value}`,
  labelBefore: (label) => `${label}:`,
  labelWithNote: (label, note) => `${label} (${note})`,
  series: (parts) => parts.join(', '),
  requestId: 'ID de la solicitud',
  loading: 'Cargando',
  emptySearch: 'Borrar búsqueda',
  optional: 'opcional',
  show: 'Mostrar',
  hide: 'Ocultar',
  previous: 'Anterior',
  next: 'Siguiente',
  openPage: 'Abrir como página',
  keyboard: { enter: 'Intro', ctrlEnter: 'Ctrl Intro', ctrlK: 'Ctrl K' },
  typeToConfirm: 'Para confirmar, escribe {name}',
  discardTitle: '¿Descartar los cambios?',
  discardText: 'No se guardaron y se perderán.',
  discard: 'Descartar',
  keepWriting: 'Seguir editando',
  rangeOf: (from, to, total) => `${from} a ${to} de ${total}`,
  sortedUp: 'ordenado de menor a mayor',
  sortedDown: 'ordenado de mayor a menor',
  sort: 'Ordenar por',
  sortedBy: (column, order) => `Orden: ${column}, ${order === 'asc' ? 'ascendente' : 'descendente'}`,
  orders: { asc: 'Ascendente: de la A a la Z, lo más antiguo primero', desc: 'Descendente: de la Z a la A, lo más reciente primero' },
  cachedFrom: 'Última actualización: {time}.',
  offline: 'No se pudo conectar con el servidor. No se cambió nada.',
  unexpected: 'El servidor envió una respuesta inesperada. No se cambió nada.',
  waitSeconds: (seconds) => plural(seconds, { one: 'Inténtalo de nuevo en # segundo.', other: 'Inténtalo de nuevo en # segundos.' }),
  never: 'nunca',
  now: 'ahora',
  when: { said: 'mencionado: {time}', happened: 'ocurrido: {time}', about: 'referido a: {time}' },
  until: (from, to) => `${from} – ${to}`,
  utc: 'UTC',
  localTime: (time) => `${time}, hora local`,
  toMinute: 'con precisión de un minuto',
  facts,
  factsInText: { world: 'hecho del mundo', experience: 'experiencia', observation: 'observación' },
  typeWithCount: (type, n) => `${facts[type]} ${number(n)}`,
  factCount: { world: nWorldFacts, experience: nExperiences, observation: nObservations },
  invalid: 'invalidado',
  basedOn: (parts) => `Basado en ${listed(parts)}`,
  deletedMark: 'eliminado:',
  insertedMark: 'insertado:',
  changeEnds: ', fin;',
  keyStatus: {
    active: 'Activa',
    expired: 'Expirada',
    revoked: 'Revocada',
    endsSoon: 'expira en menos de 7 días',
  },
  roles: { owner: 'Propietario', admin: 'Administrador', member: 'Miembro' },
  rolesPlural: { owner: 'Propietarios', admin: 'Administradores', member: 'Miembros' },
  rolesListed: (roles) => listed(roles.map((role) => rolesInText[role])),
};
