import type { queryWindow } from '#lib/base/text/dates';
import type { TopicChange } from '#lib/memory/reflect/rules/answer-part';
import type { QuotableStatement } from '#lib/memory/reflect/rules/statements';

/** Whether a statement was true at the time that a question about the past names. Pure. */

type QuestionWindow = NonNullable<ReturnType<typeof queryWindow>>;

/** From its mention until that of the statement that changed it. */
export function wasTrueIn({ start, end }: QuestionWindow, statement: QuotableStatement, change: TopicChange | undefined): boolean {
  const { mentionedAt } = statement.evidence;
  if (mentionedAt === null || (end !== null && mentionedAt >= end)) return false;
  const chain = change ? [change.newest, ...change.earlier] : [];
  const at = chain.findIndex(({ evidence }) => evidence.id === statement.evidence.id);
  const changedAt = at > 0 ? chain[at - 1]?.evidence.mentionedAt : null;
  return !changedAt || start === null || changedAt > start;
}
