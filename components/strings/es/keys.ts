import { listed, number, plural } from '#components/strings/counted';
import { nBanks, nChildKeys, nDays, nHours, nKeys, nMemories, nMinutes } from '#components/strings/es/counts';
import { ui } from '#components/strings/es/ui';
import type { keys as english } from '#components/strings/keys';
import type { Translation } from '#components/strings/translated';

/** "90 días", "12 horas", "5 minutos" */
const lifeText = (seconds: number): string => {
  const days = Math.round(seconds / 86_400);
  if (days >= 1) return nDays(days);
  const hours = Math.round(seconds / 3600);
  return hours >= 1 ? nHours(hours) : nMinutes(Math.max(1, Math.round(seconds / 60)));
};

export const keys: Translation<typeof english> = {
  title: 'Claves de API',
  back: 'Todas las claves de API',
  oneTitle: 'Clave de API',
  purpose: 'Los agentes llaman a esta organización con estas claves. Una clave revocada deja de funcionar en su próxima solicitud.',
  listLabel: 'Claves de API de la organización',

  create: 'Crear clave',
  testAccess: 'Probar acceso',
  readOnly: (role, managers) =>
    `Con el rol ${ui.roles[role]} puedes ver todas las claves, pero no cambiarlas. Solo los ${ui.rolesListed(managers)} pueden crear, editar y revocar claves.`,

  filters: 'Filtros de la lista',
  status: 'Estado de la clave',
  statuses: { active: 'Activas', expired: 'Expiradas', revoked: 'Revocadas', all: 'Todas' },
  search: 'Buscar una clave',
  searchLabel: 'Buscar por nombre o prefijo',
  anyBank: 'Cualquier banco',
  anyOrigin: 'Cualquier origen',
  bankFilter: 'Banco',
  originFilter: 'Origen',
  reaching: (bank) => `con acceso a ${bank}`,
  needsAttention: 'requiere atención',
  takeOff: (what) => `Quitar filtro: ${what}`,
  origins: {
    console: 'Creada por una persona',
    child: 'Creada por una clave',
    bootstrap: 'Creada por el servidor',
    application: 'Aplicación conectada',
  },

  columns: {
    name: 'Nombre',
    prefix: 'Prefijo',
    banks: 'Bancos',
    lastUsed: 'Último uso',
    expires: 'Expira',
    created: 'Creada',
    status: 'Estado',
    actions: 'Acciones',
  },
  open: (name) => `Abrir ${name}`,
  createdOn: (day) => `creada el ${day}`,
  openDetails: 'Abrir detalles',
  prefixOf: (name) => `los primeros caracteres de ${name}`,
  prefixNote: 'solo los primeros caracteres',
  neverUsed: 'nunca usada',
  neverEnds: 'nunca',
  allBanks: 'Todos los bancos',
  noBanks: 'Ningún banco',
  noBanksNow: 'Ninguno',
  noBanksLeft: 'Se eliminaron todos los bancos a los que tenía acceso, así que no tiene acceso a ninguno.',
  withheldAll: 'Ahora no tiene acceso a ningún banco.',
  withheld: (n) =>
    plural(n, {
      one: '{banks} es uno de sus bancos, pero la clave que la creó perdió el acceso. El acceso vuelve cuando esa clave lo recupere.',
      other:
        '{banks} son algunos de sus bancos, pero la clave que la creó perdió el acceso. El acceso vuelve cuando esa clave lo recupere.',
    }),
  children: nChildKeys,
  mayMint: 'puede crear claves',
  fold: (name) => `Claves hijas de ${name}`,
  createdBy: (day, who) => `${day}, por ${who}`,
  byKey: 'por una clave',
  byServer: 'por el servidor',
  bootstrapper: 'el servidor',
  childOf: (name) => `hija de ${name}`,
  actionsOf: (name) => `Acciones de ${name}`,

  footer: (shown, status, children) => {
    const word = {
      all: nKeys,
      active: (n: number) => plural(n, { one: '# clave activa', other: '# claves activas' }),
      expired: (n: number) => plural(n, { one: '# clave expirada', other: '# claves expiradas' }),
      revoked: (n: number) => plural(n, { one: '# clave revocada', other: '# claves revocadas' }),
    }[status];
    if (children === 0) return word(shown);
    return `${word(shown)}, ${plural(children, { one: 'una de ellas hija', other: '# de ellas hijas' })}`;
  },
  footerPart: (shown, total) => `${number(shown)} de ${number(total)} cargadas`,
  more: 'Cargar más',
  exact: 'último uso con precisión de un minuto',

  readFailed: 'No se pudieron cargar las claves',
  emptyTitle: 'Aún no hay claves',
  emptyText:
    'Un agente necesita una clave para memorizar y recuperar. La clave funciona al instante y solo se muestra una vez, al crearla.',
  emptyLocked: 'Un agente necesita una clave para memorizar y recuperar. Pide a un propietario o administrador que cree la primera.',
  noActive: 'No hay claves activas',
  noExpired: 'No hay claves expiradas',
  noRevoked: 'No hay claves revocadas',
  noneOfStatus: 'Las claves expiradas y revocadas se conservan en la lista para que el registro de auditoría siga siendo legible.',
  noActiveText: 'Ahora ninguna clave puede llamar a esta organización. Consulta las listas de claves expiradas y revocadas.',
  noMatch: 'Ninguna clave coincide',
  noMatchText: (filters) => `Filtros activos: ${listed(filters)}.`,
  clearFilters: 'Quitar filtros',
  quoted: (text) => `“${text}”`,

  review: 'Mostrar claves',
  dismiss: 'Descartar',
  reviewTitle: (n) => plural(n, { one: '# clave requiere atención.', other: '# claves requieren atención.' }),
  reviewReasons: ({ unused, endless, bankless }) => {
    const reasons = [
      unused > 0 && `${number(unused)} sin uso desde hace 90 días`,
      endless > 0 && plural(endless, { one: '# no expira nunca', other: '# no expiran nunca' }),
      bankless > 0 && plural(bankless, { one: '# ya no tiene acceso a ningún banco', other: '# ya no tienen acceso a ningún banco' }),
    ];
    return `${reasons.filter(Boolean).join('; ')}.`;
  },
  hintUnused: (days) => `Sin uso desde hace ${nDays(days)}. Revócala si nada la necesita.`,
  hintNeverUsed: (days) => `Creada hace ${nDays(days)} y nunca usada. Revócala si nada la necesita.`,
  hintEndless: 'No expira nunca. Sustitúyela por una clave que expire, para limitar el daño de una filtración.',
  hintEndlessAll:
    'No expira nunca y tiene acceso a todos los bancos. Sustitúyela por una clave que expire y que solo tenga acceso a los bancos elegidos, para limitar el daño de una filtración.',

  badgeChild: 'clave hija',
  facts: {
    prefix: 'Prefijo',
    id: 'ID de la clave',
    banks: 'Bancos',
    may: 'Permisos',
    expires: 'Expira',
    expired: 'Expiró',
    lastUsed: 'Último uso',
    created: 'Creada',
    origin: 'Origen',
    parent: 'Creada por la clave',
    revoked: 'Revocada',
  },
  futureBanks: 'incluidos los futuros',
  doesMint: 'crear claves hijas',
  whenBy: '{time} por {who}',
  family: 'Claves hijas',
  familyEmpty: 'Aún no hay claves hijas.',
  familyNone: 'No puede crear claves hijas.',
  familyMore: (n) => plural(n, { one: '# clave hija más en la lista', other: '# claves hijas más en la lista' }),
  breaks: 'Si la revocas ahora',
  breaksKeys: (n) =>
    n === 1
      ? 'Esta clave deja de funcionar en su próxima solicitud.'
      : `Esta clave y ${nChildKeys(n - 1)} dejan de funcionar en su próxima solicitud.`,
  breaksBanks: (n) => {
    if (n === 0) return 'No tiene acceso a ningún banco, así que nadie pierde el acceso.';
    return n === null ? 'Se deniegan las llamadas a todos los bancos.' : `Se deniegan las llamadas a ${nBanks(n)}.`;
  },
  breaksUsed: 'Última llamada: {time}.',
  breaksUsedBy: 'Última llamada: {time}, de {name}.',
  breaksUnused: (n) => (n === 1 ? 'Nunca se usó.' : 'Ninguna de ellas se usó nunca.'),
  breaksNothing: 'Nada: ya no funciona.',
  audit: 'Registro de auditoría de esta clave',
  auditLocked: 'Solo los propietarios y administradores pueden ver el registro de auditoría.',
  notFound: 'Clave no encontrada',
  notFoundText: 'La organización no tiene ninguna clave con este ID. Puede que pertenezca a otra organización.',
  toList: 'Todas las claves de API',
  oneFailed: 'No se pudo cargar la clave',

  editBanks: 'Editar bancos',
  rotate: 'Rotar',
  revoke: 'Revocar',
  revokeKey: 'Revocar clave',
  locks: {
    scope: {
      revoked: 'Una clave revocada no se puede editar.',
      expired: 'Una clave expirada no se puede editar.',
      child: 'Los bancos de una clave hija no se pueden editar. Revócala y haz que la clave que la creó cree otra.',
      bootstrap: 'Los bancos de una clave creada por el servidor no se pueden editar. Crea una clave con los bancos que necesites.',
      application: 'Una aplicación usa esta clave. Revócala y conecta de nuevo la aplicación.',
    },
    rotate: {
      revoked: 'Una clave revocada no se puede rotar.',
      child: 'Una clave hija no se puede rotar aquí. La clave que la creó crea una sucesora con la API.',
      application: 'Una aplicación renueva su acceso por sí misma.',
    },
    revoke: {
      revoked: 'Ya está revocada de forma permanente.',
      expired: 'Ha expirado.',
      child: 'La creó una clave.',
      bootstrap: 'La creó el servidor.',
      application: 'La conectó una persona.',
    },
  },

  createPurpose: 'La clave se muestra una sola vez. Solo se guarda su huella.',
  name: 'Nombre',
  nameHelp: 'Pon el nombre del agente que la usa. Aparece en el registro de auditoría.',
  namePlaceholder: 'Agente de soporte, producción',
  nameMissing: 'Escribe un nombre.',
  nameLong: (max) => `Usa ${number(max)} caracteres como máximo.`,
  expires: 'Expira',
  expiries: {
    '1_hour': '1 hora',
    '1_day': '1 día',
    '7_days': '7 días',
    '30_days': '30 días',
    '90_days': '90 días',
    '1_year': '1 año',
    custom: 'Personalizada',
    never: 'Nunca',
  },
  days: 'Días hasta la expiración',
  daysBound: (max) => `Escribe un número entero de 1 a ${number(max)}.`,
  endsAt: (when) => `Expira el ${when}.`,
  neverMeant: 'Esta clave no debe expirar nunca',
  neverMeantHelp: 'Una copia filtrada también funcionaría para siempre.',
  neverNeeded: 'Marca la casilla o elige una expiración.',
  banks: 'Bancos',
  banksAll: 'Todos los bancos',
  banksAllHelp: 'incluidos los futuros',
  banksChosen: 'Bancos elegidos',
  banksOf: (n, total) => `${number(n)} de ${number(total)}`,
  banksMissing: 'Elige al menos un banco, o todos.',
  banksUnknown: 'Uno de los bancos ya no existe. Elige de nuevo.',
  findBank: 'Buscar un banco',
  bankList: 'Bancos de la clave',
  bankMemories: nMemories,
  noBankFound: (q) => `Ningún banco coincide con “${q}”.`,
  noBanksYet: 'Aún no hay bancos. Una clave para todos los bancos puede crear el primero.',
  banksMore: (n) => plural(n, { one: '# banco más; usa la búsqueda.', other: '# bancos más; usa la búsqueda.' }),
  banksFailed: 'No se pudieron cargar los bancos.',
  mint: 'Puede crear claves hijas',
  mintHelp: 'Puede crear con la API claves más limitadas y de menor duración. Al revocar esta clave se revocan todas.',
  mintDays: (n) => `Una clave hija dura días enteros y expira antes que la clave que la creó: ahora, ${nDays(n)} como máximo.`,
  mintLocked:
    'Una clave hija dura al menos un día entero y expira antes que la clave que la creó. Con esta expiración no cabe ninguna clave hija.',
  verbs: {
    'bank.read': 'leer',
    'bank.write': 'escribir',
    'bank.configure': 'configurar',
    'bank.create': 'crear',
    'bank.delete': 'eliminar',
  },
  can: (verbs, isEndless, mints) =>
    `Puede ${listed(verbs)} {banks} ${isEndless ? 'y {never}' : 'hasta el {time}'}. ${mints ? 'Puede crear claves hijas.' : 'No puede crear claves hijas.'}`,
  neverExpires: 'no expira nunca',
  everyBank: 'todos los bancos, incluidos los futuros,',
  nBanks: (n, total) => (total === null ? nBanks(n) : `${number(n)} de ${nBanks(total)}`),
  notYet: 'Elige los bancos y una expiración para ver qué puede hacer la clave.',
  creating: 'Creando',
  createFailed: 'No se pudo crear la clave.',

  storeNow: 'Guarda esta clave ahora',
  isActive: '{name} está activa. La clave se muestra una sola vez; no podrás volver a verla después de cerrar esta página.',
  theKey: 'La clave',
  reveal: 'Mostrar la clave',
  conceal: 'Ocultar la clave',
  copy: 'Copiar',
  copiedKey: 'Clave copiada',
  selectInstead: 'El navegador no permitió copiar. La clave se muestra seleccionada: cópiala con Ctrl C o desde el menú de tu teléfono.',
  keyForm: (n) => `${number(n)} caracteres. Termina con una suma de verificación: una clave mal escrita se rechaza sin buscarla.`,
  firstCall: 'Primera llamada con la clave',
  snippets: { curl: 'curl', env: 'env', python: 'Python', typescript: 'TypeScript' },
  copySnippet: 'Copiar con la clave',
  copyCode: 'Copiar',
  snippetNote: {
    curl: 'El comando copiado contiene la clave. Funciona en cualquier equipo con acceso a este servidor.',
    env: 'Las líneas copiadas contienen la clave. Las demás pestañas leen estas dos variables.',
    python: 'Lee la dirección y la clave del entorno. No requiere ninguna biblioteca.',
    typescript: 'Lee la dirección y la clave del entorno. No requiere ninguna biblioteca.',
  },
  question: '¿Qué sabes de mí?',
  stored: 'He guardado esta clave',
  done: 'Listo',
  doneLocked: 'Copia la clave, o confirma que la has guardado.',
  mustStore: 'La clave se muestra una sola vez. Cópiala, o confirma que la has guardado, y después cierra.',

  revokeTitle: (name) => `¿Revocar ${name}?`,
  revokeText: 'Deja de funcionar en su próxima solicitud. No se puede deshacer.',
  revokeLast: 'Último uso',
  revokeLastNever: 'Nunca',
  revokeBanks: 'Bancos',
  revokeDies: (n) => plural(n, { one: '# clave hija también deja de funcionar', other: '# claves hijas también dejan de funcionar' }),
  revokeAlone: 'Ninguna otra clave depende de ella.',
  revokeReading: 'Comprobando qué depende de ella',
  revokeUnread: 'No se pudo comprobar qué depende de ella, así que no se puede revocar aquí.',
  revoking: 'Revocando',
  revoked: (name) => `Clave ${name} revocada`,
  revokedCount: (n) => plural(n, { one: '# clave dejó de funcionar.', other: '# claves dejaron de funcionar.' }),
  revokedBefore: 'Ya estaba revocada; no cambió nada.',
  batch: {
    action: (n) => `Revocar ${nKeys(n)}`,
    title: (n) => `¿Revocar ${nKeys(n)}?`,
    text: 'Ellas y sus claves hijas dejarán de funcionar en la próxima solicitud. No se puede deshacer.',
    word: 'revocar',
    skipped: (n) => `No se pueden revocar ${number(n)} de la selección.`,
    done: (n) => plural(n, { one: '# clave revocada', other: '# claves revocadas' }),
  },
  revokeFailed: 'No se pudo revocar la clave.',

  rotateTitle: (name) => `Rotar ${name}`,
  rotatePurpose: 'Crea una sucesora. La clave anterior funciona hasta que la revoques.',
  rotateExpired: 'Crea una sucesora. La clave anterior ha expirado y sigue expirada.',
  rotateName: 'Nombre de la clave nueva',
  rotateSteps: ['Crea la clave nueva y guárdala', 'Dásela al agente', 'Revoca la clave anterior cuando ya no se use'],
  rotateGets: 'La clave nueva recibe',
  rotateOldUse: 'Último uso de la clave anterior',
  rotateMint: 'permiso para crear claves hijas',
  rotateMintNot: 'sin permiso para crear claves hijas',
  rotateLife: (seconds) => `dentro de ${lifeText(seconds)}`,
  rotateNoExpiry: 'nunca, como la clave anterior',
  rotateSentence: (name, isExpired, children) => {
    const old = isExpired ? `La clave nueva funcionará. ${name} sigue expirada` : `Ambas claves funcionarán. ${name} no cambia`;
    if (children === 0) return `${old}.`;
    const same = plural(children, {
      one: 'igual que su clave hija. La clave nueva no la hereda.',
      other: 'igual que sus # claves hijas. La clave nueva no las hereda.',
    });
    return `${old}, ${same}`;
  },
  rotateButton: 'Crear clave nueva',
  rotateFailed: 'No se pudo crear la clave nueva.',
  oldStillActive: 'La clave anterior aún funciona',
  oldLastUsed: '{stillWorks}: {name}, último uso {time}',
  oldNeverUsed: '{stillWorks}: {name}, nunca usada',
  oldStopped: 'La clave anterior ya no funciona. La rotación está completa.',
  revokeOld: 'Revocar la clave anterior',
  replacedNote: 'Se creó una clave nueva para reemplazarla: {name}',

  editTitle: (name) => `Bancos de ${name}`,
  editPurpose: 'Surte efecto en la próxima solicitud.',
  editNothing: 'Aún no hay cambios.',
  editAdds: (n) => `Gana acceso a ${nBanks(n)}.`,
  editSwaps: (gained, lost) => `Gana acceso a ${nBanks(gained)} y pierde acceso a ${nBanks(lost)}.`,
  editLoses: (n) => `Pierde acceso a ${nBanks(n)}.`,
  editToAll: 'Tendrá acceso a todos los bancos, incluidos los futuros.',
  editFromAll: (n) => `Tendrá acceso a ${nBanks(n)} en lugar de a todos.`,
  editChildren: (n) =>
    plural(n, { one: 'Su clave hija pierde los mismos bancos.', other: 'Sus # claves hijas pierden los mismos bancos.' }),
  editDifference: 'Diferencia',
  editGained: 'ganados',
  editLost: 'perdidos',
  editRest: 'todos los demás bancos',
  editLastUse: (when) => `Último uso: ${when}.`,
  save: 'Guardar bancos',
  saving: 'Guardando',
  saved: (name) => `Bancos de ${name} guardados`,
  savedDetail: 'Surte efecto en la próxima solicitud.',
  saveFailed: 'No se pudieron guardar los bancos.',
  chosen: 'Seleccionados',
};
