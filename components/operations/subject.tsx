import { subjectPath } from '#components/operations/paths';
import type { OperationView } from '#components/operations/view';
import { aboutOf } from '#components/operations/words';
import { cx } from '#components/ui/cx';
import { Link } from '#components/ui/link';

interface SubjectProps {
  slug: string;
  bankId: string;
  view: OperationView;
  onGo?: () => void;
  className?: string;
}

/**
 * The subject of an operation: a link to its mental model or document, or text if there is no such
 * page. The link is above one that covers its row. Renders nothing without a subject.
 */
export function Subject({ slug, bankId, view, onGo, className }: SubjectProps) {
  const about = aboutOf(view);
  if (about === null) return null;
  const href = subjectPath(slug, bankId, view);
  const look = cx(view.subject?.kind === 'document' && 'font-mono', className);
  if (href === null)
    return (
      <span dir="auto" title={about} className={look}>
        {about}
      </span>
    );
  return (
    <Link href={href} dir="auto" title={about} {...(onGo && { onClick: onGo })} className={cx('link relative z-10', look)}>
      {about}
    </Link>
  );
}
