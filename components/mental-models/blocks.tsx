'use client';

import { useRef, useState } from 'react';
import { BlockMenu } from '#components/mental-models/block-menu';
import { AddSheet, RewordSheet } from '#components/mental-models/block-sheets';
import { DecisionLine } from '#components/mental-models/decision-line';
import { LineText, Prose } from '#components/mental-models/prose';
import { SourceLine } from '#components/mental-models/source-line';
import type { BlockDecisions } from '#components/mental-models/use-decisions';
import { depthsOf, lineageOf, noteWords, sourcesWords } from '#components/mental-models/wording';
import { mentalModel as t } from '#components/strings/mental-model';
import { Lineage } from '#components/ui/bead';
import { cx } from '#components/ui/cx';
import { HoverCard, usePointed } from '#components/ui/hover-card';
import { returnFocus } from '#components/ui/return-focus';
import { defined } from '#lib/base/defined';
import type { MentalModelDocument, MentalModelSource } from '#lib/memory/mental-models/contract';

type Section = MentalModelDocument['sections'][number];
type Block = Section['blocks'][number];

/** Number of sources shown on hover. The button shows all. */
const GLIMPSED = 6;

interface BlocksProps {
  document: MentalModelDocument;
  sources: ReadonlyMap<string, MentalModelSource>;
  decisions: BlockDecisions;
  /**
   * Another panel is open next to the document: the popover of a block covers that panel, and not
   * the following blocks.
   */
  isBeside: boolean;
  /** Id of the hovered source anywhere on the page. Its blocks are highlighted. */
  lit: string | null;
  /** Reports the hovered block. Its sources are highlighted elsewhere. */
  onPoint: (blockId: string | null) => void;
  onOpen: (memoryId: string) => void;
}

/** The document for reading, each block with its sources. */
export function Blocks({ document, ...rest }: BlocksProps) {
  const depths = depthsOf(document.sections);
  const article = useRef<HTMLElement>(null);
  return (
    <article ref={article} tabIndex={-1} className="grid max-w-[78ch] grid-cols-1 gap-6 text-14 leading-[1.65] outline-none">
      {document.sections.map((section, at) => (
        <section key={section.id} className="grid grid-cols-1 gap-2">
          {section.level > 0 && <Heading section={section} depth={defined(depths[at])} />}
          {section.blocks.map((block, i) => (
            <OneBlock
              key={block.id}
              block={block}
              above={section.blocks[i - 1]?.id ?? null}
              {...rest}
              onRemoved={() => focusInstead(block.id, article.current)}
            />
          ))}
        </section>
      ))}
    </article>
  );
}

/** Moves the focus from a removed block. A person who is already elsewhere stays there. */
function focusInstead(removedId: string, article: HTMLElement | null): void {
  if (document.activeElement?.closest('[data-block]')?.getAttribute('data-block') === removedId) article?.focus();
  else returnFocus(article);
}

/** Levels start at 3, because the page uses 1 and its panel 2. */
function Heading({ section: { heading, level }, depth }: { section: Section; depth: number }) {
  const Tag = depth < 2 ? 'h3' : depth < 3 ? 'h4' : 'h5';
  return (
    <Tag dir="auto" className={cx('px-2 font-semibold [overflow-wrap:anywhere]', level < 2 ? 'text-16' : 'text-14')}>
      <LineText text={heading} />
    </Tag>
  );
}

interface OneBlockProps extends Omit<BlocksProps, 'document'> {
  block: Block;
  /** the block above it in its section */
  above: string | null;
  /** The block and its button, which had the focus, are removed. */
  onRemoved: () => void;
}

const isMenu = (target: EventTarget): boolean => target instanceof Element && target.closest('[data-block-menu]') !== null;

function OneBlock({ block, above, sources, decisions, isBeside, lit, onPoint, onOpen, onRemoved }: OneBlockProps) {
  const [form, openForm] = useState<'reword' | 'add' | null>(null);
  const [isMenuOpen, setMenuOpen] = useState(false);
  const decided = decisions.of(block.id);
  const isFixed = decided.pin !== undefined || decided.reword !== undefined || decided.add !== undefined;
  const [isOpen, open] = useState(false);
  const pointed = usePointed();
  const cited = block.source_ids.flatMap((id) => sources.get(id) ?? []);
  // What the next refresh does replaces what the last one did.
  const note = isFixed ? null : (sourcesWords(cited) ?? (block.note ? noteWords(block.note) : null));
  const isLit = lit !== null && block.source_ids.includes(lit);
  // In the line of the text: a line of its own under each sentence would double the document.
  const isOwn = decided.add !== undefined;
  const sourcesButton =
    isOwn && block.source_ids.length === 0 ? null : (
      <button
        type="button"
        aria-expanded={isOpen}
        aria-label={t.openSources(block.source_ids.length)}
        onClick={() => {
          pointed.leave();
          open(!isOpen);
        }}
        className="relative ms-1 inline-flex items-center gap-1.5 rounded-sm px-1 align-baseline text-12 text-faint leading-4 hover:bg-line hover:text-ink phone:before:absolute phone:before:-inset-x-2 phone:before:-inset-y-3.5"
      >
        <Lineage of={null} {...lineageOf(cited.map(({ type }) => type))} shown={GLIMPSED} />
        {block.source_ids.length === 0 && t.unproven}
      </button>
    );
  const menu = (
    <BlockMenu
      block={block}
      decisions={decisions}
      onOpenChange={setMenuOpen}
      onReword={() => openForm('reword')}
      onAdd={() => openForm('add')}
      onRemove={() =>
        void (isOwn ? decisions.drop(block, above) : decisions.decide(block.id, 'remove')).then((isDone) => isDone && onRemoved())
      }
    />
  );
  const words = (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing only shows what the button does
    <div
      data-block={block.id}
      onPointerEnter={(event) => {
        onPoint(block.id);
        pointed.on.onPointerEnter(event);
      }}
      onPointerLeave={(event) => {
        onPoint(null);
        pointed.on.onPointerLeave(event);
      }}
      onFocus={({ target }) => {
        onPoint(block.id);
        if (!isMenu(target)) pointed.onFocus();
      }}
      onBlur={() => {
        onPoint(null);
        pointed.onBlur();
      }}
      className={cx('group/block rounded-md px-2 py-1 transition-colors duration-80 hover:bg-hover', (isLit || isOpen) && 'bg-hover')}
    >
      <div dir="auto">
        <Prose
          text={block.text}
          tail={
            <>
              {sourcesButton}
              {menu}
            </>
          }
        />
      </div>
      <DecisionLine of={decided} />
      {note !== null && <p className="mt-0.5 text-12 text-warn-text">{note}</p>}
      {isOpen && (
        <ul aria-label={t.sourcesOf} className="mt-1 mb-1 grid gap-2 border-line border-s ps-3 text-13 leading-normal">
          {cited.map((source) => (
            <li key={source.id}>
              <SourceLine source={source} onOpen={onOpen} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
  return (
    <>
      <HoverCard
        isOpen={pointed.isPointed && !isOpen && !isMenuOpen && cited.length > 0}
        pointed={pointed}
        label={t.sourcesOf}
        side={isBeside ? 'end' : 'bottom'}
        anchor={words}
      >
        <ul className="grid gap-2 text-13">
          {cited.slice(0, GLIMPSED).map((source) => (
            <li key={source.id}>
              <SourceLine
                source={source}
                isShort
                onOpen={(id) => {
                  pointed.leave();
                  onOpen(id);
                }}
              />
            </li>
          ))}
        </ul>
        {cited.length > GLIMPSED && <p className="mt-2 text-12 text-faint">{t.moreSources(cited.length - GLIMPSED)}</p>}
      </HoverCard>
      {form === 'reword' && <RewordSheet block={block} decisions={decisions} onClose={() => openForm(null)} />}
      {form === 'add' && <AddSheet above={block.id} decisions={decisions} onClose={() => openForm(null)} />}
    </>
  );
}
