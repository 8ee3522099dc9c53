/** What dot.wat says, as WebAssembly. */
export const DOT =
  'AGFzbQEAAAABCQFgBX9/f39/AAMCAQAFAwEAAQcSAgZtZW1vcnkCAAVzY29yZQAACr4BAbsBAgJ/AnsCQCACRQ0AA0D9DAAAAAAAAAAAAAAAAAAAAAAhB/0MAAAAAAAAAAAAAAAAAAAAACEIIAAhBiABIANqIQUDQCAHIAH9AAQAIAb9AAQA/boB/a4BIQcgCCAB/QAEECAG/QAEEP26Af2uASEIIAZBIGohBiABQSBqIgEgBUkNAAsgByAI/a4BIQcgBCAH/RsAIAf9GwFqIAf9GwIgB/0bA2pqNgIAIARBBGohBCACQQFrIgINAAsLCw==';

let compiled: WebAssembly.Module | undefined;
/** Compiled once for each process. */
export function dotModule(): WebAssembly.Module {
  compiled ??= new WebAssembly.Module(Buffer.from(DOT, 'base64'));
  return compiled;
}
