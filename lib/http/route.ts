import type { z } from 'zod';
import type { App } from '#lib/app';
import type { Operation } from '#lib/http/operation';
import type { BankScope, OrgScope } from '#lib/scope';

type Output<S> = S extends z.ZodType ? z.output<S> : undefined;

/** What a handler gets. `scope` is the bank of the path, or the organisation where the path names no bank, or null without a key. */
export interface Call<Op extends Operation> {
  readonly app: App;
  readonly scope: Op['auth'] extends 'none' ? null : Op['path'] extends `${string}{bank_id}${string}` ? BankScope : OrgScope;
  readonly params: Output<Op['params']>;
  readonly query: Output<Op['query']>;
  readonly body: Output<Op['body']>;
  readonly request: { readonly id: string; readonly signal: AbortSignal };
}
