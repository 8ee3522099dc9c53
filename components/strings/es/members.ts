import { number, plural } from '#components/strings/counted';
import { nMembers } from '#components/strings/es/counts';
import { ui } from '#components/strings/es/ui';
import type { members as english } from '#components/strings/members';
import type { Translation } from '#components/strings/translated';
import type { Permission } from '#lib/base/roles';

const permissions = {
  'bank.list': 'ver todos los bancos',
  'bank.read': 'leer, recuperar y reflexionar en todos los bancos',
  'bank.write': 'memorizar, corregir recuerdos y actualizar modelos mentales',
  'bank.create': 'crear bancos',
  'bank.configure': 'cambiar la configuración de un banco',
  'usage.view': 'ver los modelos en uso y su consumo',
  'bank.delete': 'eliminar bancos, y editar y exportar en bloque',
  'key.view': 'ver las claves de API',
  'key.manage': 'crear, limitar, rotar y revocar claves de API',
  'key.mint': 'crear claves hijas',
  'member.view': 'ver los miembros y dejar la organización',
  'member.manage': 'invitar y quitar miembros, y crear enlaces de restablecimiento',
  'admin.manage': 'nombrar, degradar y quitar administradores',
  'audit.view': 'ver y exportar el registro de auditoría',
  'organization.manage': 'nombrar, degradar y quitar propietarios; cambiar el nombre de la organización y eliminarla',
} satisfies Record<Permission, string>;

export const members: Translation<typeof english> = {
  title: 'Miembros',
  purpose: 'Las personas con acceso a esta organización y lo que pueden hacer.',
  invite: 'Invitar persona',
  filters: 'Filtrar miembros',
  search: 'Nombre o correo',
  roleFilter: 'Rol',
  all: 'Todos',
  columns: {
    name: 'Nombre',
    email: 'Correo',
    role: 'Rol',
    joined: 'Incorporación',
    lastSeen: 'Última actividad',
    actions: 'Acciones',
    invitedBy: 'Invitación de',
    sent: 'Creada',
    ends: 'Expira',
  },
  you: 'tú',
  neverSeen: 'nunca inició sesión',
  total: nMembers,
  shown: (n, total) => `${number(n)} de ${nMembers(total)}`,
  lastSeenExact: 'Última actividad con precisión de un minuto',
  loading: 'Cargando miembros',
  loadFailed: 'No se pudieron cargar los miembros',
  noneFound: 'Ningún miembro coincide',
  noneFoundWhy: 'Ningún nombre ni correo coincide con el filtro.',
  clearFilter: 'Quitar filtro',
  actionsOf: (name) => `Acciones de ${name}`,

  menu: {
    role: 'Cambiar rol',
    reset: 'Crear enlace de restablecimiento',
    remove: 'Quitar de la organización',
    leave: 'Dejar la organización',
  },

  locks: {
    onlyFor: (roles, who) => `Solo para ${ui.rolesListed(roles)}${who ? `: ${who}` : ''}.`,
    roles: (roles, who) => `Solo los ${ui.rolesListed(roles)} pueden cambiar roles${who ? `: ${who}` : ''}.`,
    above: (who) => `Un administrador no puede actuar sobre este rol. Pídelo a un propietario: ${who}.`,
    aboveAlone: 'Un administrador no puede actuar sobre este rol. Pídelo a un propietario.',
    lastOwner: 'Una organización necesita un propietario, y este es el último. Da antes el rol Propietario a otro miembro.',
    ownPassword: 'Cambia tu propia contraseña en la página de tu cuenta.',
    onlyOwners: (who) => `Solo un propietario puede dar o quitar este rol: ${who}.`,
  },
  mayAs: (role) => `Permisos del rol ${ui.roles[role]}`,
  keysMade: 'Claves de API creadas',
  noKeysMade: 'Ninguna que aún exista.',
  readOnly: (managers, who) =>
    `Puedes ver los miembros. Solo los ${ui.rolesListed(managers)}${who ? ` (${who})` : ''} pueden invitar y quitar personas.`,

  notPermitted: {
    title: (page, roles) => `${page}: solo para ${ui.rolesListed(roles)}`,
    text: (role, who, changers, changerNames) =>
      `Tu rol es ${ui.roles[role]}. ${who ? `Con acceso: ${who}. ` : ''}Solo los ${ui.rolesListed(changers)} pueden cambiar roles${changerNames ? `: ${changerNames}` : ''}.`,
  },
  more: (n) => `${number(n)} más`,

  roleSheet: {
    title: (name) => `Rol de ${name}`,
    purpose: 'Surte efecto en la próxima solicitud, en todas las páginas abiertas.',
    choose: 'Rol',
    now: (role) => `${ui.roles[role]}, ahora`,
    gains: 'Gana',
    loses: 'Pierde',
    same: (name, role) => `${name} conserva el rol ${ui.roles[role]}.`,
    sentence: '{name} pasa a tener el rol {role} en la próxima solicitud.',
    sentenceSelf: 'Pasas a tener el rol {role} en tu próxima solicitud.',
    invitationsStop:
      'Las invitaciones y los enlaces de restablecimiento que esta persona creó, y que ya no podría crear, dejan de funcionar.',
    save: 'Cambiar rol',
    saving: 'Guardando',
    done: (name, role) => `${name} ahora tiene el rol ${ui.roles[role]}`,
    failed: 'No se pudo cambiar el rol',
  },

  remove: {
    title: (name) => `¿Quitar a ${name}?`,
    access: 'El acceso de {email} termina en su próxima solicitud. Para volver, necesita una invitación nueva.',
    keysLoading: 'Cargando las claves que creó esta persona',
    keysFailed: 'No se pudieron cargar las claves que creó esta persona',
    noKeys: 'No quedan claves de API creadas por esta persona.',
    keysStay: (n) =>
      plural(n, {
        one: '# clave creada por esta persona sigue funcionando. Pertenece a la organización.',
        other: '# claves creadas por esta persona siguen funcionando. Pertenecen a la organización.',
      }),
    keysAdvice: 'Quien tenga una copia de una clave puede seguir usándola. Revoca las claves que deban dejar de funcionar.',
    neverUsed: 'nunca usada',
    lastUsed: 'usada {time}',
    action: 'Quitar',
    busy: 'Quitando',
    done: (name) => `${name} ya no es miembro`,
    doneKeys: (n) =>
      plural(n, {
        one: '# clave creada por esta persona aún funciona',
        other: '# claves creadas por esta persona aún funcionan',
      }),
    showKeys: 'Mostrar claves',
  },

  leave: {
    title: (organization) => `¿Dejar ${organization}?`,
    text: 'Pierdes el acceso en tu próxima solicitud y, para volver, necesitas una invitación nueva. Las claves que creaste siguen funcionando.',
    action: 'Dejar la organización',
    busy: 'Saliendo',
    done: (organization) => `Dejaste ${organization}`,
  },

  reset: {
    title: (name) => `¿Crear un enlace de restablecimiento para ${name}?`,
    text: 'Quien abra el enlace puede elegir una contraseña nueva e inicia sesión como esta persona. Funciona una vez, durante 24 horas.',
    consequence:
      'La contraseña actual sigue funcionando hasta entonces. Al elegir una nueva se cierran todas las sesiones de esta persona.',
    older: 'Si había un enlace de restablecimiento anterior, deja de funcionar.',
    action: 'Crear enlace',
    busy: 'Creando',
    linkTitle: 'Comparte este enlace ahora',
    linkPurpose: 'Permite a {email} elegir una contraseña nueva. El enlace se muestra una sola vez.',
    until: 'Funciona una vez, hasta',
  },

  inviteSheet: {
    title: 'Invitar persona',
    purpose: 'Invita con un enlace que compartes tú; no se envía ningún correo.',
    email: 'Correo electrónico',
    emailHelp: 'El enlace solo funciona para esta dirección.',
    emailMissing: 'Escribe una dirección de correo, como ines@example.org.',
    role: 'Rol',
    roleLocked: (who) => `Solo un propietario puede invitar a administradores: ${who}.`,
    noOwners: 'No se puede invitar a nadie con el rol Propietario. Un propietario puede darlo después a un miembro.',
    isMember: (email) => `${email} ya es miembro.`,
    isInvited: 'Esta dirección ya tiene una invitación abierta. Su enlace deja de funcionar cuando crees otro.',
    incomplete: 'Escribe una dirección para ver qué hace el enlace.',
    sentence: '{email} se une a {organization} con el rol {role} mediante un enlace que funciona una vez, hasta el {time}.',
    inPlace: '{email} se une a {organization} con el rol {role} mediante un enlace nuevo que reemplaza el anterior, hasta el {time}.',
    action: 'Crear invitación',
    busy: 'Creando',
    failed: 'No se pudo crear la invitación',
  },

  link: {
    inviteTitle: 'Comparte este enlace ahora',
    invitePurpose: 'Permite a {email} unirse. El enlace se muestra una sola vez.',
    label: 'Enlace',
    copy: 'Copiar',
    what: 'el enlace',
    bound: 'Correo electrónico',
    asRole: 'Se une con el rol',
    worksOnce: 'Funciona una vez, hasta',
    until: (time) => `${time}, 7 días`,
    stored: 'He compartido o guardado el enlace',
    done: 'Listo',
    doneLocked: 'Copia antes el enlace o marca la casilla: no se vuelve a mostrar.',
    careful: 'Quien tenga el enlace puede unirse con esta dirección. Envíalo solo a donde únicamente esta persona pueda leerlo.',
  },

  invitations: {
    title: 'Invitaciones abiertas',
    none: 'No hay invitaciones abiertas. Una invitación aparece aquí hasta que se acepta, se cancela o cumple 7 días.',
    forbidden: 'No tienes permiso para ver las invitaciones abiertas.',
    loading: 'Cargando invitaciones',
    loadFailed: 'No se pudieron cargar las invitaciones',
    again: 'Enlace nuevo',
    againOf: (email) => `Enlace nuevo para ${email}`,
    againTitle: (email) => `¿Crear un enlace nuevo para ${email}?`,
    againText: 'El enlace anterior deja de funcionar. El nuevo funciona una vez, durante 7 días y solo para esta dirección.',
    againBusy: 'Creando',
    cancel: 'Cancelar invitación',
    cancelOf: (email) => `Cancelar la invitación de ${email}`,
    cancelTitle: (email) => `¿Cancelar la invitación de ${email}?`,
    cancelText: 'El enlace deja de funcionar al instante. Puedes volver a invitar a esta persona.',
    cancelBusy: 'Cancelando',
    keep: 'Conservar invitación',
    cancelled: (email) => `Invitación de ${email} cancelada`,
    somebody: 'un antiguo miembro',
    expired: 'Expirada',
  },

  roleWords: {
    help: (role, more) => {
      const text = more.map((permission) => permissions[permission]).join('; ');
      if (role === 'member') return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`;
      return `Todo lo que puede hacer un ${role === 'owner' ? 'administrador' : 'miembro'}. Además: ${text}.`;
    },
    panel: 'Permisos de cada rol',
    permission: 'Permiso',
    yes: 'sí',
    no: 'no',
    note: 'El servidor comprueba estos permisos en cada solicitud; esta tabla solo los muestra.',
  },

  permissions,
};
