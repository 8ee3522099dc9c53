import { number } from '#components/strings/counted';
import type { publicPages as english } from '#components/strings/public';
import type { Translation } from '#components/strings/translated';

export const publicPages: Translation<typeof english> = {
  product: 'Memory Bank',
  skip: 'Ir al contenido',
  nav: 'Navegación principal',
  links: [
    { href: '/docs', label: 'Referencia de la API' },
    { href: '/login', label: 'Iniciar sesión' },
  ],
  docsTitle: 'Referencia de la API',
  endpoints: 'Endpoints',
  referenceLoading: (address) => `Leyendo ${address}…`,
  referenceFailed: 'No se pudo cargar la referencia. El documento está en {address}.',
  trySession:
    'Sin clave, «Try it out» usa tu sesión en {organization}. Los comandos curl necesitan una clave de esa organización en lugar de {placeholder}.',
  tryOrganization: 'Organización para «Try it out»',
  title: 'Memoria para agentes de IA',
  lead: 'Memoriza conversaciones y documentos, y recupera lo relevante para una pregunta. Cada resultado incluye su fuente. Funciona sin modelo de lenguaje.',
  openConsole: 'Iniciar sesión en la consola',
  reference: 'Referencia de la API',
  server: 'Este servidor',
  store: 'Almacén',
  answersUnder: 'Responde en menos de 1 ms',
  answersIn: (ms) => `Responde en ${number(ms)} ms`,
  noAnswer: 'No responde',
  storageLabel: 'Almacenamiento',
  storage: { embedded: 'Base de datos integrada', postgres: 'PostgreSQL' },
  notOpen: 'aún sin abrir',
  model: 'Modelo de lenguaje',
  modelOn: 'Configurado',
  modelOff: 'Ninguno (reglas integradas)',
  version: 'Versión de la API',
  firstCall: 'Primera llamada',
  steps: {
    key: 'Consigue una clave: crea una en la consola o usa la que el primer inicio mostró en la terminal.',
    keyEnvironment: 'Con una base de datos externa, está en {variable}.',
    retain: 'Memoriza. La primera escritura crea el banco.',
    recall: 'Recupera.',
  },
  code: { key: 'Comando que define la clave', retain: 'Comando que memoriza', recall: 'Comando que recupera' },
};
