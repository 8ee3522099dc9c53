'use client';

import { Ban, RotateCw, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { useActs } from '#components/operations/acts';
import { finishedOf } from '#components/operations/ends';
import type { FollowedOperation, OpenOperations } from '#components/operations/follow';
import { Bar, StateGlyph } from '#components/operations/marks';
import { operationPath, subjectPath } from '#components/operations/paths';
import { useAct } from '#components/operations/queries';
import { type FinalState, isUndone, stateOf } from '#components/operations/view';
import {
  begunAbout,
  begunInto,
  clearAll,
  clearOne,
  type FinishedOperation,
  listedEnds,
  useLedger,
  watchOperation,
} from '#components/operations/watched';
import { aboutOf, nameOf, progressText, shareOf } from '#components/operations/words';
import { useConsole } from '#components/shell/console-context';
import { bankPath } from '#components/shell/paths';
import { operations as t } from '#components/strings/operations';
import { transfer } from '#components/strings/transfer';
import { Button, IconButton } from '#components/ui/button';
import { cx } from '#components/ui/cx';
import { Link } from '#components/ui/link';
import { Phrase } from '#components/ui/phrase';
import { RelativeTime } from '#components/ui/time';
import { toast } from '#components/ui/toast';

export interface TrayListProps {
  slug: string;
  /** The bank of the current page, or null. */
  bankId: string | null;
  following: OpenOperations;
  onGo: () => void;
}

/** The content of the tray, loaded after the page. */
export default function TrayList({ slug, bankId, following, onGo }: TrayListProps) {
  const ledger = useLedger();
  const finished = following.finished.map((one) => finishedOf(slug, one.bankId, one.view));
  const ended = listedEnds({ ...ledger, ended: ledger.ended.filter(({ org }) => org === slug) }, finished, Date.now());
  const count = following.open.length + following.more;
  return (
    <>
      <div className="max-h-[min(480px,calc(100dvh-80px))] overflow-y-auto">
        {following.isUnread && <p className="border-line-soft border-b px-3 py-2 text-12 text-bad-text">{t.tray.unread}</p>}
        {count === 0 && ended.length === 0 && (
          <div className="px-3 py-4">
            <p className="font-medium">{t.tray.none}</p>
            <p className="mt-1 text-12 text-muted">{t.tray.noneText}</p>
          </div>
        )}
        {count > 0 && (
          <section className="py-1.5">
            <h2 className="px-3 py-1 text-12 text-faint">{t.tray.running}</h2>
            <ul>
              {following.open.map(({ bankId: of, view }) => (
                <Running key={view.id} slug={slug} followed={{ bankId: of, view: view }} onGo={onGo} />
              ))}
            </ul>
            {following.more > 0 && <p className="px-3 py-1 text-12 text-faint">{t.tray.more(following.more)}</p>}
          </section>
        )}
        {ended.length > 0 && (
          <section className={cx('py-1.5', count > 0 && 'border-line border-t')}>
            <div className="flex items-center justify-between pe-1.5 ps-3">
              <h2 className="text-12 text-faint">{t.tray.ended}</h2>
              <Button look="ghost" size="sm" onClick={() => clearAll(slug, ended)}>
                {t.tray.clear}
              </Button>
            </div>
            <ul>
              {ended.map((one) => (
                <Over key={one.id} one={one} onGo={onGo} />
              ))}
            </ul>
          </section>
        )}
      </div>
      {bankId !== null && (
        <div className="border-line border-t px-3 py-2">
          <Link href={bankPath(slug, bankId, 'operations')} onClick={onGo} className="link block truncate py-0.5 text-12 phone:py-3">
            {t.tray.page(bankId)}
          </Link>
        </div>
      )}
    </>
  );
}

const Row = ({ state, children }: Parameters<typeof StateGlyph>[0] & { children: ReactNode }) => (
  <li className="relative flex gap-2.5 px-3 py-1.5 hover:bg-hover">
    <span className="pt-0.5">
      <StateGlyph state={state} />
    </span>
    {children}
  </li>
);

const NOTHING = () => undefined;

const inBank = (about: string | null, bankId: string): string => (about ? t.tray.aboutInBank(about, bankId) : t.tray.inBank(bankId));

/**
 * Subject and bank on a separate line, because names of mental models and documents may be long.
 */
const What = ({ about, href, bankId, onGo }: { about: string | null; href: string | null; bankId: string; onGo: () => void }) => (
  <span dir="auto" className="truncate text-12 text-faint">
    {about === null || href === null ? (
      inBank(about, bankId)
    ) : (
      <Phrase
        text={t.tray.aboutInBank('{about}', '{bank}')}
        about={
          <Link href={href} onClick={onGo} className="link relative z-10">
            {about}
          </Link>
        }
        bank={bankId}
      />
    )}
  </span>
);

function Running({ slug, followed: { bankId, view }, onGo }: { slug: string; followed: FollowedOperation; onGo: () => void }) {
  const { cancel, isCanceling, locks } = useActs(bankId, NOTHING)(view);
  const state = stateOf(view);
  const share = shareOf(view);
  const name = nameOf(view);
  return (
    <Row state={state}>
      <span className="grid min-w-0 grow gap-0.5">
        <Link
          href={operationPath(slug, bankId, view.id)}
          onClick={onGo}
          className="truncate font-medium after:absolute after:inset-0 focus-visible:-outline-offset-2"
        >
          {name}
        </Link>
        <What
          about={begunAbout(view.id) ?? aboutOf(view)}
          href={subjectPath(slug, bankId, view)}
          bankId={begunInto(view.id) ?? bankId}
          onGo={onGo}
        />
        <span className="flex min-w-0 items-center gap-2 text-12 text-muted">
          {share !== null && (state === 'processing' || share > 0) && <Bar share={share} label={t.progressOf(name)} className="!w-14" />}
          <span className="min-w-0 truncate">{progressText(view)}</span>
          {state === 'later' && view.nextAt !== null && (
            <span className="ms-auto shrink-0 text-faint">
              <Phrase text={t.again} time={<RelativeTime at={view.nextAt} />} />
            </span>
          )}
        </span>
      </span>
      <IconButton
        icon={Ban}
        size="sm"
        label={t.tray.cancel(name)}
        locked={locks.cancel}
        busy={isCanceling}
        onClick={cancel}
        className="relative z-10 -me-1 -mt-0.5"
      />
    </Row>
  );
}

const TONES: Record<FinalState, string> = {
  completed: 'text-muted',
  failed: 'text-bad-text',
  partly: 'text-warn-text',
  nothing: 'text-warn-text',
  cancelled: 'text-muted',
};

/** The link of an entry, which covers it. */
const SEE = 'link text-12 after:absolute after:inset-0 focus-visible:-outline-offset-2';

function Over({ one, onGo }: { one: FinishedOperation; onGo: () => void }) {
  const { name, about, into = null, aboutHref = null, change = null, bankId, status, error, at, download = null, href, see } = one;
  const { may } = useConsole();
  return (
    <Row state={status}>
      <span className="grid min-w-0 grow gap-0.5">
        <span className="flex min-w-0 items-baseline gap-2">
          <span className="truncate font-medium">{name}</span>
          <RelativeTime at={at} className="ms-auto shrink-0 text-12 text-faint" />
        </span>
        <What about={about} href={aboutHref} bankId={into ?? bankId} onGo={onGo} />
        {change !== null && <span className="text-12 text-muted tabular-nums">{change}</span>}
        {error !== null && <span className={cx('text-12', TONES[status])}>{error}</span>}
        <span>
          {download && may('bank.delete') ? (
            <a href={download} download className={SEE}>
              {transfer.download}
            </a>
          ) : (
            <Link href={href} onClick={onGo} className={SEE}>
              {see}
            </Link>
          )}
        </span>
      </span>
      {isUndone({ status }) && <Retry one={one} />}
      <IconButton
        icon={X}
        size="sm"
        label={t.tray.dismiss(name)}
        tooltip={false}
        onClick={() => clearOne(one.id)}
        className="relative z-10 -me-1 -mt-0.5"
      />
    </Row>
  );
}

/** Retries a failed or canceled operation from the tray. It moves to the running ones. */
function Retry({ one: { org, bankId, id, name, about, into = null } }: { one: FinishedOperation }) {
  const { lockedBy } = useConsole();
  const retry = useAct(org, bankId, 'retry', {
    onSuccess: () => {
      watchOperation({ org, bankId, id, about, into });
      toast.done(t.retried(name), { about: id });
    },
    onError: (error) => toast.failed(t.retryFailed(name), error, { about: id }),
  });
  return (
    <IconButton
      icon={RotateCw}
      size="sm"
      label={t.tray.retry(name)}
      locked={lockedBy('bank.write')}
      busy={retry.isPending}
      onClick={() => retry.mutate({ id, name })}
      className="relative z-10 -mt-0.5"
    />
  );
}
