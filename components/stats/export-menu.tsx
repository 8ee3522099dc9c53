'use client';

import { Download, Ellipsis, ImageDown, Terminal } from 'lucide-react';
import type { RefObject } from 'react';
import { pictureOf } from '#components/charts/picture';
import { csvOf, sumOf, totalsOf } from '#components/charts/series';
import { useBank } from '#components/shell/console-context';
import type { GrowthData } from '#components/stats/growth-panel';
import type { SeriesQuestion } from '#components/stats/range';
import { stats as t } from '#components/strings/stats';
import { ui } from '#components/strings/ui';
import { IconButton } from '#components/ui/button';
import { useCopy } from '#components/ui/copy';
import { Menu, MenuItem } from '#components/ui/menu';
import { saveFile } from '#components/ui/save';
import { toast } from '#components/ui/toast';
import { addressOf } from '#lib/api/call';
import { getMemoriesTimeseries } from '#lib/api/calls';
import type { FactType } from '#lib/base/literals';

export interface ExportMenuProps {
  read: GrowthData;
  question: SeriesQuestion;
  shown: readonly FactType[];
  isTable: boolean;
  frame: RefObject<HTMLDivElement | null>;
}

/** Exports the data as a file, or its request. */
export function ExportMenu({ read: { data, buckets }, question, shown, isTable, frame }: ExportMenuProps) {
  const bankId = useBank();
  const { copy } = useCopy();
  const name = t.fileOf(bankId, `${question.period}-${data.time_field}`);
  const totals = totalsOf(buckets);
  const isEmpty = sumOf(totals) === 0;
  const savePicture = async () => {
    try {
      if (!frame.current) throw new Error(t.pngFailed);
      const legend = shown.map((type) => ({ color: `--${type}`, text: ui.typeWithCount(type, totals[type]) }));
      saveFile(await pictureOf(frame.current, { title: t.pictureTitle(bankId, question.period, data.time_field), legend }), `${name}.png`);
    } catch {
      toast.note(t.pngFailed);
    }
  };
  const copyCall = async () => {
    const range = data.period === 'custom' ? { from: buckets[0]?.from, to: buckets.at(-1)?.isOpen ? undefined : buckets.at(-1)?.to } : {};
    const query = { ...(data.period !== 'custom' && { period: data.period }), time_field: data.time_field, ...range };
    const address = `${window.location.origin}${addressOf(getMemoriesTimeseries, { bankId, query })}`;
    if (await copy(`curl -s '${address.replaceAll("'", '%27')}' \\\n  -H "Authorization: Bearer $KEY"`)) toast.done(t.curlCopied);
  };
  return (
    <Menu label={t.more} trigger={<IconButton icon={Ellipsis} label={t.more} />}>
      <MenuItem icon={Download} onSelect={() => saveFile(new Blob([csvOf(buckets)], { type: 'text/csv;charset=utf-8' }), `${name}.csv`)}>
        {t.csv}
      </MenuItem>
      <MenuItem icon={ImageDown} locked={isTable || isEmpty ? t.pngNeedsChart : null} onSelect={() => void savePicture()}>
        {t.png}
      </MenuItem>
      <MenuItem icon={Terminal} onSelect={() => void copyCall()}>
        {t.curl}
      </MenuItem>
    </Menu>
  );
}
