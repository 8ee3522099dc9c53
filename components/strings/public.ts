import { translated } from '#components/strings/translated';
/**
 * Texts of the pages that need no session: the home page, the API reference and the page for
 * unknown URLs.
 */
export const publicPages = translated('publicPages', {
  product: 'Memory Bank',
  skip: 'Skip to content',
  nav: 'Main',
  links: [
    { href: '/docs', label: 'API reference' },
    { href: '/login', label: 'Sign in' },
  ],
  docsTitle: 'API reference',
  endpoints: 'Endpoints',
  referenceLoading: (address: string) => `Reading ${address} …`,
  referenceFailed: 'The reference could not be loaded. The document itself is at {address}.',
  trySession:
    'Without a key, Try it out uses your session in {organization}. The curl commands need a key of it in place of {placeholder}.',
  tryOrganization: 'Organization for Try it out',
  title: 'A memory store for AI agents',
  lead: 'Retain conversations and documents, and recall what is relevant to a question. Every result includes its source. It works without a language model.',
  openConsole: 'Sign in to the console',
  reference: 'API reference',
  server: 'This server',
  store: 'Store',
  answersUnder: 'Responds in under 1 ms',
  answersIn: (ms: number) => `Responds in ${ms} ms`,
  noAnswer: 'Not responding',
  storageLabel: 'Storage',
  storage: { embedded: 'Embedded database', postgres: 'PostgreSQL' },
  notOpen: 'not open yet',
  model: 'Language model',
  modelOn: 'Configured',
  modelOff: 'None (built-in rules)',
  version: 'API version',
  firstCall: 'First call',
  steps: {
    key: 'Get a key: create one in the console, or use the one that the first start printed to the terminal.',
    keyEnvironment: 'With an external database, it is in {variable}.',
    retain: 'Retain. The first write creates the bank.',
    recall: 'Recall.',
  },
  code: { key: 'Command that sets the key', retain: 'Command that retains', recall: 'Command that recalls' },
});
