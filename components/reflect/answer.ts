import type { z } from 'zod';
import type { ReflectInput } from '#components/reflect/question';
import type { reflectResponse, reflectStep } from '#lib/memory/reflect/contract';
import type { CITED_TYPES } from '#lib/memory/reflect/literals';

/** An answer, and its events while it is generated. */

export type ReflectStep = z.output<typeof reflectStep>;
export type ReflectResult = z.output<typeof reflectResponse>;
export type CitedType = (typeof CITED_TYPES)[number];

/** A retrieved source. */
export interface RetrievedSource {
  readonly id: string;
  readonly type: CitedType;
  readonly text: string;
}

/** The events so far. */
export interface ReflectProgress {
  readonly request: ReflectInput;
  /** Start time in milliseconds. */
  readonly startedAt: number;
  readonly steps: readonly ReflectStep[];
  readonly found: readonly RetrievedSource[];
  readonly text: string;
}

export interface Answer {
  readonly progress: ReflectProgress;
  readonly result: ReflectResult;
  readonly at: string;
  readonly tookMs: number;
}
