/**
 * The value that sorting would put at an index, in linear time on average (Hoare's quickselect).
 * Reorders the values, of which none is NaN.
 */
export function valueAt(values: Float32Array, index: number): number {
  let [from, to] = [0, values.length - 1];
  while (from < to) {
    const pivot = values[(from + to) >> 1]!;
    let [low, high] = [from, to];
    while (low <= high) {
      while (values[low]! < pivot) low++;
      while (values[high]! > pivot) high--;
      if (low > high) break;
      const value = values[low]!;
      values[low++] = values[high]!;
      values[high--] = value;
    }
    if (index <= high) to = high;
    else if (index >= low) from = low;
    else break;
  }
  return values[index]!;
}
