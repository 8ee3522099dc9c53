import { ApiError } from '#lib/api/call';
import { listBanks } from '#lib/api/calls';
import { RefusedToolCall } from '#lib/api/mcp/in-process';
import type { CallOperation, Tool } from '#lib/api/mcp/tool';

/** On which bank a tool works, and what its caller learns if there is none. */

/** The bank of a call that names none. */
const DEFAULT_BANK = 'default';
/** Banks that an error names. */
const NAMED = 20;

export interface BankCaller {
  /** the bank of the path; null: the caller chooses */
  readonly pathBank: string | null;
  /** the bank of the header `X-Bank-Id` */
  readonly headerBank: string | null;
  /** `needsBank`: calls on a missing bank fail instead of creating it or finding nothing */
  readonly callerFor: (tool: string, needsBank: boolean) => CallOperation;
}

type Run = Pick<Tool, 'name' | 'effect' | 'run'>;

const isMissingBank = (error: unknown): error is RefusedToolCall =>
  error instanceof RefusedToolCall && (error.reason === 'missing_bank' || error.reason === 'uncreatable_bank');
const isOutOfReach = (error: unknown): error is ApiError => error instanceof ApiError && error.code === 'bank_out_of_scope';

interface ReachedBanks {
  readonly ids: readonly string[];
  readonly total: number;
}

async function reachedBanks(call: CallOperation): Promise<ReachedBanks> {
  const { banks, total } = await call(listBanks, { query: { limit: NAMED } });
  return { ids: banks.map(({ bank_id }) => bank_id), total };
}

const listOf = ({ ids, total }: ReachedBanks): string =>
  ids.length === 0 ? 'no bank' : `${ids.join(', ')}${total > ids.length ? ` and ${total - ids.length} more` : ''}`;

const withDetail = (error: ApiError, detail: string): ApiError =>
  error instanceof RefusedToolCall
    ? new RefusedToolCall(new ApiError(error.status, error.code, detail, { requestId: error.requestId }), error.reason)
    : new ApiError(error.status, error.code, detail, { requestId: error.requestId });

/**
 * A tool that reads names the banks that exist; one that writes creates a missing bank if its
 * caller may do so, and names them otherwise.
 */
async function runOn(bankId: string, caller: BankCaller, tool: Run, args: object): Promise<object> {
  const call = caller.callerFor(tool.name, tool.effect === 'reads');
  try {
    return await tool.run({ call, bankId }, args);
  } catch (error) {
    if (caller.pathBank !== null || !isMissingBank(error)) throw error;
    throw withDetail(error, `${error.detail}: this key reaches ${listOf(await reachedBanks(call))}`);
  }
}

/** The other banks are read only if `default` is missing or out of reach. */
async function runOnUnnamed(caller: BankCaller, tool: Run, args: object): Promise<object> {
  const call = caller.callerFor(tool.name, true);
  try {
    return await tool.run({ call, bankId: DEFAULT_BANK }, args);
  } catch (error) {
    if (!isMissingBank(error) && !isOutOfReach(error)) throw error;
    const reached = await reachedBanks(call);
    const [only] = reached.ids;
    if (reached.total === 1 && only !== undefined) return tool.run({ call, bankId: only }, args);
    if (reached.total === 0 && isMissingBank(error) && tool.effect === 'writes') return runOn(DEFAULT_BANK, caller, tool, args);
    throw withDetail(error, `Name a bank in bank_id: this key reaches ${listOf(reached)}`);
  }
}

/**
 * Runs a tool on the bank of the path, the argument or the header. Without these on `default` if it
 * exists, else on the only bank that the key reaches; a tool that writes creates `default` if the
 * key reaches no bank and may create one. Throws `ApiError` with the names of the banks if none of
 * these applies.
 */
export function runOnBank(caller: BankCaller, tool: Run, { bank_id, ...args }: Readonly<Record<string, unknown>>): Promise<object> {
  const named = caller.pathBank ?? (typeof bank_id === 'string' && bank_id !== '' ? bank_id : caller.headerBank);
  return named === null ? runOnUnnamed(caller, tool, args) : runOn(named, caller, tool, args);
}
