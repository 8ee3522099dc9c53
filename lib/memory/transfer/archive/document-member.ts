import { jsonOf } from '#lib/memory/transfer/archive/manifest';
import { type ParsedDocument, parseDocument } from '#lib/memory/transfer/archive/records';
import type { ArchiveMember, ArchiveReader } from '#lib/memory/transfer/archive/zip-reader';

/** Of a member that is parsed at once, in bytes: that takes some milliseconds. */
const SHORT = 2 ** 20;

/**
 * The JSON of the member of a document, which is parsed element by element if it is long: a text of
 * 10 MiB may have more than 100,000 facts. Throws a `bad_request` if it cannot be read.
 */
export async function documentRecord(archive: ArchiveReader, member: ArchiveMember): Promise<unknown> {
  if (member.size <= SHORT) return jsonOf(await archive.text(member), member.name);
  const fields = new Map<string | null, unknown>();
  for await (const { key, value, path } of archive.elements(member)) {
    const list = fields.get(key);
    if (path === key) fields.set(key, value);
    else if (Array.isArray(list)) list.push(value);
    else fields.set(key, [value]);
  }
  return Object.fromEntries(fields);
}

/** Throws a `bad_request` if the member cannot be read. */
export const readDocument = async (archive: ArchiveReader, member: ArchiveMember): Promise<ParsedDocument> =>
  parseDocument(await documentRecord(archive, member), member.name);
