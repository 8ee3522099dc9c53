'use client';

import { useState } from 'react';
import { EntryLine } from '#components/documents/entry-line';
import { ACCEPTED, tagsOf } from '#components/documents/intake';
import { type Entry, MOST_FILES, useSending } from '#components/documents/sending';
import { useBank, useConsole } from '#components/shell/console-context';
import { documents as t } from '#components/strings/documents';
import { ui } from '#components/strings/ui';
import { Button } from '#components/ui/button';
import { Segment } from '#components/ui/choice';
import { DropZone } from '#components/ui/drop-zone';
import { Field, Input, Textarea } from '#components/ui/field';
import { Sheet } from '#components/ui/sheet';
import { useFileDrop } from '#components/ui/use-file-drop';
import { defined } from '#lib/base/defined';

const KINDS = ['files', 'text'] as const;
type Kind = (typeof KINDS)[number];

const EMPTY = { text: '', id: '', context: '', tags: '', when: '' };
type DocumentForm = typeof EMPTY;

export interface AddDocumentsProps {
  isOpen: boolean;
  onClose: () => void;
}

/**
 * Adds files or a text in the background. Closing the form does not stop uploads; the operations
 * tray follows them.
 */
export function AddDocuments({ isOpen, onClose }: AddDocumentsProps) {
  const { organization } = useConsole();
  const { entries, rejected, choose, remove, add, send, clear } = useSending(organization.slug, useBank());
  const [kind, setKind] = useState<Kind>('files');
  const [written, write] = useState<DocumentForm>(EMPTY);
  const [isMissing, setMissing] = useState(false);
  const ready = entries.filter(({ state }) => state === 'chosen');
  const refused = entries.filter(({ state }) => state === 'refused');
  const isSending = entries.some(({ state }) => state === 'sending');
  const isSent = entries.some(({ state }) => state === 'sending' || state === 'sent' || state === 'refused');

  const chooseFiles = (files: readonly File[]) => {
    setKind('files');
    setMissing(false);
    void choose(files);
  };
  const isOver = useFileDrop(isOpen && !isSent, chooseFiles);

  const restart = () => {
    clear();
    write(EMPTY);
    setMissing(false);
  };
  const close = () => {
    onClose();
    if (!isSending) restart();
  };
  const shared = () => ({ context: written.context.trim(), tags: tagsOf(written.tags), when: written.when });
  const submit = () => {
    if (isSending) return;
    if (isSent) {
      if (refused.length > 0) void send(refused, shared());
      else close();
      return;
    }
    const wanted = kind === 'files' ? ready : written.text.trim() === '' ? [] : [entryOfText(written)];
    setMissing(wanted.length === 0);
    if (wanted.length === 0) return;
    if (kind === 'text') add(defined(wanted[0]));
    void send(wanted, shared());
  };
  const submitLabel = isSent ? (refused.length > 0 ? t.again : t.done) : kind === 'files' ? t.addFiles(ready.length) : t.addText;

  return (
    <Sheet
      isOpen={isOpen}
      onClose={close}
      title={t.add}
      purpose={t.addPurpose}
      onSubmit={submit}
      isWritten={!isSent && (ready.length > 0 || Object.values(written).some((text) => text.trim() !== ''))}
      sentence={!isSent && sentenceOf(kind, ready, written)}
      actions={
        <>
          <Button look="ghost" onClick={isSent ? restart : close} {...(isSending && { 'aria-disabled': true })}>
            {isSent ? t.more : ui.cancel}
          </Button>
          <Button type="submit" look="primary" busy={isSending} busyLabel={t.sending}>
            {submitLabel}
          </Button>
        </>
      }
    >
      {isSent ? (
        <section aria-label={t.sent}>
          <h3 className="font-medium">{t.sent}</h3>
          <ul>
            {entries.map((entry) => (
              <EntryLine key={entry.key} entry={entry} onRemove={null} />
            ))}
          </ul>
        </section>
      ) : (
        <>
          <Segment
            label={t.kind}
            value={kind}
            onChange={(next) => {
              setKind(next);
              setMissing(false);
            }}
            choices={KINDS.map((value) => ({ value, label: t.kinds[value] }))}
            className="justify-self-start"
          />
          {kind === 'files' ? (
            <Files
              entries={entries}
              rejected={rejected}
              error={isMissing ? t.filesMissing : null}
              isOver={isOver}
              onChoose={chooseFiles}
              onRemove={remove}
            />
          ) : (
            <TextFields written={written} write={write} error={isMissing ? t.textMissing : null} />
          )}
          <SharedFields written={written} write={write} />
        </>
      )}
    </Sheet>
  );
}

const entryOfText = ({ text, id }: DocumentForm): Entry => ({
  key: crypto.randomUUID(),
  name: id.trim() || t.textName,
  documentId: id.trim(),
  size: new Blob([text]).size,
  content: text,
  state: 'chosen',
});

function sentenceOf(kind: Kind, ready: readonly Entry[], { text }: DocumentForm): string | null {
  if (kind === 'text') return text.trim() === '' ? null : t.willText;
  if (ready.length === 0) return null;
  const bytes = ready.reduce((sum, { size }) => sum + size, 0);
  return t.willFiles(ready.length, bytes);
}

interface FilesProps {
  entries: readonly Entry[];
  rejected: number;
  error: string | null;
  /** Files are dragged over the page. */
  isOver: boolean;
  onChoose: (files: readonly File[]) => void;
  onRemove: (key: string) => void;
}

function Files({ entries, rejected, error, isOver, onChoose, onRemove }: FilesProps) {
  return (
    <div className="grid gap-2">
      <DropZone
        text={t.dropOrChoose}
        drop={t.drop}
        formats={t.formats(MOST_FILES)}
        accepted={[...ACCEPTED, 'text/*']}
        multiple
        isOver={isOver}
        onChoose={onChoose}
      />
      {error && (
        <p role="alert" className="text-12 text-bad-text">
          {error}
        </p>
      )}
      {rejected > 0 && <p className="text-12 text-warn-text">{t.tooMany(rejected, MOST_FILES)}</p>}
      {entries.length > 0 && (
        <ul aria-label={t.chosen}>
          {entries.map((entry) => (
            <EntryLine key={entry.key} entry={entry} onRemove={() => onRemove(entry.key)} />
          ))}
        </ul>
      )}
    </div>
  );
}

interface FieldsProps {
  written: DocumentForm;
  write: (written: DocumentForm) => void;
}

function TextFields({ written, write, error }: FieldsProps & { error: string | null }) {
  return (
    <>
      <Field label={t.text} help={t.textHelp} error={error}>
        <Textarea rows={10} dir="auto" value={written.text} onChange={(event) => write({ ...written, text: event.target.value })} />
      </Field>
      <Field label={t.id} help={t.idHelp} optional>
        <Input
          value={written.id}
          onChange={(event) => write({ ...written, id: event.target.value })}
          maxLength={512}
          autoComplete="off"
          spellCheck={false}
        />
      </Field>
    </>
  );
}

const SharedFields = ({ written, write }: FieldsProps) => (
  <>
    <Field label={t.context} help={t.contextHelp} optional>
      <Input value={written.context} onChange={(event) => write({ ...written, context: event.target.value })} autoComplete="off" />
    </Field>
    <Field label={t.tag} help={t.tagsHelp} optional>
      <Input value={written.tags} onChange={(event) => write({ ...written, tags: event.target.value })} autoComplete="off" />
    </Field>
    <Field label={t.when} help={t.whenHelp} optional>
      <Input type="date" value={written.when} onChange={(event) => write({ ...written, when: event.target.value })} />
    </Field>
  </>
);
