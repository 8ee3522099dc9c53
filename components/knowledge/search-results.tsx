'use client';

import { useQuery } from '@tanstack/react-query';
import { excerptOf } from '#components/knowledge/excerpt';
import { searchQuery } from '#components/knowledge/queries';
import { useBank, useConsole } from '#components/shell/console-context';
import { fixed, number, numberFormat } from '#components/strings/counted';
import { knowledge as t } from '#components/strings/knowledge';
import { Bead } from '#components/ui/bead';
import { cx } from '#components/ui/cx';
import { Read } from '#components/ui/read';
import { ScoreBar } from '#components/ui/score';
import { NoMatch } from '#components/ui/states';
import { useRead } from '#components/ui/use-read';
import type { KnowledgeMatch } from '#lib/memory/knowledge/contract';

interface SearchResultsProps {
  q: string;
  selected: string | null;
  onOpen: (pageId: string) => void;
  onClear: () => void;
}

/** Pages that match a search, best first, each with its score and the ranks that it is made of. */
export function SearchResults({ q, selected, onOpen, onClear }: SearchResultsProps) {
  const { organization } = useConsole();
  const found = useRead(useQuery(searchQuery(organization.slug, useBank(), q)));
  return (
    <Read of={found} failed={t.searchFailed}>
      {({ results }, isStale) =>
        results.length === 0 && !found.error ? (
          <NoMatch bead="model" texts={t} onClear={onClear} />
        ) : (
          <ul aria-label={t.results} aria-busy={isStale || undefined} className={cx('grid', isStale && 'opacity-60')}>
            {results.map((match) => (
              <li key={match.id} className="border-line-soft border-b last:border-b-0">
                <button
                  type="button"
                  aria-current={match.id === selected ? 'true' : undefined}
                  onClick={() => onOpen(match.id)}
                  className="grid w-full gap-1 px-3 py-2.5 text-start hover:bg-hover focus-visible:-outline-offset-2 aria-[current]:bg-selected"
                >
                  <span className="flex min-w-0 items-baseline gap-2">
                    <Bead kind="model" size={10} className="self-center" />
                    <span dir="auto" className="min-w-0 grow font-medium [overflow-wrap:anywhere]">
                      {match.name}
                    </span>
                    <span className="shrink-0 text-12 text-faint tabular-nums">{t.score(fixed(match.score, 2))}</span>
                  </span>
                  <span dir="auto" className="line-clamp-3 text-12 text-muted [overflow-wrap:anywhere]">
                    <Excerpt of={match} q={q} />
                  </span>
                  <Scores of={match.scores} />
                </button>
              </li>
            ))}
          </ul>
        )
      }
    </Read>
  );
}

function Excerpt({ of: { snippet }, q }: { of: KnowledgeMatch; q: string }) {
  const [before, hit, after] = excerptOf(snippet, q);
  return (
    <>
      {before}
      {hit && <mark className="bg-transparent font-semibold text-ink">{hit}</mark>}
      {after}
    </>
  );
}

const percent = numberFormat({ style: 'percent' });

function Scores({ of: { keyword, keyword_rank, semantic, semantic_rank } }: { of: KnowledgeMatch['scores'] }) {
  const rows = [
    {
      words: keyword_rank == null ? t.noWords : t.byWords(percent(keyword ?? 0), number(keyword_rank)),
      share: keyword_rank == null ? 0 : (keyword ?? 0),
    },
    {
      words: semantic_rank == null ? t.noMeaning : t.byMeaning(fixed(semantic ?? 0, 2), number(semantic_rank)),
      share: semantic_rank == null ? 0 : (semantic ?? 0),
    },
  ];
  return (
    <span className="mt-0.5 grid grid-cols-2 gap-3">
      {rows.map(({ words, share }, series) => (
        <span key={words} className="grid content-start gap-1">
          <ScoreBar series={series} share={share} className="!h-1" />
          <span className="text-11 text-faint">{words}</span>
        </span>
      ))}
    </span>
  );
}
