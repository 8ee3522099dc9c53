/** Characters that a text may grow by without regard to its length. */
const FREE_GROWTH = 10_000;

/**
 * NFKC, in which compatibility characters such as ligatures and full-width letters are ordinary
 * ones. One character can become eighteen, so a long text that would more than double is only
 * composed (NFC): the result is never longer than twice the text and `FREE_GROWTH`.
 */
export function compatibleForm(text: string): string {
  const compatible = text.normalize('NFKC');
  return compatible.length <= 2 * text.length + FREE_GROWTH ? compatible : text.normalize('NFC');
}
