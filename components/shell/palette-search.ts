'use client';

import { useQuery } from '@tanstack/react-query';
import { Database, FileText, KeyRound, NotebookText } from 'lucide-react';
import type { ReactNode } from 'react';
import { rankedBanks } from '#components/shell/bank-hits';
import { ENTITY_ICONS, FACT_ICONS, type PaletteIcon } from '#components/shell/palette-icons';
import { bankPath, organizationPath } from '#components/shell/paths';
import {
  bankSearchQuery,
  documentSearchQuery,
  entitySearchQuery,
  keySearchQuery,
  memorySearchQuery,
  mentalModelNamesQuery,
} from '#components/shell/queries';
import { bestHits, bestMatches } from '#components/shell/word-match';
import { shell as t } from '#components/strings/shell';
import { answeredBy, queryOf } from '#components/ui/options';
import { useSettled } from '#components/ui/use-settled';

/** A page, an action or an item that the palette offers. */
export interface PaletteEntry {
  /** Unique in the palette. */
  readonly id: string;
  readonly label: string;
  /** Other words for it, separated by spaces. */
  readonly synonyms?: string | undefined;
  readonly icon: PaletteIcon;
  readonly after?: ReactNode;
  /** The path it opens, or what it does. */
  readonly opens: string | (() => void);
}

export interface PaletteGroup {
  readonly id: keyof typeof t.paletteGroups;
  readonly entries: readonly PaletteEntry[];
  /** The text that the entries answer. */
  readonly answers: string | null;
  readonly hasFailed?: boolean;
}

/** Entries of each kind that are shown. */
const SHOWN = 6;
const SHOWN_MEMORIES = 5;

interface PaletteSearch {
  /** Whether the page belongs to an organization. */
  readonly isInOrganization: boolean;
  readonly slug: string;
  /** The bank of the page. Null searches only the organization. */
  readonly bankId: string | null;
  readonly mayViewKeys: boolean;
  readonly text: string;
  /** The path of a bank. */
  readonly bankPathOf: (bankId: string) => string;
  /** Banks that were opened last, the latest first. */
  readonly recentBanks: readonly string[];
}

/**
 * What the server finds. Requests wait until the typing pauses, and a newer text cancels them. Each
 * kind is a search of its own, so that one that fails hides no other.
 */
export function usePaletteSearch({
  isInOrganization,
  slug,
  bankId,
  mayViewKeys,
  text,
  bankPathOf,
  recentBanks,
}: PaletteSearch): PaletteGroup[] {
  const query = queryOf(text);
  const settled = useSettled(query);
  const isOn = isInOrganization && query !== '' && settled !== '';
  const isInBank = isOn && bankId !== null;
  const bank = bankId ?? '';
  const banks = useQuery({ ...bankSearchQuery(slug, settled), enabled: isOn });
  const keys = useQuery({ ...keySearchQuery(slug, settled), enabled: isOn && mayViewKeys });
  const models = useQuery({ ...mentalModelNamesQuery(slug, bank), enabled: query !== '' && bankId !== null });
  const entities = useQuery({ ...entitySearchQuery(slug, bank, settled), enabled: isInBank });
  const documents = useQuery({ ...documentSearchQuery(slug, bank, settled), enabled: isInBank });
  const memories = useQuery({ ...memorySearchQuery(slug, bank, settled), enabled: isInBank });
  if (query === '' || !isInOrganization) return [];
  const ofOrganization: PaletteGroup[] = [
    {
      id: 'banks',
      answers: answeredBy(settled, banks),
      hasFailed: banks.isError,
      entries: rankedBanks(banks.data?.banks ?? [], settled, recentBanks)
        .slice(0, SHOWN)
        .map(({ bank_id, name, fact_count }) => ({
          id: `bank ${bank_id}`,
          label: name,
          icon: Database,
          after: t.units(fact_count),
          opens: bankPathOf(bank_id),
        })),
    },
    {
      id: 'keys',
      answers: mayViewKeys ? answeredBy(settled, keys) : query,
      hasFailed: keys.isError,
      entries: bestHits(keys.data?.items ?? [], settled, ({ name, prefix }) => [name, prefix])
        .slice(0, SHOWN)
        .map(({ id, name, prefix }) => ({
          id: `key ${id}`,
          label: name,
          icon: KeyRound,
          after: `${prefix}…`,
          opens: organizationPath(slug, 'keys', id),
        })),
    },
  ];
  if (bankId === null) return ofOrganization;
  return [
    ...ofOrganization,
    {
      id: 'mentalModels',
      answers: answeredBy(query, models),
      hasFailed: models.isError,
      entries: bestMatches(models.data?.items ?? [], query, ({ name }) => name)
        .slice(0, SHOWN)
        .map(({ id, name }) => ({
          id: `model ${id}`,
          label: name,
          icon: NotebookText,
          opens: bankPath(slug, bankId, 'mental-models', id),
        })),
    },
    {
      id: 'entities',
      answers: answeredBy(settled, entities),
      hasFailed: entities.isError,
      entries: (entities.data ?? []).slice(0, SHOWN).map(({ id, canonical_name, category, mention_count }) => ({
        id: `entity ${id}`,
        label: canonical_name,
        icon: ENTITY_ICONS[category],
        after: t.units(mention_count),
        opens: bankPath(slug, bankId, 'entities', id),
      })),
    },
    {
      id: 'documents',
      answers: answeredBy(settled, documents),
      hasFailed: documents.isError,
      entries: bestHits(documents.data?.items ?? [], settled, ({ id }) => [id])
        .slice(0, SHOWN)
        .map(({ id }) => ({ id: `document ${id}`, label: id, icon: FileText, opens: bankPath(slug, bankId, 'documents', id) })),
    },
    {
      id: 'memories',
      answers: answeredBy(settled, memories),
      hasFailed: memories.isError,
      entries: (memories.data?.items ?? []).slice(0, SHOWN_MEMORIES).map(({ id, text: memory, fact_type }) => ({
        id: `memory ${id}`,
        label: memory,
        icon: FACT_ICONS[fact_type],
        opens: bankPath(slug, bankId, 'memories', id),
      })),
    },
  ];
}
