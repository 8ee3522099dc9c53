import conversation from '../../scripts/demo/conversation.json';

/** The conversation of `npm run demo`: one document per session, with its time and topic. */
export const itemsOf = () =>
  conversation.sessions.map(({ id, timestamp, context, turns }) => ({
    document_id: id,
    timestamp,
    context,
    content: turns.join('\n'),
    tags: ['demo'],
  }));
