/** Starts the download of a file of this server, by its name there unless `filename` is given. */
export function startDownload(href: string, filename = ''): void {
  const link = document.createElement('a');
  link.href = href;
  link.download = filename;
  link.click();
}

/** Saves a file through the browser’s downloads. */
export function saveFile(blob: Blob, filename: string): void {
  const url = URL.createObjectURL(blob);
  startDownload(url, filename);
  // The download has read the data by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
