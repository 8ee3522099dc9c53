import * as audit from '#lib/audit/contract';
import * as banks from '#lib/banks/contract';
import * as documents from '#lib/documents/contract';
import * as entities from '#lib/entities/contract';
import * as graph from '#lib/graph/contract';
import { isOperation, isPublic, type Operation } from '#lib/http/operation';
import * as invitations from '#lib/invitations/contract';
import * as keys from '#lib/keys/contract';
import * as llm from '#lib/llm/contract';
import * as memories from '#lib/memories/contract';
import * as mentalModels from '#lib/mental-models/contract';
import * as monitoring from '#lib/monitoring/contract';
import * as observations from '#lib/observations/contract';
import * as operationsContract from '#lib/operations/contract';
import * as orgs from '#lib/orgs/contract';
import * as people from '#lib/people/contract';
import * as recall from '#lib/recall/contract';
import * as reembedding from '#lib/reembedding/contract';
import * as reflect from '#lib/reflect/contract';
import * as retain from '#lib/retain/contract';
import * as settings from '#lib/settings/contract';
import * as stats from '#lib/stats/contract';

/**
 * Every endpoint of the product. The OpenAPI document and the tests fold out of these lists; a test fails when an operation of any
 * contract is missing here or has no route file.
 */
const contracts = [
  observations,
  monitoring,
  banks,
  settings,
  reembedding,
  documents,
  memories,
  entities,
  graph,
  stats,
  recall,
  mentalModels,
  reflect,
  retain,
  operationsContract,
  people,
  orgs,
  invitations,
  keys,
  audit,
  llm,
];

const named = contracts.flatMap((contract) =>
  Object.entries<unknown>(contract).filter((entry): entry is [string, Operation] => isOperation(entry[1])),
);
const declared: readonly Operation[] = named.map(([, operation]) => operation);

/** By the name that its contract exports it under. */
export const declaredByName: ReadonlyMap<string, Operation> = new Map(named);

/** The API that the reference describes. */
export const operations: readonly Operation[] = declared.filter(isPublic);

/** What the console's pages call beside it. */
export const consoleOperations: readonly Operation[] = declared.filter((operation) => !isPublic(operation));
