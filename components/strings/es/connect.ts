import type { connect as english } from '#components/strings/connect';
import type { Translation } from '#components/strings/translated';

export const connect: Translation<typeof english> = {
  pageTitle: 'Conectar una aplicación',
  title: (application) => `Conectar ${application}`,
  purpose: (host) => `Pide acceso a tu memoria. Tu respuesta se envía a ${host}.`,
  publisher: (host) => `La publica ${host}.`,
  unverified: 'Nadie ha verificado el nombre de la aplicación. Continúa solo si iniciaste esto tú.',
  signedInAs: 'Sesión iniciada como {email}',
  organization: 'Organización',
  bank: 'Banco',
  bankMissing: 'Este banco no existe aquí. Créalo en la consola o cambia la dirección en la aplicación.',
  banksMissing: 'Elige los bancos.',
  access: 'Acceso',
  accesses: {
    read: { label: 'Leer', help: 'Buscar y leer recuerdos, documentos y modelos mentales.' },
    write: { label: 'Leer y escribir', help: 'También guardar, corregir y eliminar recuerdos, documentos y modelos mentales.' },
  },
  never: 'Nunca podrá cambiar la configuración, las claves ni los miembros, ni eliminar un banco.',
  expires: 'Expira',
  revocable:
    'Puedes retirar su acceso en cualquier momento en la página de tu cuenta; un administrador puede hacerlo en la página Claves de API.',
  allow: 'Permitir acceso',
  allowing: 'Conectando',
  refuse: 'Denegar',
  refusing: 'Denegando',
  loadFailed: 'No se pudo cargar la solicitud',
  over: 'Esta solicitud ya no es válida',
  overText: 'Expiró o ya se respondió. Empieza de nuevo en la aplicación.',
  failed: 'No se pudo conectar esta aplicación',
  failedText: 'La solicitud expiró o este servidor ya no conoce la aplicación. Elimina la conexión en la aplicación y vuelve a conectarla.',
  failedCode: (code) => `Error: ${code}`,
  noOrganization: 'No perteneces a ninguna organización, así que no hay nada que compartir.',
  toConsole: 'Ir a la consola',
};
