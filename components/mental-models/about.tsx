'use client';

import { lastRefreshOf } from '#components/mental-models/freshness';
import { NeverDue } from '#components/mental-models/trigger-fields';
import { triggerWords, usageWords } from '#components/mental-models/wording';
import { mentalModel as t } from '#components/strings/mental-model';
import { ui } from '#components/strings/ui';
import { Chip } from '#components/ui/badge';
import { CopyableId } from '#components/ui/copy';
import { KeyValues } from '#components/ui/page';
import { RelativeTime } from '#components/ui/time';
import type { MentalModel, MentalModelVersion } from '#lib/memory/mental-models/contract';

/** Details of a mental model: its settings and the cost of the last refresh. */
export function About({ model, version }: { model: MentalModel; version: MentalModelVersion | undefined }) {
  const { trigger, tags, next_refresh_at, max_tokens, method } = model;
  const hasRun = version !== undefined && version.mode !== null;
  const items = [
    ...(trigger
      ? [
          {
            key: t.facts.trigger,
            value: (
              <>
                {triggerWords(trigger)}
                {trigger.refresh_after_consolidation && <NeverDue />}
              </>
            ),
          },
        ]
      : []),
    ...(next_refresh_at ? [{ key: t.facts.next, value: <RelativeTime at={next_refresh_at} prose /> }] : []),
    {
      key: model.last_error ? t.facts.lastGood : t.facts.last,
      value: <RelativeTime at={lastRefreshOf(model)} prose />,
    },
    ...(version && max_tokens
      ? [
          {
            key: t.facts.tokens,
            value: ui.series([t.tokensOf(version.tokens, max_tokens), t.sizeOf(version.blocks, version.source_ids.length)]),
          },
        ]
      : []),
    ...(method ? [{ key: t.facts.method, value: t.methods(method) }] : []),
    ...(hasRun ? [{ key: model.last_error ? t.facts.usageGood : t.facts.usage, value: usageWords(version.usage) ?? t.usageNone }] : []),
    {
      key: t.facts.tags,
      value:
        tags.length === 0 ? (
          t.noTags
        ) : (
          <span className="flex flex-wrap gap-1">
            {tags.map((tag) => (
              <Chip key={tag}>#{tag}</Chip>
            ))}
          </span>
        ),
    },
    { key: t.facts.id, value: <CopyableId id={model.id} what={t.facts.id} head={24} /> },
  ];
  return <KeyValues items={items} />;
}
