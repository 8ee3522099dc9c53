import type { publicPages as english } from '#components/strings/public';
import type { Translation } from '#components/strings/translated';

export const publicPages: Translation<typeof english> = {
  product: 'Memory Bank',
  skip: 'Pular para o conteúdo',
  nav: 'Principal',
  links: [
    { href: '/docs', label: 'Referência da API' },
    { href: '/login', label: 'Entrar' },
  ],
  docsTitle: 'Referência da API',
  endpoints: 'Endpoints',
  title: 'Um repositório de memórias para agentes de IA',
  lead: 'Memorize conversas e documentos e recupere o que é relevante para uma pergunta. Todo resultado inclui sua fonte. Funciona sem um modelo de linguagem.',
  openConsole: 'Entrar no console',
  reference: 'Referência da API',
  referenceLoading: (address) => `Carregando ${address}…`,
  referenceFailed: 'Não foi possível carregar a referência. O documento está em {address}.',
  trySession:
    'Sem chave, “Try it out” usa a sua sessão em {organization}. Os comandos curl precisam de uma chave dessa organização no lugar de {placeholder}.',
  tryOrganization: 'Organização para “Try it out”',
  server: 'Este servidor',
  store: 'Armazenamento',
  answersUnder: 'Responde em menos de 1 ms',
  answersIn: (ms) => `Responde em ${ms} ms`,
  noAnswer: 'Não responde',
  storageLabel: 'Banco de dados',
  storage: { embedded: 'Banco de dados embutido', postgres: 'PostgreSQL' },
  notOpen: 'ainda não aberto',
  model: 'Modelo de linguagem',
  modelOn: 'Configurado',
  modelOff: 'Nenhum (regras internas)',
  version: 'Versão da API',
  firstCall: 'Primeira chamada',
  steps: {
    key: 'Obtenha uma chave: crie uma no console ou use a que a primeira inicialização mostrou no terminal.',
    keyEnvironment: 'Com um banco de dados externo, ela está em {variable}.',
    retain: 'Memorize. A primeira gravação cria o banco.',
    recall: 'Recupere.',
  },
  code: { key: 'Comando que define a chave', retain: 'Comando que memoriza', recall: 'Comando que recupera' },
};
