/**
 * Blocks that agents' harnesses put into the messages of a user: reminders, recalled memories, output of commands. They are not what
 * somebody said, and what was recalled would come back as new.
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

/** A block that does not end is left as it is. Linear in the text for each tag. */
function without(body: string, tag: string): string {
  const [open, close] = [`<${tag}>`, `</${tag}>`];
  let kept = '';
  let from = 0;
  for (;;) {
    const start = body.indexOf(open, from);
    const end = start < 0 ? -1 : body.indexOf(close, start + open.length);
    if (end < 0) return from === 0 ? body : kept + body.slice(from);
    kept += body.slice(from, start);
    from = end + close.length;
  }
}

/** What is said, without injected blocks. */
export function withoutInjected(body: string): string {
  if (!body.includes('</')) return body;
  const rest = TAGS.reduce(without, body);
  return rest === body ? body : rest.trim();
}
