import conversation from '../../scripts/demo/conversation.json';

/** The conversation of `npm run demo`: one document for each session, with when it took place and what it was about. */
export const itemsOf = () =>
  conversation.sessions.map(({ id, timestamp, context, turns }) => ({
    document_id: id,
    timestamp,
    context,
    content: turns.join('\n'),
    tags: ['demo'],
  }));
