/**
 * Blocks that agent harnesses inject into user messages: reminders, recalled memories, command output. Users did not write them, and
 * recalled memories would be stored again.
 */
const TAGS = [
  'system-reminder',
  'hindsight_memories',
  'relevant_memories',
  'relevant-memories',
  'memory_bank_memories',
  'local-command-stdout',
  'local-command-stderr',
  'local-command-caveat',
  'command-name',
  'command-message',
  'command-args',
  'command-contents',
  'bash-stdout',
  'bash-stderr',
  'task-notification',
  'environment_context',
  'user_instructions',
  'ide_opened_file',
  'ide_selection',
];

/** Leaves unclosed blocks unchanged. Linear in the length of the text. */
function without(body: string, tag: string): string {
  const [open, close] = [`<${tag}>`, `</${tag}>`];
  let rest = '';
  let from = 0;
  for (;;) {
    const start = body.indexOf(open, from);
    const end = start < 0 ? -1 : body.indexOf(close, start + open.length);
    if (end < 0) return from === 0 ? body : rest + body.slice(from);
    rest += body.slice(from, start);
    from = end + close.length;
  }
}

/** Removes injected blocks from a message. */
export function withoutInjected(body: string): string {
  if (!body.includes('</')) return body;
  const rest = TAGS.reduce(without, body);
  return rest === body ? body : rest.trim();
}
