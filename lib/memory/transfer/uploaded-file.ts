import { ServiceError } from '#lib/base/errors';
import { type ArchiveManifest, MANIFEST_NAME, readManifest } from '#lib/memory/transfer/archive/manifest';
import { ArchiveReader, type ByteSource } from '#lib/memory/transfer/archive/zip-reader';
import { archiveContent, type ContentSource } from '#lib/memory/transfer/content-source';
import { foreignContent } from '#lib/memory/transfer/foreign-content';
import { recognizeArchive } from '#lib/memory/transfer/formats/archive';
import { formatFault } from '#lib/memory/transfer/formats/elements';
import type { ForeignItem } from '#lib/memory/transfer/formats/items';
import { type ForeignFile, recognizeFile } from '#lib/memory/transfer/formats/read';
import { KNOWN_FORMATS } from '#lib/memory/transfer/literals';

/** Recognizes an uploaded file by its content, never by its name. */

export interface UploadedFile {
  /** the items in the form that all formats have in common, for a survey */
  readonly file: ForeignFile;
  /** null: the file is no archive of a bank */
  readonly bank: { readonly archive: ArchiveReader; readonly manifest: ArchiveManifest } | null;
  /** `onItem` gets the items of `file`, unless it is an archive of a bank. */
  content(onItem?: (item: ForeignItem) => void): ContentSource;
}

/** Bytes that are read at once. */
const PIECE = 512 * 1024;

/** Throws `bad_request` for bytes that are no UTF-8. */
async function* textsOf(source: ByteSource): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const decoded = (bytes?: Uint8Array): string => {
    try {
      return bytes ? decoder.decode(bytes, { stream: true }) : decoder.decode();
    } catch {
      throw formatFault('it is neither an archive nor UTF-8 text');
    }
  };
  for (let at = 0; at < source.size; at += PIECE) yield decoded(await source.read(at, PIECE));
  yield decoded();
}

async function isZip(source: ByteSource): Promise<boolean> {
  const [first, second] = await source.read(0, 2);
  return first === 0x50 && second === 0x4b;
}

/** A reader of a file that is not recognized needs to know which are. */
const withFormats = (error: unknown): unknown =>
  error instanceof ServiceError && error.code === 'bad_request'
    ? new ServiceError('bad_request', `${error.message}. Known formats: ${KNOWN_FORMATS}.`)
    : error;

async function recognized(source: ByteSource, now: Date): Promise<{ readonly file: ForeignFile; readonly archive: ArchiveReader | null }> {
  try {
    const archive = (await isZip(source)) ? await ArchiveReader.open(source) : null;
    const file = archive ? await recognizeArchive(archive, now) : await recognizeFile(() => textsOf(source), now);
    if (file === null) throw formatFault('its format is unknown');
    return { file, archive };
  } catch (error) {
    throw withFormats(error);
  }
}

/**
 * `now`: what has expired then is no content of the file. Pass the same time to read the same
 * content again. Throws `bad_request` for a file that is neither an archive nor an export of a
 * known format.
 */
export async function openUploaded(source: ByteSource, now: Date): Promise<UploadedFile> {
  const { file, archive } = await recognized(source, now);
  if (!archive || !(await archive.find(MANIFEST_NAME))) return { file, bank: null, content: (onItem) => foreignContent(file, onItem) };
  const manifest = await readManifest(archive);
  return { file, bank: { archive, manifest }, content: () => archiveContent(archive) };
}
