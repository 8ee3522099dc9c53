/** The different items of a text that are separated by commas. */
export const itemsIn = (text: string): string[] => [
  ...new Set(
    text
      .split(',')
      .map((item) => item.trim())
      .filter(Boolean),
  ),
];
