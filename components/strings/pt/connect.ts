import type { connect as english } from '#components/strings/connect';
import type { Translation } from '#components/strings/translated';

export const connect: Translation<typeof english> = {
  pageTitle: 'Conectar um aplicativo',
  title: (application) => `Conectar ${application}`,
  purpose: (host) => `O aplicativo pede acesso à sua memória. Sua resposta é enviada a ${host}.`,
  unverified: 'Ninguém verificou o nome do aplicativo. Continue somente se foi você que iniciou isto.',
  signedInAs: 'Sessão iniciada como {email}',
  organization: 'Organização',
  bank: 'Banco',
  banksMissing: 'Escolha os bancos.',
  access: 'Acesso',
  accesses: {
    read: { label: 'Ler', help: 'Buscar e ler memórias, documentos e modelos mentais.' },
    write: { label: 'Ler e gravar', help: 'Também armazenar, corrigir e excluir memórias, documentos e modelos mentais.' },
  },
  never: 'Ele nunca pode alterar configurações, chaves ou membros, nem excluir um banco.',
  expires: 'Expira',
  revocable: 'Você pode encerrar o acesso a qualquer momento na página da sua conta; um Admin também pode, na página Chaves de API.',
  allow: 'Permitir acesso',
  allowing: 'Conectando',
  refuse: 'Recusar',
  refusing: 'Recusando',
  loadFailed: 'Não foi possível carregar a solicitação',
  over: 'Esta solicitação foi encerrada',
  overText: 'Ela expirou ou já foi respondida. Comece novamente no aplicativo.',
  failed: 'Não foi possível conectar este aplicativo',
  failedText: 'A solicitação expirou ou este servidor não conhece mais o aplicativo. Remova a conexão no aplicativo e conecte-o novamente.',
  failedCode: (code) => `Erro: ${code}`,
  noOrganization: 'Você não pertence a nenhuma organização; não há o que compartilhar.',
  toConsole: 'Ir para o console',
};
