import { types as builtin } from 'pg';

/**
 * The conversion of values, the same for every driver: `types` of each client. Text format only (no
 * query requests binary). Any type that is not listed here stays text, including vector, tsvector,
 * date and interval.
 */
type Parse = (text: string) => unknown;

/**
 * int8 and numeric as numbers. An int8 that a number cannot represent exactly becomes a bigint,
 * never rounded.
 */
export function parseInt8(text: string): number | bigint {
  const value = Number(text);
  return Number.isSafeInteger(value) ? value : BigInt(text);
}

const BYTEA = 17;
const TIMESTAMPTZ = 1184;
const TEXT_ARRAY = 1009;
const parseTextArray = builtin.getTypeParser(TEXT_ARRAY as number) as (text: string) => unknown[];

/** Elements may nest; null stays null. */
function parseArrayOf(element: Parse): Parse {
  const each = (value: unknown): unknown => (value === null ? null : Array.isArray(value) ? value.map(each) : element(value as string));
  return (text) => parseTextArray(text).map(each);
}

const asText: Parse = (text) => text;
const asBoolean: Parse = (text) => text === 't';
const asBytes = builtin.getTypeParser(BYTEA) as Parse;
const asDate = builtin.getTypeParser(TIMESTAMPTZ) as Parse;

/**
 * [type, array of the type, parser], by the object identifiers of PostgreSQL's catalog, which
 * never change.
 */
const PARSERS: readonly (readonly [number, number, Parse])[] = [
  [16, 1000, asBoolean], // bool
  [BYTEA, 1001, asBytes],
  [20, 1016, parseInt8],
  [21, 1005, Number], // int2
  [23, 1007, Number], // int4
  [26, 1028, Number], // oid
  [700, 1021, Number], // float4
  [701, 1022, Number], // float8
  [1700, 1231, Number], // numeric
  [25, TEXT_ARRAY, asText],
  [1043, 1015, asText], // varchar
  [19, 1003, asText], // name
  [2950, 2951, asText], // uuid
  [TIMESTAMPTZ, 1185, asDate],
  [114, 199, JSON.parse], // json
  [3802, 3807, JSON.parse], // jsonb
];

const byOid = new Map<number, Parse>(
  PARSERS.flatMap(([oid, arrayOid, parse]) => [
    [oid, parse],
    [arrayOid, parseArrayOf(parse)],
  ]),
);

export const resultTypes = { getTypeParser: (oid: number): Parse => byOid.get(oid) ?? asText };
