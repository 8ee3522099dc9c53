import { z } from 'zod';
import type { AnswerOf, Args, Callable, OpOf } from '#lib/api/call';
import type { Permission } from '#lib/base/roles';
import { isStructured } from '#lib/base/structured';

/**
 * A tool as data. It calls operations of the API, and knows neither the protocol nor how a call
 * travels.
 */

/** Calls an operation with the credentials of the tool's caller. Throws `ApiError`. */
export type CallOperation = <C extends Callable>(operation: C, ...options: Args<OpOf<C>>) => Promise<AnswerOf<C>>;

/** What a tool does, for the annotations by which clients decide whether to ask their user. */
export type ToolEffect = 'reads' | 'writes' | 'deletes';

export type JsonSchema = Readonly<Record<string, unknown>>;

interface Declared<Input extends z.ZodObject, Output extends z.ZodObject> {
  readonly name: string;
  readonly title: string;
  /** for a language model: what it does, and when to choose it */
  readonly description: string;
  readonly effect: ToolEffect;
  /** repeating the call with the same arguments changes nothing more */
  readonly isIdempotent?: boolean;
  /** callers without it do not see the tool; the operation itself checks it again */
  readonly permission: Permission;
  /**
   * - `bank`: one bank, of the path or chosen by the caller.
   * - `chosen_bank`: one bank, only where the caller chooses it.
   * - `banks`: no bank or several.
   */
  readonly about: 'bank' | 'chosen_bank' | 'banks';
  readonly input: Input;
  readonly output: Output;
}

export interface McpToolCall {
  readonly call: CallOperation;
  readonly bankId: string;
}

export interface Tool extends Omit<Declared<z.ZodObject, z.ZodObject>, 'input' | 'output'> {
  readonly inputSchema: JsonSchema;
  readonly outputSchema: JsonSchema;
  /** Throws `ZodError` for arguments that the schema forbids, `ApiError` for a failed operation. */
  readonly run: (call: McpToolCall, args: unknown) => Promise<object>;
}

/** The part of a JSON Schema that a client needs. */
function schemaOf(schema: z.ZodObject, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...shape } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum;
      if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum;
      // Some clients reject the empty schema, which means the same.
      const { additionalProperties } = jsonSchema;
      if (isStructured(additionalProperties) && Object.keys(additionalProperties).length === 0) jsonSchema.additionalProperties = true;
    },
  });
  return shape;
}

/** Declares a tool; `run` gets the checked arguments and returns what `output` describes. */
export function tool<Input extends z.ZodObject, Output extends z.ZodObject>(
  declared: Declared<Input, Output>,
  run: (call: McpToolCall, args: z.output<Input>) => Promise<z.input<Output>>,
): Tool {
  const { input, output, ...rest } = declared;
  return {
    ...rest,
    inputSchema: schemaOf(input, 'input'),
    outputSchema: schemaOf(output, 'output'),
    run: (call, args) => run(call, input.parse(args)),
  };
}

/**
 * The input schema with the argument that names the bank, for the endpoint that serves all banks.
 */
export const withBank = (schema: JsonSchema): JsonSchema => ({
  ...schema,
  properties: {
    ...(isStructured(schema.properties) && schema.properties),
    bank_id: {
      type: 'string',
      description:
        'The bank, an id of list_banks. Without it, the header X-Bank-Id, else the bank `default` if it exists, else the only bank that the key reaches.',
    },
  },
});
