import { decoded, firstValue, type HeaderField } from '#lib/memory/retain/reading/mail/header';
import { decoderFor } from '#lib/memory/retain/reading/mail/transfer';

/** What a part of a mail contains, by its header fields (RFC 2045, 2183 and 2231). */

export interface MimeType {
  /** "text/plain", in lower case */
  readonly type: string;
  readonly charset: string;
  /** the transfer encoding, in lower case */
  readonly encoding: string;
  readonly boundary: string | null;
  /** lines that end with a space continue (RFC 3676) */
  readonly isFlowed: boolean;
  readonly isAttachment: boolean;
  readonly fileName: string | null;
}

const PARAMETER = /;\s{0,80}([^\s=;"]{1,60})\s{0,8}=\s{0,8}(?:"((?:[^"\\]|\\.){0,2000})"|([^\s;"]{0,2000}))/g;

/** The parameters of a value by their names in lower case. */
function parametersOf(value: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const [, name, quoted, plain] of value.matchAll(PARAMETER)) {
    const key = (name ?? '').toLowerCase();
    if (!found.has(key)) found.set(key, quoted === undefined ? (plain ?? '') : quoted.replace(/\\(.)/g, '$1'));
  }
  return found;
}

const MAX_SECTIONS = 50;
const EXTENDED = /^([\w.:-]{0,40})'[\w-]{0,40}'/;

/** `utf-8''%e2%82%ac` without its charset, and the charset. */
function withoutCharset(value: string): { readonly text: string; readonly charset: string } {
  const match = EXTENDED.exec(value);
  return match ? { text: value.slice(match[0].length), charset: match[1] || 'utf-8' } : { text: value, charset: 'utf-8' };
}

const percentDecoded = (text: string, charset: string): string =>
  text.replace(/(?:%[\da-f]{2})+/gi, (run) => decoderFor(charset).decode(Buffer.from(run.replaceAll('%', ''), 'hex')));

/** A parameter that may be extended or continued (`name*0*=`), or contain encoded words. */
function textOf(parameters: Map<string, string>, name: string): string | null {
  const extended = parameters.get(`${name}*`);
  if (extended !== undefined) {
    const { text, charset } = withoutCharset(extended);
    return percentDecoded(text, charset);
  }
  const plain = parameters.get(name);
  if (plain !== undefined) return decoded(plain);
  let joined = '';
  let charset = 'utf-8';
  for (let i = 0; i < MAX_SECTIONS; i++) {
    const section = parameters.get(`${name}*${i}*`) ?? parameters.get(`${name}*${i}`);
    if (section === undefined) break;
    const first = i === 0 && parameters.has(`${name}*0*`) ? withoutCharset(section) : { text: section, charset };
    charset = first.charset;
    joined += first.text;
  }
  return joined === '' ? null : percentDecoded(joined, charset);
}

const MAX_FILE_NAME = 200;
const ATTACHED = /^\s*attachment/i;

export function mimeTypeOf(fields: readonly HeaderField[], usual = 'text/plain'): MimeType {
  const content = firstValue(fields, 'content-type') ?? usual;
  const disposition = firstValue(fields, 'content-disposition') ?? '';
  const parameters = parametersOf(content);
  const type = /^[\w.+-]{1,80}\/[\w.+-]{1,80}/.exec(content.trim())?.[0].toLowerCase() ?? usual;
  const fileName = textOf(parametersOf(disposition), 'filename') ?? textOf(parameters, 'name');
  const isEmbedded = type.startsWith('image/') && firstValue(fields, 'content-id') !== null && !ATTACHED.test(disposition);
  return {
    type,
    charset: parameters.get('charset') ?? 'utf-8',
    encoding: (firstValue(fields, 'content-transfer-encoding') ?? '').replace(/[^\w-].*$/, '').toLowerCase(),
    boundary: type.startsWith('multipart/') ? (parameters.get('boundary')?.trimEnd() ?? null) : null,
    isFlowed: /^flowed$/i.test(parameters.get('format') ?? ''),
    isAttachment: ATTACHED.test(disposition) || (fileName !== null && fileName !== ''),
    // a picture in the text is no file that somebody attached
    fileName: isEmbedded ? null : fileName?.replace(/\s+/g, ' ').trim().slice(0, MAX_FILE_NAME) || null,
  };
}
