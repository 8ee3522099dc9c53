const percent = (sign: string): string => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`;

/**
 * A file of a bank is named after the bank: in ASCII for every browser, and with the original
 * characters.
 */
export function dispositionOf(attachment: string, bankId: string | undefined): string {
  const name = bankId === undefined ? attachment : `${bankId}-${attachment}`;
  const plain = name.replaceAll(/[^\w.-]+/g, '_');
  return `attachment; filename="${plain}"${plain === name ? '' : `; filename*=UTF-8''${encodeURIComponent(name).replaceAll(/['()*]/g, percent)}`}`;
}

/** The file name that such a header proposes. */
export function filenameOf(disposition: string | null): string | null {
  const exact = /filename\*=UTF-8''([^;]+)/.exec(disposition ?? '')?.[1];
  return exact ? decodeURIComponent(exact) : (/filename="?([^";]+)/.exec(disposition ?? '')?.[1] ?? null);
}
