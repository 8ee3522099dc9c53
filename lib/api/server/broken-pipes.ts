/**
 * Keeps the process alive when the reader of its output ends first. Without a listener, the error
 * of one lost line would be reported on the same closed pipe, which is the next error, without end.
 */
export function ignoreBrokenPipes(): void {
  for (const stream of [process.stdout, process.stderr]) stream.on('error', () => {});
}
