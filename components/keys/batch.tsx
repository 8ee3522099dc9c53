'use client';

import { Ban } from 'lucide-react';
import { useState } from 'react';
import { useKeyBatch } from '#components/keys/queries';
import type { KeyRow } from '#components/keys/tree';
import { useKeyReasons } from '#components/keys/use-locks';
import { useConsole } from '#components/shell/console-context';
import { keys as t } from '#components/strings/keys';
import { ui } from '#components/strings/ui';
import { BatchBar, BatchDialog } from '#components/ui/batch';
import { Button } from '#components/ui/button';
import type { Selection } from '#components/ui/selection';

/** Revokes the chosen keys, without those that cannot be revoked. */
export function KeyBatch({ selection }: { selection: Selection<KeyRow> }) {
  const { organization } = useConsole();
  const { revoke, renew } = useKeyBatch(organization.slug);
  const reasonsOf = useKeyReasons();
  const [isOpen, open] = useState(false);
  const chosen = selection.items.map(({ key }) => key);
  const keys = chosen.filter((key) => reasonsOf(key).revoke === null);
  const [first] = chosen;
  const action = t.batch.action(keys.length);
  return (
    <>
      <BatchBar selection={selection}>
        <Button size="sm" icon={Ban} locked={keys.length === 0 && first ? reasonsOf(first).revoke : null} onClick={() => open(true)}>
          {action}
        </Button>
      </BatchBar>
      {isOpen && (
        <BatchDialog
          items={keys}
          act={revoke}
          renew={() => {
            selection.clear();
            return renew();
          }}
          destructive
          typedName={t.batch.word}
          onClose={() => open(false)}
          texts={{ title: t.batch.title(keys.length), action, busyLabel: t.revoking, done: t.batch.done }}
        >
          <p>{t.batch.text}</p>
          <p dir="auto" className="break-words">
            {ui.series(keys.map(({ name }) => name))}
          </p>
          {keys.length < chosen.length && <p>{t.batch.skipped(chosen.length - keys.length)}</p>}
        </BatchDialog>
      )}
    </>
  );
}
