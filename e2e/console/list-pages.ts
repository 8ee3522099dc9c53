import { account } from '#components/strings/account';
import { audit } from '#components/strings/audit';
import { connectClient } from '#components/strings/connect-client';
import { documents } from '#components/strings/documents';
import { entities } from '#components/strings/entities';
import { keys } from '#components/strings/keys';
import { knowledge } from '#components/strings/knowledge';
import { members } from '#components/strings/members';
import { memories } from '#components/strings/memories';
import { observations } from '#components/strings/observations';
import { operations } from '#components/strings/operations';
import { overview } from '#components/strings/overview';
import { shell } from '#components/strings/shell';
import { stats } from '#components/strings/stats';
import { pathOf, patternOf } from '#e2e/console/parts';
import { BANKS, type ConsoleWorld, PARENT } from '#e2e/console/world';

/** A page that shows one list: its request, its error message, and its content. */
export interface ListPageCase {
  readonly name: string;
  readonly path: (world: ConsoleWorld) => string;
  /** matches the request that is intercepted */
  readonly call: RegExp;
  readonly failed: string;
  readonly shows: (world: ConsoleWorld) => string | RegExp;
  /** an empty response, and the text that the page then shows */
  readonly nothing?: { readonly answer: unknown; readonly says: string };
}

export const READINGS: readonly ListPageCase[] = [
  {
    name: 'keys',
    path: ({ org }) => pathOf(org, 'keys'),
    call: /\/api\/console\/keys(\?|$)/,
    failed: keys.readFailed,
    shows: () => PARENT,
    nothing: {
      answer: { items: [], total: 0, limit: 100, offset: 0, counts: { active: 0, revoked: 0, expired: 0 } },
      says: keys.emptyTitle,
    },
  },
  {
    name: 'members',
    path: ({ org }) => pathOf(org, 'members'),
    call: /\/api\/console\/members$/,
    failed: members.loadFailed,
    shows: ({ member }) => member.email,
  },
  {
    name: 'audit log',
    path: ({ org }) => pathOf(org, 'audit'),
    call: /\/api\/console\/audit(\?|$)/,
    failed: audit.loadFailed,
    shows: ({ owner }) => owner.email,
    nothing: { answer: { items: [], next_cursor: null }, says: audit.empty },
  },
  {
    name: 'banks',
    path: ({ org }) => pathOf(org, 'banks'),
    call: /\/v1\/default\/banks(\?|$)/,
    failed: shell.banksFailed,
    shows: () => BANKS[0],
    nothing: { answer: { banks: [], total: 0, limit: 100, offset: 0 }, says: 'No bank' },
  },
  {
    name: 'statistics',
    path: ({ org }) => pathOf(org, 'b', BANKS[0], 'stats'),
    call: /\/stats\/memories-timeseries/,
    failed: stats.seriesFailed,
    shows: () => stats.openNote('day'),
  },
  {
    name: 'overview',
    path: ({ org }) => pathOf(org, 'b', BANKS[0]),
    call: /\/stats(\?|$)/,
    failed: stats.failed,
    shows: () => patternOf(overview.lastWrite),
  },
  {
    name: 'sessions',
    path: () => '/account',
    call: /\/api\/console\/account\/sessions$/,
    failed: account.sessionsFailed,
    shows: () => account.thisOne,
  },
];

const page = { total: 0, limit: 100, offset: 0 };

/** Pages of a bank; one test visits all states of each. */
export const OF_BANK: readonly Required<Omit<ListPageCase, 'shows' | 'path'>>[] = [
  {
    name: 'memories',
    call: /\/memories\/list\?/,
    failed: memories.readFailed,
    nothing: { answer: { items: [], ...page, next_cursor: null }, says: memories.empty },
  },
  { name: 'entities', call: /\/entities\?/, failed: entities.failed, nothing: { answer: { items: [], ...page }, says: entities.empty } },
  {
    name: 'documents',
    call: /\/documents\?/,
    failed: documents.failed,
    nothing: { answer: { items: [], ...page }, says: documents.emptyTitle },
  },
  {
    name: 'observations',
    call: /\/observations\?/,
    failed: observations.failed,
    nothing: { answer: { items: [], ...page }, says: observations.emptyTitle },
  },
  {
    name: 'knowledge',
    call: /\/knowledge-base\/tree/,
    failed: knowledge.failed,
    nothing: { answer: { roots: [] }, says: knowledge.emptyTitle },
  },
  {
    name: 'operations',
    call: /\/operations\?/,
    failed: operations.readFailed,
    nothing: {
      answer: { bank_id: BANKS[0], ...page, counts: { pending: 0, processing: 0, completed: 0, failed: 0, cancelled: 0 }, operations: [] },
      says: operations.emptyTitle,
    },
  },
  {
    name: 'connect',
    call: /\/api\/console\/keys\?/,
    failed: connectClient.applicationsFailed,
    nothing: { answer: { items: [], ...page, counts: { active: 0, revoked: 0, expired: 0 } }, says: connectClient.none },
  },
];

/** An internal error of the API. */
export const failure = { detail: 'Internal Server Error', code: 'internal', request_id: 'req-of-the-journey' };
