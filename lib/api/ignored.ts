const MAX_HEADER = 1000;

/**
 * The value of `X-Ignored-Params`: special characters are percent-encoded; a very long list is cut.
 */
export const ignoredHeader = (names: readonly string[]): string => {
  let text = '';
  for (const name of names) {
    const plain = /^[\w.$-]{1,100}$/.test(name) ? name : encodeURIComponent(name.slice(0, 100).toWellFormed());
    if (text.length + plain.length > MAX_HEADER) return `${text}, …`.replace('…', '...');
    text = text ? `${text}, ${plain}` : plain;
  }
  return text;
};
