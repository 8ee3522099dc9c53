'use client';

import { useDismissedHints } from '#components/keys/dismissed-hints';
import { hintsOf } from '#components/keys/hints';
import { useConsole } from '#components/shell/console-context';
import { keys as t } from '#components/strings/keys';
import { Button } from '#components/ui/button';
import { Notice } from '#components/ui/states';
import { useNow } from '#components/ui/time';
import type { ConsoleKey } from '#lib/access/keys/contract';

/** The number of listed keys that need attention, with the reasons. Excludes dismissed hints. */
export function ReviewNotice({ keys, onShow }: { keys: readonly ConsoleKey[]; onShow: () => void }) {
  const now = useNow();
  const { organization } = useConsole();
  const { left, dismiss } = useDismissedHints(organization.slug);
  const hinted = keys.flatMap((key) => {
    const hints = left(key.id, hintsOf(key, now));
    return hints ? [[key.id, hints] as const] : [];
  });
  if (hinted.length === 0) return null;
  const unused = hinted.filter(([, { unusedDays }]) => unusedDays !== null).length;
  const endless = hinted.filter(([, { neverEnds }]) => neverEnds).length;
  const bankless = hinted.filter(([, { reachesNone }]) => reachesNone).length;
  return (
    <Notice
      tone="warn"
      action={
        <span className="flex flex-wrap justify-end gap-1">
          <Button look="ghost" size="sm" onClick={() => dismiss(hinted)}>
            {t.dismiss}
          </Button>
          <Button look="ghost" size="sm" className="text-accent-text" onClick={onShow}>
            {t.review}
          </Button>
        </span>
      }
    >
      <b>{t.reviewTitle(hinted.length)}</b> {t.reviewReasons({ unused, endless, bankless })}
    </Notice>
  );
}
