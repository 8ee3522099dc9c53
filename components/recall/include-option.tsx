'use client';

import { NumberField } from '#components/recall/number-field';
import { Option } from '#components/recall/option';
import type { RecallParams, SetRecallParams } from '#components/recall/question';
import { recall as t } from '#components/strings/recall';
import { ui } from '#components/strings/ui';
import { Checkbox } from '#components/ui/checkbox';
import { Segment } from '#components/ui/choice';

const ENTITIES = 500;
const CHUNKS = 8192;
const SOURCES = 4096;

/** Data to include with the memories, each with its own token limit. */
export function IncludeOption({ asked, set }: { asked: RecallParams; set: SetRecallParams }) {
  const { entities, chunks, sources, sources_each, prefer } = asked;
  const included = (
    [
      ['entities', entities > 0],
      ['chunks', chunks !== null && chunks > 0],
      ['sources', sources !== null],
      ['prefer', prefer],
    ] as const
  ).flatMap(([name, isIncluded]) => (isIncluded ? [name] : []));
  return (
    <Option
      label={t.include.label}
      isSet={entities !== ENTITIES || chunks !== null || sources !== null || prefer}
      says={t.include.of(included)}
    >
      <Checkbox
        label={t.include.prefer}
        help={t.include.preferHelp}
        checked={prefer}
        onChange={(event) => set({ prefer: event.target.checked || null })}
      />
      <Checkbox
        label={t.include.entities}
        checked={entities > 0}
        onChange={(event) => set({ entities: event.target.checked ? null : 0 })}
      />
      {entities > 0 && (
        <NumberField
          label={ui.labeled(t.include.entities, t.include.tokens)}
          min={0}
          value={entities}
          onChange={(next) => set({ entities: next === null ? null : Math.round(next) })}
        />
      )}
      <div className="grid gap-1.5">
        <span className="font-medium">{t.include.chunks}</span>
        <Segment
          label={t.include.chunks}
          value={chunks === null ? 'bank' : chunks > 0 ? 'on' : 'off'}
          onChange={(next) => set({ chunks: next === 'bank' ? null : next === 'on' ? CHUNKS : 0 })}
          choices={[
            { value: 'bank', label: t.include.chunksAs },
            { value: 'on', label: t.include.chunksOn },
            { value: 'off', label: t.include.chunksOff },
          ]}
        />
      </div>
      {chunks !== null && chunks > 0 && (
        <NumberField
          label={ui.labeled(t.include.chunks, t.include.tokens)}
          min={1}
          value={chunks}
          onChange={(next) => set({ chunks: next === null ? null : Math.round(next) })}
        />
      )}
      <Checkbox
        label={t.include.sources}
        checked={sources !== null}
        onChange={(event) => set(event.target.checked ? { sources: SOURCES } : { sources: null, sources_each: null })}
      />
      {sources !== null && (
        <>
          <NumberField
            label={ui.labeled(t.include.sources, t.include.tokens)}
            help={t.include.sourcesHelp}
            min={-1}
            value={sources}
            onChange={(next) => set({ sources: next === null ? SOURCES : Math.round(next) })}
          />
          <NumberField
            label={t.include.each}
            help={t.include.eachHelp}
            min={-1}
            value={sources_each}
            onChange={(next) => set({ sources_each: next === null ? null : Math.round(next) })}
          />
        </>
      )}
    </Option>
  );
}
