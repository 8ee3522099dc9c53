import type { beginning as english } from '#components/strings/beginning';
import type { Translation } from '#components/strings/translated';

export const beginning: Translation<typeof english> = {
  start: {
    title: 'Da chave ao agente conectado',
    duration: 'cerca de cinco minutos',
    key: 'Crie uma chave',
    keyExists: 'A chave {name} tem acesso a este banco. O valor dela foi mostrado uma única vez, na criação.',
    keyAnother: 'Criar outra chave',
    dismiss: 'Dispensar os primeiros passos',
    retain: 'Memorize um texto',
    retainText: 'Envie uma frase, uma conversa ou um arquivo. Sem um modelo de linguagem, as regras internas extraem os fatos.',
    sentence: 'Ana se mudou para o Porto porque o estúdio lá é mais barato.',
    copy: 'o comando que memoriza uma frase',
    code: 'Um comando curl que memoriza uma frase',
    listening: 'Aguardando a primeira memória. Esta página é atualizada automaticamente.',
    ask: 'Recupere-a',
    askText: 'A recuperação a encontra por significado, palavras, data e nomes.',
    question: 'Por que Ana se mudou para o Porto?',
    askCopy: 'o comando que a recupera',
    askCode: 'Um comando curl que a recupera',
    connect: 'Conecte seu agente',
    connectText: 'Cada cliente tem seus passos e seu código, com uma chave ou com login.',
    connectAll: 'Todos os clientes',
  },
  appears: {
    title: 'O que aparecerá aqui',
    world: 'Fatos: um produto, um preço, uma regra.',
    experience: 'Acontecimentos: uma ligação, um conserto, uma promessa.',
    observation: 'Conclusões de vários fatos, com todos eles como evidência.',
  },
  sample: {
    load: 'Carregar a conversa de exemplo',
    loading: 'Enviando',
    text: '233 mensagens de cinco amigos e do assistente deles ao longo de seis meses, em 22 documentos com a tag demo. Se houver um modelo de linguagem configurado, consome tokens.',
    sent: 'A conversa de exemplo está sendo processada',
    sentDetail: 'O processamento continua se você sair da página. A operação mostra o progresso.',
    failed: 'Não foi possível carregar a conversa de exemplo',
  },
  questions: {
    title: 'Pergunte ao exemplo',
    note: 'em inglês, como o exemplo',
    about: {
      person: 'uma pessoa',
      cause: 'uma causa',
      time: 'um período',
      decision: 'uma decisão que mudou',
      experience: 'o que o agente fez',
    },
  },
};
