/** A sentence with its middle part in bold: an address. */
export const Emphasized = ({ parts: [before, bold, after] }: { parts: readonly [string, string, string] }) => (
  <>
    {before}
    <b className="font-semibold text-ink">{bold}</b>
    {after}
  </>
);
