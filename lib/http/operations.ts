import * as banks from '#lib/banks/contract';
import * as documents from '#lib/documents/contract';
import { isOperation, type Operation } from '#lib/http/operation';
import * as memories from '#lib/memories/contract';
import * as monitoring from '#lib/monitoring/contract';
import * as recall from '#lib/recall/contract';
import * as retain from '#lib/retain/contract';

/**
 * Every endpoint of the product. The OpenAPI document and the tests fold out of this list; a test fails when an operation of any
 * contract is missing here or has no route file.
 */
const contracts = [monitoring, banks, documents, memories, recall, retain];

export const operations: readonly Operation[] = contracts.flatMap((contract) => Object.values<unknown>(contract).filter(isOperation));
