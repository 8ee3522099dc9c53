import { htmlBlocks } from '#lib/memory/retain/reading/html/blocks';
import { joinInSteps, type Steps } from '#lib/memory/retain/reading/steps';

/** The beginning of a tag at the end of a cut text. */
const CUT_TAG = /<\/?[a-z\d]{0,12}$/i;

/** The words of a fragment of HTML, its blocks as paragraphs, without code. */
export function* plainHtml(html: string): Steps<string> {
  const blocks = yield* htmlBlocks(html.replace(CUT_TAG, ''), { hasPlainPre: false });
  const texts = blocks.flatMap(({ kind, text }) => (kind === 'code' ? [] : [text]));
  return (yield* joinInSteps(texts, '\n\n')).trim();
}
