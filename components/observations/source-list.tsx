'use client';

import { Ellipsis, Eraser } from 'lucide-react';
import { useState } from 'react';
import { useClearOfFact } from '#components/observations/queries';
import { useBank, useConsole } from '#components/shell/console-context';
import { observations as t } from '#components/strings/observations';
import { ui } from '#components/strings/ui';
import { Bead, Thread, ThreadItem } from '#components/ui/bead';
import { IconButton } from '#components/ui/button';
import { ConfirmDialog } from '#components/ui/dialog';
import { Menu, MenuItem } from '#components/ui/menu';
import { Phrase } from '#components/ui/phrase';
import { RelativeTime } from '#components/ui/time';
import { toast } from '#components/ui/toast';
import type { MemoryResponse } from '#lib/memory/memories/contract';

type Source = NonNullable<MemoryResponse['source_memories']>[number];

/** The facts of the evidence, on a thread. */
export function SourceList({ sources }: { sources: readonly Source[] }) {
  const [clearing, clear] = useState<Source | null>(null);
  if (sources.length === 0) return <p className="text-muted">{t.sourcesNone}</p>;
  return (
    <>
      <Thread label={t.tabs.sources}>
        {sources.map((source) => (
          <ThreadItem key={source.id} bead={<Bead kind={source.type} />}>
            <SourceLine source={source} onClear={() => clear(source)} />
          </ThreadItem>
        ))}
      </Thread>
      {clearing && <ClearDialog source={clearing} onClose={() => clear(null)} />}
    </>
  );
}

function SourceLine({ source, onClear }: { source: Source; onClear: () => void }) {
  const { lockedBy } = useConsole();
  return (
    <div className="flex items-start gap-2">
      <div className="min-w-0 grow">
        <p dir="auto" className="break-words">
          <span className="sr-only">{ui.labelBefore(ui.facts[source.type])} </span>
          {source.text}
        </p>
        <p className="flex flex-wrap gap-x-2 text-12 text-faint">
          {source.context !== '' && <span className="break-words">{source.context}</span>}
          <span>
            {source.mentioned_at ? (
              <Phrase text={t.mentioned} time={<RelativeTime at={source.mentioned_at} dated />} />
            ) : (
              <RelativeTime at={null} none={t.noTime} />
            )}
          </span>
        </p>
      </div>
      <Menu label={t.sourceActions} trigger={<IconButton icon={Ellipsis} size="sm" label={t.sourceActions} tooltip={false} />}>
        <MenuItem icon={Eraser} danger locked={lockedBy('bank.write')} onSelect={onClear}>
          {t.clear}
        </MenuItem>
      </Menu>
    </div>
  );
}

function ClearDialog({ source, onClose }: { source: Source; onClose: () => void }) {
  const { organization } = useConsole();
  const clear = useClearOfFact(organization.slug, useBank());
  const act = () =>
    clear.mutate(source.id, {
      onSuccess: ({ deleted_count }) => {
        toast.done(t.cleared(deleted_count), { detail: t.clearedDetail });
        onClose();
      },
    });
  return (
    <ConfirmDialog
      of={clear}
      onClose={onClose}
      texts={{ title: t.clearTitle, action: t.clearAction, busyLabel: t.clearing, failed: t.clearFailed }}
      destructive
      onConfirm={act}
    >
      <p>{t.clearText(source.text)}</p>
      <p>{t.clearAgain}</p>
    </ConfirmDialog>
  );
}
