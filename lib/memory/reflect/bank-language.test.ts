import { beforeAll, describe, expect, it } from 'vitest';
import { db, newTestBank, scope, setScope, withTestDatabase } from '#e2e/fixtures/bank';
import { type Queryable, sql } from '#lib/base/db/db';
import { mintBankScope, NO_BANK } from '#lib/base/scope';
import { ensureBank } from '#lib/memory/banks/service';
import { languageWithoutEvidence } from '#lib/memory/reflect/bank-language';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

const GERMAN = ['Renate wohnt seit dem Herbst in einer kleinen Stadt am Meer.', 'Mein Bruder hat gestern ein altes Boot gekauft.'];
const ENGLISH = ['My brother bought an old boat yesterday.'];

const store = (texts: readonly string[]) =>
  retain(
    { db, embedder: builtinEmbedder() },
    scope,
    retainBody.parse({ items: texts.map((content, i) => ({ content, document_id: `${i}` })) }),
  );

/** The language of a question to the bank, and the number of statements that it took. */
async function asked(query: string, of = scope): Promise<{ language: string; statements: number }> {
  let statements = 0;
  const counting: Queryable = {
    query: (statement) => {
      statements++;
      return db.query(statement);
    },
  };
  return { language: await languageWithoutEvidence(counting, of, query), statements };
}

withTestDatabase();

describe('the language of a question without evidence', () => {
  beforeAll(async () => {
    await newTestBank();
    await store([...GERMAN, ...ENGLISH]);
    setScope(await ensureBank(db, scope));
  });

  it('is its own if its words show one, without a statement', async () => {
    expect(await asked('¿Dónde vive mi hermana desde el año pasado?')).toEqual({ language: 'es', statements: 0 });
    expect(await asked('Where does my sister live now?')).toEqual({ language: 'en', statements: 0 });
    expect(await asked('妹妹住在哪里？')).toEqual({ language: 'zh', statements: 0 });
  });

  it('is that of most memories of the bank if its words do not show one', async () => {
    expect(await asked('Renate Boot kaputt?')).toEqual({ language: 'de', statements: 1 });
  });

  it('ignores invalidated memories', async () => {
    await db.query(sql`update memories set state = 'invalidated' where bank_uid = ${scope.bankUid} and text like '%Renate%'`);
    await db.query(sql`update memories set state = 'invalidated' where bank_uid = ${scope.bankUid} and text like '%Mein Bruder%'`);
    expect(await asked('Renate Boot kaputt?')).toEqual({ language: 'en', statements: 1 });
  });

  it('is its own without a bank', async () => {
    const nobody = mintBankScope({ ...scope, bank: null, bankUid: NO_BANK });
    expect(await asked('Renate Boot kaputt?', nobody)).toEqual({ language: 'en', statements: 0 });
  });
});
