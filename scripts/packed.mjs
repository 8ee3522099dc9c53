/**
 * Scripts and styles of the pages, packed once at the build as small as brotli makes them: an eighth less than gzip makes of them at each request.
 * Browsers that ask for nothing but gzip, as they do without TLS, get that from the server entry.
 */
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';

const STATIC = '/_next/static/';
const TYPES = { '.js': 'application/javascript; charset=UTF-8', '.css': 'text/css; charset=UTF-8' };
const END = '.br';
const pack = promisify(brotliCompress);

/** Beside each file, one of its name with `.br`. @param {string} root */
export async function packStatic(root) {
  const folder = path.join(root, '.next', 'static');
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => path.extname(name) in TYPES);
  await Promise.all(
    names.map(async (name) => {
      const file = path.join(folder, name);
      const bytes = readFileSync(file);
      writeFileSync(file + END, await pack(bytes, { params: { [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length } }));
    }),
  );
}

const WANTS_BROTLI = /(?:^|,)\s*br\s*(?:$|,|;\s*q=(?:1|0\.\d*[1-9]))/i;

/**
 * Answers with the packed file where there is one and the browser reads it; else leaves the request to `next`.
 * @param {string} root
 * @returns {Promise<(req: import('node:http').IncomingMessage, res: import('node:http').ServerResponse, next: () => void) => void>}
 */
export async function packedFiles(root) {
  // The framework's own copy, which it answers with itself: paths that leave the folder, ranges and files that vanish are its matter.
  const { default: send } = await import('next/dist/compiled/send/index.js');
  return (req, res, next) => {
    const [address] = req.url.split('?');
    const type = TYPES[path.posix.extname(address)];
    const isRead = req.method === 'GET' || req.method === 'HEAD';
    if (!type || !isRead || !address.startsWith(STATIC) || !WANTS_BROTLI.test(req.headers['accept-encoding'] ?? '')) return next();
    send(req, `${address.slice(STATIC.length - 1)}${END}`, { root: path.join(root, '.next', 'static'), maxAge: '1y', immutable: true })
      .on('headers', () => {
        res.setHeader('Content-Type', type);
        res.setHeader('Content-Encoding', 'br');
        res.setHeader('Vary', 'Accept-Encoding');
      })
      .on('error', next)
      .pipe(res);
  };
}
