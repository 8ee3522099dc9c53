'use client';

import { recallLine, retainLine } from '#components/banks/snippets';
import { useConsole } from '#components/shell/console-context';
import { organizationPath } from '#components/shell/paths';
import { overview } from '#components/strings/overview';
import { CopyButton } from '#components/ui/copy';
import { Link } from '#components/ui/link';
import { CodeBlock, Panel } from '#components/ui/page';
import { Phrase } from '#components/ui/phrase';
import { Ring } from '#components/ui/ring';
import { ThreadStep } from '#components/ui/thread-step';

/**
 * Steps to the first answer: a key, a memory, a query. `listening`: the text while waiting for the
 * first memory.
 */
export function FirstSteps({ bankId, listening }: { bankId: string; listening?: string }) {
  const t = overview.start;
  const { organization } = useConsole();
  const server = typeof window === 'undefined' ? '' : window.location.origin;
  const retain = retainLine(server, bankId, t.sentence);
  const ask = recallLine(server, bankId, t.question);
  return (
    <Panel title={t.title} note={<span className="text-12 text-faint">{t.duration}</span>}>
      <ol aria-label={t.title}>
        <ThreadStep mark={1} title={t.key}>
          <p>
            <Phrase
              text={t.keyText}
              link={
                <Link className="link" href={organizationPath(organization.slug, 'keys')}>
                  {t.keyLink}
                </Link>
              }
            />
          </p>
        </ThreadStep>
        <ThreadStep mark={2} title={t.retain} note={<CopyButton text={retain} what={t.copy} className="shrink-0" />}>
          <Snippet text={t.retainText} label={t.code} code={retain} />
          {listening && (
            <p role="status" className="mt-2 flex items-center gap-2 text-12 text-faint">
              <Ring />
              {listening}
            </p>
          )}
        </ThreadStep>
        <ThreadStep mark={3} title={t.ask} note={<CopyButton text={ask} what={t.askCopy} className="shrink-0" />}>
          <Snippet text={t.askText} label={t.askCode} code={ask} />
        </ThreadStep>
      </ol>
    </Panel>
  );
}

const Snippet = ({ text, label, code }: { text: string; label: string; code: string }) => (
  <>
    <p>{text}</p>
    <div className="mt-2">
      <CodeBlock label={label}>{code}</CodeBlock>
    </div>
  </>
);
