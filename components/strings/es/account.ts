import type { account as english } from '#components/strings/account';
import { number, plural } from '#components/strings/counted';
import { nBanks } from '#components/strings/es/counts';
import type { Translation } from '#components/strings/translated';

export const account: Translation<typeof english> = {
  title: 'Cuenta',
  purpose: 'Todas tus organizaciones usan esta misma cuenta.',
  signOut: 'Cerrar sesión',
  signingOut: 'Cerrando sesión',
  signOutFailed: 'No se pudo cerrar la sesión',
  loading: 'Cargando tu cuenta',
  loadFailed: 'No se pudo cargar tu cuenta',

  you: 'Perfil',
  name: 'Nombre',
  nameHelp: 'Los demás lo ven en la lista de miembros y junto a lo que creas.',
  nameMissing: 'Escribe un nombre de 200 caracteres como máximo.',
  email: 'Correo electrónico',
  emailHelp: 'Se usa para iniciar sesión y para las invitaciones. No se puede cambiar.',
  save: 'Guardar nombre',
  saving: 'Guardando',
  saved: 'Nombre guardado',
  saveFailed: 'No se pudo guardar tu nombre',
  unchanged: 'Aún no hay cambios.',

  language: 'Idioma',
  consoleLanguage: 'Idioma de la consola',
  languageHelp: 'Los recuerdos, las preguntas y las respuestas conservan su idioma.',
  browserLanguage: 'El del navegador',
  languageFailed: 'No se pudo guardar el idioma',

  password: 'Contraseña',
  current: 'Contraseña actual',
  next: 'Contraseña nueva',
  nextHelp: 'De 8 a 200 caracteres. Varias palabras son fáciles de recordar y difíciles de adivinar.',
  currentMissing: 'Escribe tu contraseña actual.',
  nextShort: (length) => `Usa al menos 8 caracteres; esta tiene ${number(length)}.`,
  nextLong: 'Usa 200 caracteres como máximo.',
  nextSame: 'Esta es tu contraseña actual. Elige otra.',
  change: 'Cambiar contraseña',
  changing: 'Cambiando',
  changed: 'Contraseña cambiada',
  changeFailed: 'No se pudo cambiar la contraseña',
  ended: (n) =>
    n === 0 ? 'No había otras sesiones abiertas.' : plural(n, { one: 'Se cerró # sesión más.', other: 'Se cerraron # sesiones más.' }),
  willEnd: (n) =>
    n === 0
      ? 'Tu sesión aquí sigue abierta. No hay otras sesiones.'
      : plural(n, {
          one: 'Tu sesión aquí sigue abierta. # sesión más se cerrará en su próxima solicitud.',
          other: 'Tu sesión aquí sigue abierta. # sesiones más se cerrarán en su próxima solicitud.',
        }),
  noPassword: 'Esta cuenta no tiene contraseña',
  noPasswordWhy:
    'Inicias sesión con un proveedor. Si tenías una contraseña, se quitó en tu primer inicio de sesión con él, porque hasta entonces tu correo no estaba verificado. Para añadir una, pide un enlace de restablecimiento a un propietario o administrador de tu organización.',

  methods: { password: 'Contraseña', github: 'GitHub', google: 'Google', oidc: 'Inicio de sesión único' },
  methodNow: {
    password: 'Usada en esta sesión',
    github: 'Sesión iniciada aquí con GitHub',
    google: 'Sesión iniciada aquí con Google',
    oidc: 'Sesión iniciada aquí con inicio de sesión único',
  },

  sessions: 'Sesiones',
  endOthers: 'Cerrar las demás sesiones',
  endOthersLocked: 'No hay otras sesiones abiertas.',
  endOthersTitle: '¿Cerrar las demás sesiones?',
  endOthersText: (n) =>
    plural(n, {
      one: '# sesión se cerrará en su próxima solicitud. Tu sesión aquí sigue abierta.',
      other: '# sesiones se cerrarán en su próxima solicitud. Tu sesión aquí sigue abierta.',
    }),
  endOthersBusy: 'Cerrando',
  endedOthers: (n) => plural(n, { one: '# sesión cerrada', other: '# sesiones cerradas' }),
  end: 'Cerrar',
  endOf: (device) => `Cerrar la sesión de ${device}`,
  ending: 'Cerrando',
  endedOne: (device) => `Sesión de ${device} cerrada`,
  endFailed: 'No se pudo cerrar la sesión',
  thisOne: 'esta',
  sessionsLoading: 'Cargando las sesiones',
  sessionsFailed: 'No se pudieron cargar tus sesiones',
  columns: {
    device: 'Dispositivo',
    address: 'Dirección',
    method: 'Método',
    created: 'Inicio',
    lastSeen: 'Última actividad',
    ends: 'Fin, a más tardar',
    actions: 'Acciones',
  },
  connections: 'Aplicaciones conectadas',
  connectionsLoading: 'Cargando las aplicaciones conectadas',
  connectionsFailed: 'No se pudieron cargar tus aplicaciones conectadas',
  connectionsFoot: 'Aplicaciones a las que permitiste usar tu memoria por MCP',
  noConnections: 'No hay aplicaciones conectadas',
  noConnectionsWhy: 'Aquí aparecen las aplicaciones que inician sesión con tu cuenta.',
  connectionColumns: {
    application: 'Aplicación',
    access: 'Acceso',
    created: 'Conectada',
    lastUsed: 'Último uso',
    expires: 'Expira',
  },
  connectionAccess: (access, banks, organization) =>
    `${access === 'write' ? 'Lectura y escritura' : 'Lectura'}: ${banks === null ? 'todos los bancos' : banks.length === 1 ? banks[0] : nBanks(banks.length)} de ${organization}`,
  connectionUnused: 'nunca',
  endConnection: 'Retirar acceso',
  endConnectionOf: (application) => `Retirar el acceso de ${application}`,
  endConnectionTitle: (application) => `¿Retirar el acceso de ${application}?`,
  endConnectionText: 'Su próxima solicitud fallará. Para volver a usarla, conéctala de nuevo.',
  connectionEnded: (application) => `${application} ya no tiene acceso`,
  sessionsFoot: 'Las sesiones también terminan tras un día sin solicitudes',
  exact: 'última actividad con precisión de un minuto',
  unknownDevice: 'Dispositivo desconocido',
  on: (browser, system) => `${browser} en ${system}`,

  organizations: 'Organizaciones',
  open: 'Abrir',
  openOf: (name) => `Abrir ${name}`,
  noOrganization: 'No perteneces a ninguna organización',
  noOrganizationWhy: 'Acepta una invitación o crea una organización.',
  create: 'Crear organización',
};
