'use client';

import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { BankExists } from '#components/banks/queries';
import { useConsole } from '#components/shell/console-context';
import { importing as t } from '#components/strings/importing';
import { ui } from '#components/strings/ui';
import { type ImportTarget, importKindOf, NEEDED, planOf, suggestedTarget } from '#components/transfer/import-plan';
import { type ChosenFile, idUseQuery, previewQuery, useImport } from '#components/transfer/import-queries';
import { readTemplate } from '#components/transfer/template-file';
import { announce } from '#components/ui/live';
import { toast } from '#components/ui/toast';
import { useSettled } from '#components/ui/use-settled';
import type { DocumentConflict } from '#lib/memory/transfer/contract';

const MAX_BYTES = 4 * 1024 ** 3;

/** The bank of the first dry run, before a target is chosen. It does not exist. */
const NOWHERE = 'import-preview';

/** Percent of a share. */
export const percentOf = (share: number): number => Math.round(share * 100);

/**
 * The chosen file, what the server recognizes in it, and where it will be imported. Uploads end
 * with the component.
 */
export function useImportForm(dropped: File | null, onClose: () => void) {
  const { organization, lockedBy } = useConsole();
  const org = organization.slug;
  const [chosen, setChosen] = useState<ChosenFile | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const [target, setTarget] = useState<ImportTarget | null>(null);
  const [conflict, setConflict] = useState<DocumentConflict>('skip');
  const [share, setShare] = useState(0);
  const [isMissing, setMissing] = useState(false);
  const upload = useRef<AbortController | null>(null);
  useEffect(() => () => upload.current?.abort(), []);

  const existing = target?.kind === 'existing' ? target.id : null;
  const first = useQuery(previewQuery(org, NOWHERE, chosen, setShare));
  const second = useQuery({ ...previewQuery(org, existing ?? NOWHERE, chosen, setShare), enabled: chosen !== null && existing !== null });
  const start = useImport(org);

  const format = first.data?.format;
  const wanted: ImportTarget = target ?? {
    kind: 'new',
    id: first.data && chosen ? suggestedTarget(first.data, chosen.file.name) : '',
  };
  const kind = importKindOf(format, wanted.kind);
  const plan = format === undefined ? null : planOf(format, wanted, conflict);
  const locked = NEEDED[kind].map(lockedBy).find((why) => why !== null) ?? null;
  const preview = existing === null ? first : second;
  const newId = useSettled(format !== undefined && wanted.kind === 'new' ? wanted.id.trim() : '');
  const idUse = useQuery({ ...idUseQuery(org, newId), enabled: newId !== '' });
  const newIdUse = wanted.kind === 'new' && newId === wanted.id.trim() ? idUse.data : undefined;
  const isTaken = start.error instanceof BankExists || newIdUse === 'filled';

  const aim = (next: ImportTarget | null) => {
    setTarget(next);
    setMissing(false);
    start.reset();
  };
  const choose = (file: File | null, why: string | null = null) => {
    setChosen(file && { key: crypto.randomUUID(), file });
    setFault(why);
    setShare(0);
    aim(null);
  };
  const take = async (file: File | undefined) => {
    if (!file || start.isPending) return;
    if (file.size > MAX_BYTES) choose(null, t.tooLarge);
    else if ('body' in (await readTemplate(file))) choose(null, t.template);
    else choose(file);
  };
  useEffect(() => {
    if (format !== undefined) announce(ui.labeled(t.recognized, t.kinds[format] ?? format));
  }, [format]);
  const takeDropped = useEffectEvent(() => void take(dropped ?? undefined));
  useEffect(() => takeDropped(), []);
  return {
    org,
    chosen,
    /** Why a file was refused. */
    fault,
    first,
    preview,
    share,
    target: wanted,
    targetError: isMissing ? (wanted.kind === 'new' ? t.idMissing : t.bankMissing) : isTaken ? t.idTaken : null,
    /** What the user should know about the bank. */
    targetHelp: newIdUse === 'empty' ? t.idEmpty : null,
    aim,
    kind,
    /** What a new bank would be. */
    plan,
    /** Why the import cannot start. */
    locked: chosen === null ? t.fileMissing : preview.isError ? t.unreadable : preview.data ? locked : t.examining,
    conflict,
    setConflict,
    isStarting: start.isPending,
    isStarted: start.isSuccess,
    error: start.error instanceof BankExists ? null : start.error,
    clear: () => choose(null),
    take,
    submit: () => {
      setMissing(plan === null && format !== undefined);
      if (chosen === null || plan === null || locked !== null || !preview.data || start.isPending) return;
      upload.current = new AbortController();
      setShare(0);
      const { signal } = upload.current;
      start.mutate(
        { file: chosen.file, plan, onProgress: setShare, signal },
        {
          onSuccess: () => {
            toast.done(t.started(plan.bankId), { detail: t.startedDetail });
            onClose();
          },
        },
      );
    },
  };
}
