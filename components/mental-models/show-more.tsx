import { mentalModel as t } from '#components/strings/mental-model';
import { Button } from '#components/ui/button';
import { cx } from '#components/ui/cx';

interface ShowMoreProps {
  /** The number of items that one click adds. */
  step: number;
  hidden: number;
  onShow: () => void;
  className: string;
}

/** Shows further sources of a list. Hidden if all are shown. */
export const ShowMore = ({ step, hidden, onShow, className }: ShowMoreProps) =>
  hidden > 0 && (
    <Button size="sm" look="ghost" className={cx('-ms-2', className)} onClick={onShow}>
      {t.showMore(Math.min(step, hidden), hidden)}
    </Button>
  );
