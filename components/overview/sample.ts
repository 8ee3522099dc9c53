import { SAMPLE_PREFIX, SAMPLE_TAG } from '#components/overview/sample-questions';
import conversation from '../../scripts/demo/conversation.json';

/** The conversations of `npm run demo`: one document per session, with its time and topic. */
export const itemsOf = () =>
  [...conversation.sessions, ...conversation.assistant_sessions].map(({ id, timestamp, context, turns }) => ({
    document_id: `${SAMPLE_PREFIX}${id}`,
    timestamp,
    context,
    content: turns.join('\n'),
    tags: [SAMPLE_TAG],
  }));
