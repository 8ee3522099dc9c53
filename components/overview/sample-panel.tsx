'use client';

import { ArrowRight } from 'lucide-react';
import { ConnectLinks } from '#components/overview/first-steps';
import { SAMPLE_QUESTIONS } from '#components/overview/sample-questions';
import { useBank, useConsole } from '#components/shell/console-context';
import { bankPath } from '#components/shell/paths';
import { beginning as t } from '#components/strings/beginning';
import { cx } from '#components/ui/cx';
import { Link } from '#components/ui/link';
import { Panel } from '#components/ui/page';

/**
 * Questions about the sample, which open in Recall. `isAlone`: with the way to one’s own agent,
 * which the first steps also show.
 */
export function SampleQuestions({ isAlone }: { isAlone: boolean }) {
  const { organization } = useConsole();
  const recall = bankPath(organization.slug, useBank(), 'play', 'recall');
  return (
    <Panel title={t.questions.title} note={<span className="text-12 text-faint">{t.questions.note}</span>}>
      <div className={cx('grid gap-x-8 gap-y-5', isAlone && 'lg:grid-cols-[minmax(0,1.8fr)_minmax(0,1fr)]')}>
        <ul aria-label={t.questions.title} className="-my-1">
          {SAMPLE_QUESTIONS.map(({ about, query }) => (
            <li key={query}>
              <Link
                href={`${recall}?q=${encodeURIComponent(query)}`}
                className="group flex min-h-8 items-center gap-3 rounded-md border-line-soft border-b py-1 hover:bg-hover phone:min-h-11"
              >
                <span lang="en" dir="ltr" translate="no" className="min-w-0 font-medium">
                  {query}
                </span>
                <span className="ms-auto shrink-0 text-12 text-faint">{t.questions.about[about]}</span>
                <ArrowRight size={14} strokeWidth={1.75} aria-hidden className="shrink-0 text-faint rtl:-scale-x-100" />
              </Link>
            </li>
          ))}
        </ul>
        {isAlone && (
          <div className="text-muted">
            <h3 className="font-medium text-ink">{t.start.connect}</h3>
            <p>{t.start.connectText}</p>
            <ConnectLinks />
          </div>
        )}
      </div>
    </Panel>
  );
}
