'use client';

import { useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { type GraphNode, isDrawnIn, type NodeLinks } from '#components/graph/model';
import { NodeMark } from '#components/graph/node-mark';
import { bankSearchQuery, type GraphContext } from '#components/graph/queries';
import { excerptOf, found, ranked, rankOf, type SearchableNode } from '#components/graph/search';
import { graph as t } from '#components/strings/graph';
import { Field, Input } from '#components/ui/field';
import { announce } from '#components/ui/live';
import { type ListedGroup, OptionList, optionIds } from '#components/ui/option-list';
import { answeredBy, queryOf } from '#components/ui/options';
import { useOptions } from '#components/ui/use-options';
import { useSettled } from '#components/ui/use-settled';
import { defined } from '#lib/base/defined';

const SHOWN = 6;
const OPENING: ReadonlySet<string> = new Set(['ArrowDown', 'ArrowUp', 'Enter']);

interface FindProps {
  nodes: readonly GraphNode[];
  ties: NodeLinks;
  asking: GraphContext;
  /** Called with a node in view. */
  onPick: (id: string) => void;
  /** Called with a node from elsewhere in the bank. This mode may not draw its kind. */
  onBring: (node: SearchableNode) => void;
}

/** Finds a node in view or anywhere in the bank, and moves the viewport to it. */
export function Find({ nodes, ties, asking, onPick, onBring }: FindProps) {
  const [words, setWords] = useState('');
  const [isOpen, setOpen] = useState(false);
  const list = useId();
  const settled = useSettled(words.trim(), 250);
  const inBank = useQuery(bankSearchQuery(asking, isOpen ? settled : ''));
  const seen = found(nodes, words, (id) => ties.get(id)?.length ?? 0);
  const inView = new Set(nodes.map(({ id }) => id));
  const isCurrent = settled === words.trim() && inBank.data !== undefined;
  const elsewhere = isCurrent
    ? ranked(
        inBank.data.nodes.filter(({ id }) => !inView.has(id)),
        words,
        () => 0,
      )
    : [];
  const best = (rows: readonly SearchableNode[]): number => rankOf(defined(rows[0]), words);
  const parts = [
    { name: t.foundInView, all: seen.length, rows: seen.slice(0, SHOWN) as readonly SearchableNode[] },
    {
      name: t.foundElsewhere,
      all: isCurrent ? elsewhereCount(inBank.data.total, inBank.data.nodes.length, elsewhere.length) : 0,
      rows: elsewhere.slice(0, SHOWN),
    },
  ]
    .filter(({ rows }) => rows.length > 0)
    .sort((a, b) => best(a.rows) - best(b.rows));
  const rows = parts.flatMap((part) => part.rows);
  const isListed = isOpen && words.trim() !== '';
  const isDone = answeredBy(settled, inBank) === words.trim();

  useEffect(() => {
    if (isListed && isDone) announce(inBank.isError ? t.foundHere(seen.length) : t.found(seen.length, elsewhere.length));
  }, [isListed, isDone, inBank.isError, seen.length, elsewhere.length]);

  const pick = (node: SearchableNode | undefined) => {
    if (!node) return;
    setOpen(false);
    if (inView.has(node.id)) onPick(node.id);
    else onBring(node);
  };
  const query = queryOf(words);
  const options = useOptions({
    text: words,
    groups: [
      ...parts.map((part) => ({ ids: part.rows.map(({ id }) => id), answers: query })),
      // The answer of the bank, until it has come. It may be the only one.
      { ids: [], answers: isDone ? query : null },
    ],
    onChoose: (id) => pick(rows.find((row) => row.id === id)),
  });
  const noteOf = ({ id, kind }: SearchableNode): string | null =>
    inView.has(id) ? t.links(ties.get(id)?.length ?? 0) : isDrawnIn(asking.mode, kind) ? null : t.opensBoth;
  const groups = parts.map(
    (part): ListedGroup => ({
      heading: part.name,
      ...(part.all > part.rows.length && { note: t.foundOf(part.rows.length, part.all) }),
      options: part.rows.map((node) => ({
        id: node.id,
        content: <Match node={node} words={words} note={noteOf(node)} />,
        onChoose: () => pick(node),
        className: 'gap-2',
      })),
    }),
  );
  const onKeyDown = (event: KeyboardEvent) => {
    // Only an open list asks the bank.
    if (OPENING.has(event.key)) setOpen(true);
    options.onKeyDown(event);
    if (event.key !== 'Escape' || !isListed) return;
    event.preventDefault();
    setOpen(false);
  };
  return (
    <div className="relative phone:order-1 phone:w-full">
      <Field label={t.search} hideLabel className="w-60 phone:!w-full">
        <Input
          type="search"
          icon={Search}
          placeholder={t.search}
          value={words}
          autoComplete="off"
          spellCheck={false}
          role="combobox"
          aria-expanded={isListed && rows.length > 0}
          aria-controls={list}
          aria-autocomplete="list"
          aria-activedescendant={isListed && options.highlighted !== null ? optionIds(list, groups)(options.highlighted) : undefined}
          onChange={({ target }) => {
            setWords(target.value);
            setOpen(true);
          }}
          onBlur={() => {
            options.cancel();
            setOpen(false);
          }}
          onFocus={() => setOpen(true)}
          onKeyDown={onKeyDown}
        />
      </Field>
      {isListed && (
        <div className="absolute top-full start-0 z-30 mt-1 w-[26rem] max-w-[calc(100vw-32px)] rounded-lg border border-line bg-raised p-1 shadow-3">
          {rows.length > 0 && (
            <OptionList id={list} label={t.search} groups={groups} highlighted={options.highlighted} onMove={options.moveTo} />
          )}
          {rows.length === 0 && isDone && !inBank.isError && <p className="px-2 py-1.5 text-muted">{t.notFound(words.trim())}</p>}
          {!isDone && <p className="px-2 py-1.5 text-12 text-faint">{t.searching}</p>}
          {inBank.isError && <p className="px-2 py-1.5 text-12 text-bad-text">{t.searchFailed}</p>}
        </div>
      )}
    </div>
  );
}

/** The number of matches that are not in view. The loaded matches show how many are. */
const elsewhereCount = (total: number, read: number, elsewhere: number): number => total - (read - elsewhere);

interface MatchProps {
  node: SearchableNode;
  words: string;
  /** Its links in view, or the effect of choosing it. */
  note: string | null;
}

function Match({ node, words, note }: MatchProps) {
  const [before, hit, after] = excerptOf(node.label, words);
  return (
    <>
      <NodeMark node={node} />
      <bdi className="min-w-0 grow truncate">
        {before}
        {hit && <mark className="bg-transparent font-semibold text-ink">{hit}</mark>}
        {after}
      </bdi>
      {note !== null && <span className="shrink-0 text-12 text-faint tabular-nums">{note}</span>}
    </>
  );
}
