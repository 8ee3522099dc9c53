import { setFlagsFromString } from 'node:v8';

/**
 * V8 of Node 24 can end the whole process when it frees WebAssembly code that a faster version has
 * replaced, while several threads run WebAssembly: "Check failed:
 * jit_page_->allocations_.erase(addr) == 1" (nodejs/node#64500). The embedded database and the
 * comparison of vectors run in threads, and every caller of `fetch` uses WebAssembly, in which its
 * HTTP parser is written. With this flag, the first version of frequently called functions stays in
 * memory until the thread ends.
 */
setFlagsFromString('--no-wasm-code-gc');
