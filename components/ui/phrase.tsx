import { createElement, Fragment, type ReactNode } from 'react';

/** The names of the slots in a text, such as `time` in "counted {time}". */
export type Slots<T extends string> = T extends `${string}{${infer Name}}${infer Rest}` ? Name | Slots<Rest> : never;

/** A value for each slot of `T`. If only `string` is known of the text, any slots are allowed. */
type Values<T extends string, Value> = string extends T ? Readonly<Record<string, Value>> : Readonly<Record<Slots<T>, Value>>;

/** Odd entries of the result of `split` are the names. */
const SLOT = /\{(\w+)\}/;

/**
 * A text with elements in its slots: `<Phrase text="counted {time}" time={<RelativeTime … />} />`.
 * A translation may have the slots in any order. Contents of slots are not parsed.
 */
export function Phrase<const T extends string>({ text, ...values }: { text: T } & Values<T, ReactNode>) {
  const nodes = values as Readonly<Record<string, ReactNode>>;
  const parts = text.split(SLOT).map((part, at) => (at % 2 === 0 ? part : (nodes[part] ?? null)));
  return createElement(Fragment, null, ...parts);
}

/** `Phrase` as a plain string, for attributes and titles. */
export function phrase<const T extends string>(text: T, values: Values<T, string>): string {
  const strings = values as Readonly<Record<string, string>>;
  return text
    .split(SLOT)
    .map((part, at) => (at % 2 === 0 ? part : (strings[part] ?? '')))
    .join('');
}
