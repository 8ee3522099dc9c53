import { describe, expect, it } from 'vitest';
import { db, scope, withTestBank } from '#e2e/fixtures/bank';
import { jobApp, jobOf } from '#e2e/fixtures/jobs';
import { currentBank } from '#lib/memory/banks/service';
import { refreshHandler } from '#lib/memory/mental-models/handler';
import { planRefresh } from '#lib/memory/mental-models/refresh/plan';
import { getModel } from '#lib/memory/mental-models/service';
import { consolidationHandler } from '#lib/memory/observations/consolidate';
import { reflectBody } from '#lib/memory/reflect/contract';
import { reflect } from '#lib/memory/reflect/service';
import { retainBody } from '#lib/memory/retain/contract';
import { retain } from '#lib/memory/retain/service';
import { GALLERY_IDS, GALLERY_TEXTS, type GalleryId, galleryTemplate } from '#lib/memory/templates/gallery/literals';
import { importTemplate } from '#lib/memory/templates/service';
import { builtinEmbedder } from '#lib/models/embeddings/builtin';

/** The templates of the gallery with texts of their kind, without a language model. */

withTestBank();

const embedder = builtinEmbedder();
const app = () => jobApp(db, { embedder });

interface Example {
  readonly texts: readonly string[];
  /** by mental model: parts of sentences that it contains */
  readonly models: Readonly<Record<string, readonly string[]>>;
  readonly question: string;
  readonly answer: string;
}

const EXAMPLES: Readonly<Record<GalleryId, Example>> = {
  'personal-assistant': {
    texts: [
      'I prefer aisle seats on planes.',
      'I love Vietnamese food, but I am allergic to peanuts.',
      'My sister Clara lives in Ghent and has two children.',
      'My colleague Tom runs the design team.',
      'I booked the train to Ghent for April 12.',
      'I promised Clara to bring the old camera in May.',
      'We plan a trip to Norway in June.',
      'The printer needs new ink.',
      'The office moved to the third floor.',
    ].map((text) => `Ana: ${text}`),
    models: {
      preferences: ['aisle seats', 'Vietnamese food'],
      'plans-and-promises': ['train to Ghent', 'old camera', 'Norway'],
      people: ['sister Clara', 'Tom runs'],
    },
    question: 'Which seats does Ana prefer?',
    answer: 'aisle seats',
  },
  'coding-agent': {
    texts: [
      'Run `pnpm test --run` before every commit.',
      'File names are in kebab-case.',
      'We decided to use Postgres instead of MongoDB because reports need joins.',
      'The session cookie was replaced by a token, because the mobile app has no cookies.',
      'The error ECONNRESET in the upload came from the proxy timeout.',
      'Raising `proxy_read_timeout` to 120 s fixed the ECONNRESET error.',
      'Caching the schema failed because of stale types.',
      'Lena has a day off on Friday.',
      'The team lunch is at noon.',
    ],
    models: {
      conventions: ['pnpm test --run', 'kebab-case'],
      decisions: ['Postgres instead of MongoDB', 'replaced by a token'],
      pitfalls: ['came from the proxy timeout', 'proxy_read_timeout', 'stale types'],
    },
    question: 'Why did we use Postgres instead of MongoDB?',
    answer: 'joins',
  },
  'support-agent': {
    texts: [
      'Nordwind reported that the export fails with files over 2 GB.',
      'Updating the browser solved the crash of the editor at Nordwind.',
      'Case 311 of Bluefin is open: they wait for an answer about single sign-on.',
      'Ticket 314 of Alder about double invoices is not solved yet.',
      'Nordwind is on the Business plan with version 4.1.',
      'Alder has the Starter plan.',
      'The support office is closed on Monday.',
      'The kitchen has a new coffee machine.',
    ],
    models: {
      'known-problems': ['export fails', 'crash of the editor'],
      'open-cases': ['Case 311', 'Ticket 314'],
      customers: ['Business plan', 'Starter plan'],
    },
    question: 'What solved the crash of the editor?',
    answer: 'Updating the browser',
  },
  'sales-team': {
    texts: [
      'Maria Lopez is the head of purchasing at Orbis and decides about software.',
      'The lead of the project at Kestrel is Jan Peters.',
      'The budget of Orbis is 40,000 euros.',
      'The deal with Orbis is in the pilot stage.',
      'The next step with Kestrel is a demo on May 6.',
      'Kestrel has objections to the length of the contract.',
      'Orbis compares us with the competitor Talus.',
      'The sales office got new chairs.',
      'The parking garage is closed in August.',
    ],
    models: {
      contacts: ['Maria Lopez', 'Jan Peters'],
      deals: ['40,000 euros', 'pilot stage', 'demo on May 6'],
      objections: ['length of the contract', 'Talus'],
    },
    question: 'What is the budget of Orbis?',
    answer: '40,000',
  },
  'research-notes': {
    texts: [
      'The experiment of March showed that pruning reduces latency by 18 percent.',
      'The paper of Imai found no effect of pruning on accuracy.',
      'We used the data set Cityscapes with 2,975 images.',
      'The method is magnitude pruning with a parameter of 0.3.',
      'It is an open question whether pruning helps on small devices.',
      'The hypothesis about quantization is not tested yet.',
      'The seminar room has a new projector.',
      'Lunch is at the cafeteria.',
    ],
    models: {
      findings: ['18 percent', 'Imai found'],
      methods: ['Cityscapes', 'magnitude pruning'],
      'open-questions': ['small devices', 'not tested yet'],
    },
    question: 'How much does pruning reduce latency?',
    answer: '18 percent',
  },
};

/** The last two texts of each example belong in no mental model. */
const OFF_TOPIC = 2;

describe.each(GALLERY_IDS)('%s', (id) => {
  it('makes mental models and answers of the right sentences', async () => {
    const { texts, models, question, answer } = EXAMPLES[id];
    const made = await importTemplate(app(), scope, galleryTemplate(id), { isDryRun: false });
    expect(made.mental_models_created).toEqual(Object.keys(models));
    for (const [i, content] of texts.entries())
      await retain({ db, embedder }, scope, retainBody.parse({ items: [{ content, document_id: `d${i}`, timestamp: '2026-03-02' }] }));
    const bank = (await currentBank(db, scope))!;
    await consolidationHandler.run(jobOf(app(), bank, {}));
    for (const [model, parts] of Object.entries(models)) {
      await refreshHandler(planRefresh).run(jobOf(app(), bank, { id: model, cause: 'asked' }));
      const { content } = await getModel(db, bank, model, 'content');
      for (const part of parts) expect(content, model).toContain(part);
      for (const text of texts.slice(-OFF_TOPIC)) expect(content, model).not.toContain(text.replace('Ana: ', ''));
    }
    const { signal } = new AbortController();
    const answered = await reflect(app(), bank, reflectBody.parse({ query: question }), { signal });
    expect(answered.text).toContain(answer);
    expect(answered.unapplied_directives).toEqual(
      Object.values(GALLERY_TEXTS[id].directives).map(({ name }) => ({ id: expect.any(String), name, reason: 'no_model' })),
    );
  });
});
