import { ServiceError } from '#lib/base/errors';

/** What a reader accepts. An archive beyond a limit is refused before its content is read. */
export interface ArchiveLimits {
  readonly members: number;
  /** of all members, uncompressed */
  readonly bytes: number;
  /** uncompressed bytes per compressed byte, of a member of more than `ratioFrom` bytes */
  readonly ratio: number;
  readonly ratioFrom: number;
  /** of a member that is read as a whole, and of a line of one that is read by lines */
  readonly pieceBytes: number;
  /** of the member of a document, whose elements are read one by one, but are in memory together */
  readonly documentBytes: number;
  readonly documentElements: number;
}

const MIB = 2 ** 20;

/**
 * Each document is a member, and a bank may have millions. Deflate cannot exceed a ratio of 1032.
 * JSON of real banks has 3 to 40: rows of many equal fields compress best.
 * A document has 8 bytes of JSON for a byte of its text, 15 if the lines are short, and a retain
 * has at most 10 MiB.
 */
export const ARCHIVE_LIMITS: ArchiveLimits = {
  members: 10_000_000,
  bytes: 64 * 1024 * MIB,
  ratio: 250,
  ratioFrom: 4 * MIB,
  pieceBytes: 64 * MIB,
  documentBytes: 256 * MIB,
  documentElements: 2_000_000,
};

/** The archive cannot be read, and why. It never contains content of the archive. */
export const archiveFault = (why: string): ServiceError => new ServiceError('bad_request', `The file is no archive of a bank: ${why}`);

export interface MemberSizes {
  readonly isEncrypted: boolean;
  readonly compressed: number;
  readonly uncompressed: number;
}

/**
 * Checks the members of an archive of `size` bytes one by one, by what its directory declares.
 * Throws `archiveFault`.
 */
export function memberCheck(size: number, limits: ArchiveLimits): (member: MemberSizes) => void {
  let [members, compressed, uncompressed] = [0, 0, 0];
  return (member) => {
    members += 1;
    compressed += member.compressed;
    uncompressed += member.uncompressed;
    if (members > limits.members) throw archiveFault(`it has more than ${limits.members} members`);
    if (member.isEncrypted) throw archiveFault('it is encrypted');
    // Members that overlap let a small file expand without limit, each at a harmless ratio.
    if (compressed > size) throw archiveFault('its members overlap');
    if (uncompressed > limits.bytes) throw archiveFault(`it contains more than ${limits.bytes} bytes`);
    if (member.uncompressed > limits.ratioFrom && member.uncompressed > member.compressed * limits.ratio)
      throw archiveFault(`a member expands to more than ${limits.ratio} times its size`);
  };
}
