import type { JsonElement } from '#lib/memory/transfer/formats/elements';
import type { ForeignItem } from '#lib/memory/transfer/formats/items';
import type { FormatName } from '#lib/memory/transfer/literals';

export interface Format {
  readonly name: FormatName;
  /** Whether only this format has such an element. */
  recognizes(element: JsonElement): boolean;
  /**
   * Reads a file of this format, which may be opened several times. `now`: for what expires. At the
   * same time, a file has the same items.
   */
  read(open: () => AsyncIterable<JsonElement>, now: Date): AsyncGenerator<ForeignItem>;
}
