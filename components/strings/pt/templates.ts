import type { templates as english } from '#components/strings/templates';
import type { Translation } from '#components/strings/translated';

export const templates: Translation<typeof english> = {
  'personal-assistant': {
    name: 'Assistente pessoal',
    mission: 'A memória de um assistente pessoal: o que uma pessoa gosta, planeja e prometeu, para que nada precise ser repetido.',
    extraction: 'Preferências, planos com suas datas, promessas e as pessoas da vida do usuário. Sem conversa fiada.',
    models: {
      preferences: {
        name: 'Preferências',
        question: 'Preferências: comida, bebidas, viagens e outras coisas que prefere, gosta, adora, odeia ou evita',
      },
      'plans-and-promises': {
        name: 'Planos e promessas',
        question: 'Planos, viagens, reservas, reuniões, compromissos e promessas com suas datas',
      },
      people: { name: 'Pessoas', question: 'Pessoas: parceiro, esposa, marido, filhos, pais, irmãos, irmãs, amigos e colegas' },
    },
    directives: {
      dates: { name: 'Datas exatas', rule: 'Dê a data exata de cada plano, compromisso e prazo.' },
      privacy: { name: 'Saúde e dinheiro', rule: 'Mencione saúde e dinheiro só se a pergunta for sobre eles.' },
    },
  },
  'coding-agent': {
    name: 'Agente de programação',
    mission: 'A memória de um agente de programação: as convenções do código, por que ele foi feito assim e quais tentativas falharam.',
    extraction: 'Convenções, comandos, decisões com seus motivos, erros com causa e correção, e tentativas que falharam.',
    models: {
      conventions: {
        name: 'Convenções',
        question: 'Convenções: nomes de arquivos, estilo do código, e comandos e ferramentas para compilar, testar e executar',
      },
      decisions: { name: 'Decisões', question: 'Decisões: o que foi decidido, escolhido ou substituído, e por quê' },
      pitfalls: {
        name: 'Erros e correções',
        question: 'Erros, falhas e tentativas que falharam: o que os causou e o que os corrigiu ou resolveu',
      },
    },
    directives: {
      names: { name: 'Nomes exatos', rule: 'Cite literalmente comandos, caminhos de arquivos, versões e mensagens de erro.' },
      current: { name: 'Decisões atuais', rule: 'Se uma decisão substituiu outra, dê só a atual, com seu motivo.' },
    },
  },
  'support-agent': {
    name: 'Agente de suporte',
    mission: 'A memória de uma equipe de suporte: o que os clientes relataram, o que resolveu e o que continua em aberto.',
    extraction: 'Problemas com produto e versão, suas soluções, pedidos em aberto e o que cada cliente usa.',
    models: {
      'known-problems': {
        name: 'Problemas conhecidos',
        question: 'Problemas, erros e falhas que foram relatados, e o que os resolveu ou corrigiu',
      },
      'open-cases': { name: 'Casos em aberto', question: 'Casos, chamados e pedidos que estão abertos, esperando ou ainda não resolvidos' },
      customers: { name: 'Clientes', question: 'Clientes: qual plano, produto e versão eles usam?' },
    },
    directives: {
      promises: { name: 'Sem promessas', rule: 'Nunca prometa uma data, um reembolso ou um recurso que nenhuma memória contém.' },
      privacy: { name: 'Privacidade', rule: 'Nunca mencione um cliente em uma resposta a outro.' },
    },
  },
  'sales-team': {
    name: 'Equipe de vendas',
    mission: 'A memória de uma equipe de vendas: quem decide em cada cliente, do que ele precisa e qual é o próximo passo de cada negócio.',
    extraction: 'Contatos com suas funções, orçamentos, fases, próximos passos com data, objeções e concorrentes.',
    models: {
      contacts: { name: 'Contatos', question: 'Contatos: quem decide, assina ou lidera em cada cliente?' },
      deals: { name: 'Negócios', question: 'Negócios: orçamento, preço, proposta, fase e próximo passo' },
      objections: { name: 'Objeções', question: 'Objeções, preocupações e concorrentes dos clientes' },
    },
    directives: {
      'next-step': { name: 'Próximo passo', rule: 'Termine uma resposta sobre um cliente com o próximo passo, o responsável e a data.' },
      figures: { name: 'Números', rule: 'Dê preços, orçamentos e descontos só com a data em que foram mencionados.' },
    },
  },
  'research-notes': {
    name: 'Notas de pesquisa',
    mission: 'A memória de um projeto de pesquisa: resultados com suas fontes, métodos e questões em aberto.',
    extraction: 'Resultados com números e fontes, métodos, conjuntos de dados, hipóteses e questões em aberto.',
    models: {
      findings: { name: 'Resultados', question: 'Resultados: o que experimentos e artigos mostram, encontram ou relatam' },
      methods: { name: 'Métodos', question: 'Métodos, conjuntos de dados, corpora e parâmetros que foram usados' },
      'open-questions': {
        name: 'Questões em aberto',
        question: 'Questões em aberto: o que é desconhecido, incerto, não foi testado ou deveria ser testado',
      },
    },
    directives: {
      sources: { name: 'Fontes', rule: 'Diga a fonte de cada resultado e separe resultados de suposições.' },
      disagreement: { name: 'Divergências', rule: 'Se as fontes divergirem, dê os dois resultados com seus números.' },
    },
  },
};
