import { expect, test } from 'vitest';
import { listLine, recallLine, retainLine } from '#components/banks/snippets';

const SERVER = 'https://memory.example';

test('commands write, recall and list, with quotes escaped', () => {
  expect(retainLine(SERVER, 'a/b', "Maya's bike")).toBe(
    `curl -s 'https://memory.example/v1/default/banks/a%2Fb/memories' \\\n  -H "Authorization: Bearer $KEY" \\\n` +
      `  -H 'Content-Type: application/json' \\\n  -d '{"items":[{"content":"Maya'\\''s bike"}]}'`,
  );
  expect(recallLine(SERVER, 'desk', 'When?')).toContain(`/banks/desk/memories/recall' \\`);
  expect(listLine(SERVER, "o'desk")).toBe(
    `curl -s 'https://memory.example/v1/default/banks/o'\\''desk/memories/list?sort=created_at&limit=20&offset=0' \\\n  -H "Authorization: Bearer $KEY"`,
  );
});
