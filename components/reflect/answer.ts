import type { z } from 'zod';
import type { ReflectInput } from '#components/reflect/question';
import type { reflectResponse, reflectStep } from '#lib/memory/reflect/contract';
import type { CITED_TYPES } from '#lib/memory/reflect/literals';

/** An answer, and its events while it is generated. */

export type Step = z.output<typeof reflectStep>;
export type Result = z.output<typeof reflectResponse>;
export type CitedType = (typeof CITED_TYPES)[number];

/** A retrieved source. */
export interface Found {
  readonly id: string;
  readonly type: CitedType;
  readonly text: string;
}

/** The events so far. */
export interface Heard {
  readonly asked: ReflectInput;
  /** Start time in milliseconds. */
  readonly begun: number;
  readonly steps: readonly Step[];
  readonly found: readonly Found[];
  readonly text: string;
}

export interface Answer {
  readonly heard: Heard;
  readonly result: Result;
  readonly at: string;
  readonly tookMs: number;
}
