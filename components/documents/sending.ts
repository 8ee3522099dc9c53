'use client';

import { useEffect, useRef, useState } from 'react';
import { type Draft, idOfFile, isAsNamed, MAX_BYTES, textOf } from '#components/documents/intake';
import { useRetain } from '#components/documents/queries';
import { type RecognizedFile, recognize } from '#components/documents/recognize';
import { documents as t } from '#components/strings/documents';
import { messageOf } from '#components/ui/states';

/** A file or text, from selection to acceptance by the server. */
export interface Entry {
  /** Also the id of its operation, so that sending it again does not start it twice. */
  readonly key: string;
  readonly name: string;
  readonly documentId: string;
  readonly size: number;
  readonly content: string;
  readonly state: 'chosen' | 'unreadable' | 'sending' | 'sent' | 'refused';
  /** Why the file cannot be read, or why the server rejected it. */
  readonly fault?: string;
  /** A warning about a readable file. */
  readonly note?: string;
  /** What the reader recognizes; undefined until the server has answered, or if it cannot say. */
  readonly recognized?: RecognizedFile;
  readonly operationId?: string;
}

export const MOST_FILES = 50;

async function entryOf(file: File): Promise<Entry> {
  const entry = { key: crypto.randomUUID(), name: file.name, documentId: idOfFile(file.name), size: file.size, content: '' };
  const fail = (fault: string): Entry => ({ ...entry, state: 'unreadable', fault });
  if (file.size > MAX_BYTES) return fail(t.tooLarge);
  try {
    const read = textOf(new Uint8Array(await file.arrayBuffer()));
    if (!('text' in read)) return fail(read.fault);
    const note = isAsNamed(file.name, read.text) ? read.note : t.notJson;
    return { ...entry, state: 'chosen', content: read.text, ...(note !== undefined && { note }) };
  } catch {
    return fail(t.unreadable);
  }
}

/** The chosen files or the text with their states. They are sent one after the other. */
export function useSending(org: string, bankId: string) {
  const retain = useRetain(org, bankId);
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  const [rejected, setRejected] = useState(0);
  const isRunning = useRef(false);
  const recognition = useRef<AbortController | null>(null);
  useEffect(() => () => recognition.current?.abort(), []);
  const change = (key: string, to: Partial<Entry>) =>
    setEntries((all) => all.map((entry) => (entry.key === key ? { ...entry, ...to } : entry)));

  const choose = async (files: readonly File[]) => {
    const room = Math.max(0, MOST_FILES - entries.length);
    setRejected(Math.max(0, files.length - room));
    const chosen = await Promise.all(files.slice(0, room).map(entryOf));
    // A file that is chosen twice is one document: the later choice wins.
    const read = [...new Map(chosen.map((entry) => [entry.documentId, entry])).values()];
    setEntries((all) => [...all.filter(({ documentId }) => !read.some((entry) => entry.documentId === documentId)), ...read]);
    await recognizeAll(read);
  };

  /** One after the other, until the files are sent or the form is cleared. */
  const recognizeAll = async (read: readonly Entry[]) => {
    recognition.current ??= new AbortController();
    const { signal } = recognition.current;
    for (const { key, state, content } of read) {
      if (state !== 'chosen') continue;
      const recognized = await recognize(org, bankId, content, signal);
      if (signal.aborted) return;
      if (recognized !== null) change(key, { recognized });
    }
  };
  const stopRecognizing = () => {
    recognition.current?.abort();
    recognition.current = null;
  };

  const send = async (wanted: readonly Entry[], more: Pick<Draft, 'context' | 'tags' | 'when'>) => {
    if (isRunning.current) return;
    isRunning.current = true;
    stopRecognizing();
    for (const { key, documentId, content } of wanted) {
      change(key, { state: 'sending' });
      try {
        const operationId = await retain.mutateAsync({ key, draft: { documentId, content, ...more } });
        change(key, { state: 'sent', operationId, content: '' });
      } catch (error) {
        change(key, { state: 'refused', fault: messageOf(error) });
      }
    }
    isRunning.current = false;
  };

  return {
    entries,
    rejected,
    choose,
    remove: (key: string) => setEntries((all) => all.filter((entry) => entry.key !== key)),
    add: (entry: Entry) => setEntries([entry]),
    send,
    clear: () => {
      stopRecognizing();
      setEntries([]);
      setRejected(0);
    },
  };
}
