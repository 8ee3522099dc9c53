import { ZipWriter } from '@zip.js/zip.js';
import { chunksOf, endOf, streamOfText } from '#lib/base/zip/streams';

/** A member to be written. Its name is data: only the reader of an archive interprets it. */
export interface NewMember {
  readonly name: string;
  /** text in pieces of any length */
  readonly parts: AsyncIterable<string> | Iterable<string>;
}

/**
 * No worker threads, so that one archive occupies one thread. The platform compresses outside of
 * the event loop.
 */
const OPTIONS = { useWebWorkers: false, level: 6 } as const;

async function writeAll(writable: WritableStream<Uint8Array>, members: AsyncIterable<NewMember>, modified: Date): Promise<void> {
  const zip = new ZipWriter(writable, { ...OPTIONS, lastModDate: modified, extendedTimestamp: false });
  for await (const { name, parts } of members) await zip.add(name, streamOfText(parts));
  await zip.close();
}

/**
 * Writes a ZIP archive as a stream, each member as it is produced, in ZIP64 where the size requires
 * it. Only the directory is in memory. `modified` is the date of all members. An error of the
 * members is thrown. If the caller stops, so do the members.
 */
export async function* zipOf(members: AsyncIterable<NewMember>, modified: Date): AsyncGenerator<Uint8Array> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  yield* chunksOf(readable, endOf(writeAll(writable, members, modified)));
}
