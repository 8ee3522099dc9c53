import { plural } from '#components/strings/counted';
import { nBanks, nMembers } from '#components/strings/es/counts';
import { ui } from '#components/strings/es/ui';
import type { organization as english } from '#components/strings/organization';
import type { Translation } from '#components/strings/translated';

const activeKeys = (n: number): string => plural(n, { one: '# clave activa', other: '# claves activas' });

export const organization: Translation<typeof english> = {
  title: 'Configuración',
  purpose: 'Nombre, identificadores y eliminación de esta organización.',

  readOnly: (role, owners) =>
    `Con el rol ${ui.roles[role]} puedes ver esta configuración. Un propietario puede cambiarla${owners ? `: ${owners}` : ''}.`,
  ownersOnly: (who) => `Solo un propietario puede hacerlo: ${who}.`,
  ownersOnlyAlone: 'Solo un propietario puede hacerlo.',

  nameTitle: 'Nombre',
  name: 'Nombre',
  nameHelp: 'Un nombre visible, que aparece en el selector, en las invitaciones y en el registro de auditoría. Las URL no cambian.',
  nameMissing: 'Escribe un nombre de 100 caracteres como máximo.',
  save: 'Cambiar nombre',
  saving: 'Cambiando',
  unchanged: 'Aún no hay cambios.',
  renamed: (name) => `La organización ahora se llama ${name}`,
  renameFailed: 'No se pudo cambiar el nombre de la organización',

  addressTitle: 'Identificadores',
  slug: 'Slug',
  slugWhy:
    'El slug forma parte de las URL de la consola y de la cabecera X-Organization en las llamadas con sesión iniciada. El ID aparece en registros y exportaciones. Ninguno se puede cambiar. Las llamadas con una clave de API no los necesitan.',
  id: 'ID',

  otherTitle: 'Otra organización',
  otherWhy: 'Las organizaciones no comparten bancos, claves ni miembros. Quien crea una recibe el rol Propietario.',
  create: 'Crear organización',

  deleteTitle: 'Eliminar organización',
  deleteWhy: 'Elimina de forma permanente la organización y todo lo que contiene. No hay copia de seguridad y no se puede deshacer.',
  willDelete: 'Se eliminará',
  banks: nBanks,
  keys: activeKeys,
  members: nMembers,
  log: 'El registro de auditoría',
  lines: {
    banks: (n) => (n === 0 ? '{count}' : '{count} con todos los recuerdos, documentos y modelos mentales'),
    keys: (n) => (n === 0 ? '{count} y todas las revocadas' : '{count} y sus claves hijas; dejan de funcionar en la próxima solicitud'),
    members: (n) =>
      plural(n, { one: '{count} pierde el acceso; su cuenta se conserva', other: '{count} pierden el acceso; sus cuentas se conservan' }),
    log: '{log} completo; expórtalo antes si lo necesitas. La eliminación queda anotada en el registro de auditoría de la primera organización',
  },
  exportLog: 'Abrir el registro de auditoría',
  countFailed: 'No se pudo contar el contenido',
  action: 'Eliminar organización',
  deleteDefault: 'La primera organización no se puede eliminar, porque el servidor la usa.',
  confirmTitle: (name) => `¿Eliminar ${name} de forma permanente?`,
  confirmText: (banks, keys, members) => `Elimina ${nBanks(banks)}, ${activeKeys(keys)} y la pertenencia de ${nMembers(members)}. {final}`,
  confirmFinal: 'No se puede deshacer.',
  deleting: 'Eliminando',
};
