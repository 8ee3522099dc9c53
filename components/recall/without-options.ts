/** Removes all options of a question in the address, but not the question `q`. */
export const withoutOptions = <Params extends object>(params: Params) =>
  Object.fromEntries(
    Object.keys(params)
      .filter((name) => name !== 'q')
      .map((name) => [name, null]),
  ) as { [Key in Exclude<keyof Params, 'q'>]: null };
