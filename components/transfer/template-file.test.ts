import { expect, test } from 'vitest';
import { transfer as t } from '#components/strings/transfer';
import { isTemplate, modelNamesOf, readTemplate, settingsOf } from '#components/transfer/template-file';

test('a template is an object with a version and a part', async () => {
  const body = { version: '1', bank: { retain_mission: 'Birds.', recall_max_tokens: null } };
  expect(await readTemplate(new Blob([JSON.stringify(body)]))).toEqual({ body });
  expect(settingsOf(body)).toEqual(['retain_mission']);
  expect([...modelNamesOf({ mental_models: [{ id: 'a', name: 'Ana' }, 1] })]).toEqual([['a', 'Ana']]);
  for (const other of [{ version: '1' }, { version: 1, bank: {} }, [], null, { results: [] }]) expect(isTemplate(other)).toBe(false);
});

test('another file is refused', async () => {
  expect(await readTemplate(new Blob(['PK\u0003\u0004']))).toEqual({ fault: t.notTemplate });
  expect(await readTemplate(new Blob(['x'.repeat(1024 * 1024 + 1)]))).toEqual({ fault: t.templateTooLarge });
});
