'use client';

import { Upload } from 'lucide-react';
import type { ReactNode } from 'react';
import { cx } from '#components/ui/cx';
import { Phrase } from '#components/ui/phrase';

interface DropZoneProps {
  /** "{drop} or choose files", and the words of its slot. */
  text: string;
  drop: string;
  /** The files that it accepts. */
  formats: ReactNode;
  /** As in `accept` of a file input. */
  accepted: readonly string[];
  multiple?: boolean;
  /** Files are dragged over the page. */
  isOver: boolean;
  onChoose: (files: readonly File[]) => void;
}

/**
 * Chooses files by click or keyboard. `useFileDrop` accepts those that are dropped anywhere on the
 * page.
 */
export const DropZone = ({ text, drop, formats, accepted, multiple = false, isOver, onChoose }: DropZoneProps) => (
  <label
    className={cx(
      'grid cursor-pointer justify-items-center gap-1 rounded-md border border-control border-dashed px-4 py-6 text-center hover:bg-hover has-[:focus-visible]:outline-2 has-[:focus-visible]:outline-focus',
      isOver ? 'bg-accent-tint' : 'bg-sunken',
    )}
  >
    <Upload size={18} strokeWidth={1.75} aria-hidden className="text-faint" />
    <span>
      <Phrase text={text} drop={<span className="font-medium">{drop}</span>} />
    </span>
    <span className="text-12 text-muted">{formats}</span>
    <input
      type="file"
      multiple={multiple}
      accept={accepted.join(',')}
      className="sr-only"
      onChange={(event) => {
        onChoose([...(event.target.files ?? [])]);
        // Allows choosing the same file again after it was removed.
        event.target.value = '';
      }}
    />
  </label>
);
