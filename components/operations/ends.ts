import { changePath, fileOf, subjectPath } from '#components/operations/paths';
import { TRANSFERS } from '#components/operations/transfer-types';
import { type FinalState, isShort, type OperationView, stateOf } from '#components/operations/view';
import { begunAbout, begunInto, type FinishedOperation, noteEnded } from '#components/operations/watched';
import { aboutOf, changeText, nameOf, progressText } from '#components/operations/words';
import { bankPath } from '#components/shell/paths';
import { operations as t } from '#components/strings/operations';
import { transfer } from '#components/strings/transfer';
import { cut } from '#components/ui/cut';
import { startDownload } from '#components/ui/save';
import { toast } from '#components/ui/toast';

/** The ends of operations in words. Loaded after the page. */

/** Maximum length of the subject in a short-lived notification, in characters. */
const MOST_ABOUT = 60;

/** An operation that has ended, as the tray lists it. */
export function finishedOf(org: string, bankId: string, view: OperationView): FinishedOperation {
  const status = stateOf(view) as FinalState;
  const isIncomplete = isShort(status) || view.unchanged !== null;
  const into = begunInto(view.id);
  return {
    org,
    bankId,
    id: view.id,
    name: nameOf(view),
    about: begunAbout(view.id) ?? aboutOf(view),
    into,
    aboutHref: subjectPath(org, bankId, view),
    change: changeText(view),
    status,
    error: isIncomplete ? progressText(view) : status === 'completed' ? null : view.error,
    at: view.updatedAt ?? new Date().toISOString(),
    download: fileOf(org, bankId, view)?.href ?? null,
    href: status === 'completed' && into !== null ? bankPath(org, into) : changePath(org, bankId, view),
    see: status !== 'completed' ? t.tray.why : view.unchanged || TRANSFERS.includes(view.type) ? t.tray.openUnchanged : t.tray.see,
  };
}

interface OperationEnd {
  readonly org: string;
  readonly bankId: string;
  readonly view: OperationView;
  /** Started in this browser, and not reported by the page. */
  readonly isOwn: boolean;
}

/**
 * Records the end of an operation and reports it: successes only of own operations, failures
 * always. `open` opens the address of the changes.
 */
export function reportEnd({ org, bankId, view, isOwn }: OperationEnd, open: (href: string) => void): void {
  const one = finishedOf(org, bankId, view);
  noteEnded(one);
  const { name, about, into, change, status, error, download, href, see } = one;
  const bank = into ?? bankId;
  const where = about === null ? t.tray.inBank(bank) : t.tray.aboutInBank(cut(about, MOST_ABOUT), bank);
  const more = {
    about: view.id,
    detail: (error ?? change) ? t.tray.failedIn(where, error ?? change ?? '') : where,
    action: download ? { label: transfer.download, onClick: () => startDownload(download) } : { label: see, onClick: () => open(href) },
  };
  if (status === 'failed') toast.failed(t.tray.failed(name), null, more);
  else if (isOwn && isShort(status)) toast.note(t.tray.short[status](name), more);
  else if (isOwn && status === 'completed') toast.done(t.tray.done(name), more);
}
