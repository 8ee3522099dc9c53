import {
  ACCEPT,
  type AnswerOf,
  type Args,
  accepted,
  agreed,
  type Callable,
  type OpOf,
  requestOf,
  type UntypedOptions,
  unreachable,
} from '#lib/api/call';

/**
 * Sends a file to an operation that receives a form, with the session of this browser. `fetch` does
 * not report how much of a body was sent, so this uses `XMLHttpRequest`.
 */

interface UploadOptions {
  readonly file: Blob;
  /** called with the share of the form that was sent, from 0 to 1 */
  readonly onProgress?: (share: number) => void;
}

const headersOf = (lines: string): Headers =>
  new Headers(
    lines
      .trim()
      .split('\r\n')
      .map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)] as [string, string]),
  );

function send(url: string, headers: Readonly<Record<string, string>>, { file, onProgress }: UploadOptions, signal?: AbortSignal) {
  return new Promise<Response>((resolve, reject) => {
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    request.open('POST', url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total > 0 ? loaded / total : 0);
    request.onload = () =>
      resolve(new Response(request.responseText, { status: request.status, headers: headersOf(request.getAllResponseHeaders()) }));
    request.onerror = () => reject(unreachable());
    request.onabort = () => reject(signal?.reason ?? unreachable());
    request.onloadend = () => signal?.removeEventListener('abort', stop);
    signal?.addEventListener('abort', stop);
    const form = new FormData();
    form.append('file', file);
    request.send(form);
  });
}

/** As `call`, with a file in place of a JSON body. Throws `ApiError`. */
export async function upload<C extends Callable>(operation: C, sent: UploadOptions, ...[options]: Args<OpOf<C>>): Promise<AnswerOf<C>> {
  const loose = (options ?? {}) as UntypedOptions;
  const { org, signal } = loose;
  signal?.throwIfAborted();
  const headers = { Accept: ACCEPT, ...(org !== undefined && { 'X-Organization': org }) };
  const { address } = requestOf(operation, ACCEPT, loose);
  const response = await accepted(operation, await send(address, headers, sent, signal));
  return agreed<C>(response, await response.json().catch(() => undefined));
}
