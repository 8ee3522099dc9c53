import { translated } from '#components/strings/translated';

/** Texts of a bank that is new, or has the sample. */
export const beginning = translated('beginning', {
  start: {
    title: 'From a key to a connected agent',
    duration: 'about five minutes',
    key: 'Create a key',
    keyExists: 'The key {name} reaches this bank. Its secret was shown once, when it was created.',
    keyAnother: 'Create another key',
    dismiss: 'Dismiss the first steps',
    retain: 'Retain some text',
    retainText: 'Send a sentence, a chat or a file. Without a language model, the built-in rules extract its facts.',
    sentence: 'Ana moved to Porto because the studio there is cheaper.',
    copy: 'the command that retains a sentence',
    code: 'A curl command that retains a sentence',
    listening: 'Waiting for the first memory. This page updates automatically.',
    ask: 'Recall it',
    askText: 'Recall finds it by meaning, words, time and names.',
    question: 'Why did Ana move to Porto?',
    askCopy: 'the command that recalls it',
    askCode: 'A curl command that recalls it',
    connect: 'Connect your agent',
    connectText: 'Each client has its own steps and code, with a key or by signing in.',
    connectAll: 'All clients',
  },
  appears: {
    title: 'What will appear here',
    world: 'Facts: a product, a price, a rule.',
    experience: 'Events: a call, a repair, a promise.',
    observation: 'Conclusions from several facts, with all of them as evidence.',
  },
  sample: {
    load: 'Load the sample conversation',
    loading: 'Sending',
    text: '233 turns of five friends and their assistant over six months, in 22 documents with the tag demo. If a language model is configured, it costs tokens.',
    sent: 'The sample conversation is being processed',
    sentDetail: 'It continues when you leave the page. Its operation shows the progress.',
    failed: 'Could not load the sample conversation',
  },
  questions: {
    title: 'Ask the sample',
    note: 'in English, like the sample',
    about: {
      person: 'a person',
      cause: 'a cause',
      time: 'a time',
      decision: 'a decision that changed',
      experience: 'what the agent did',
    },
  },
});
