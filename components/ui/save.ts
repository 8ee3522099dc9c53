/** Saves a file through the browser’s downloads. */
export function saveFile(blob: Blob, filename: string): void {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = filename;
  link.click();
  // The download has read the data by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
