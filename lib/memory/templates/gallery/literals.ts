/**
 * Templates that the product offers: their settings, and their texts in English. Without a language
 * model, a mental model consists of sentences that share words with its question, so the questions
 * name many words.
 */

/** The texts of a template in one language. */
export interface TemplateTexts {
  readonly name: string;
  /** `reflect_mission` */
  readonly mission: string;
  /** `retain_mission` */
  readonly extraction: string;
  /** by the id of the mental model, which is unique in the gallery */
  readonly models: Readonly<Record<string, { readonly name: string; readonly question: string }>>;
  /** the most important first */
  readonly directives: Readonly<Record<string, { readonly name: string; readonly rule: string }>>;
}

export const GALLERY_TEXTS = {
  'personal-assistant': {
    name: 'Personal assistant',
    mission: 'The memory of a personal assistant: what one person likes, plans and promised, so that nothing has to be repeated.',
    extraction: 'Preferences, plans with their dates, promises, and the people in the life of the user. No small talk.',
    models: {
      preferences: {
        name: 'Preferences',
        question: 'Preferences: food, drinks, travel and other things that are preferred, liked, loved, hated or avoided',
      },
      'plans-and-promises': {
        name: 'Plans and promises',
        question: 'Plans, trips, bookings, meetings, appointments and promises with their dates',
      },
      people: { name: 'People', question: 'People: partner, wife, husband, children, parents, brothers, sisters, friends and colleagues' },
    },
    directives: {
      dates: { name: 'Exact dates', rule: 'Give the exact date of every plan, appointment and deadline.' },
      privacy: { name: 'Health and money', rule: 'Mention health and money only if the question is about them.' },
    },
  },
  'coding-agent': {
    name: 'Coding agent',
    mission: 'The memory of a coding agent: the conventions of the code, why it was built this way, and which attempts failed.',
    extraction: 'Conventions, commands, decisions with their reasons, errors with their causes and fixes, and failed attempts.',
    models: {
      conventions: {
        name: 'Conventions',
        question: 'Conventions: names of files, code style, and commands and tools to build, test and run',
      },
      decisions: { name: 'Decisions', question: 'Decisions: what was decided, chosen or replaced, and why' },
      pitfalls: {
        name: 'Errors and fixes',
        question: 'Errors, crashes and failed attempts: what caused them, and what fixed or solved them',
      },
    },
    directives: {
      names: { name: 'Exact names', rule: 'Quote commands, file paths, versions and error messages exactly.' },
      current: { name: 'Current decisions', rule: 'If a decision replaced an earlier one, give only the current one, with its reason.' },
    },
  },
  'support-agent': {
    name: 'Support agent',
    mission: 'The memory of a support team: what customers reported, what solved it, and what is still open.',
    extraction: 'Problems with product and version, their solutions, open requests, and what each customer uses.',
    models: {
      'known-problems': {
        name: 'Known problems',
        question: 'Problems, errors and crashes that were reported, and what solved or fixed them',
      },
      'open-cases': { name: 'Open cases', question: 'Cases, tickets and requests that are open, waiting or not solved yet' },
      customers: { name: 'Customers', question: 'Customers: which plan, product and version do they use?' },
    },
    directives: {
      promises: { name: 'No promises', rule: 'Never promise a date, a refund or a feature that no memory contains.' },
      privacy: { name: 'Privacy', rule: 'Never mention one customer in an answer to another one.' },
    },
  },
  'sales-team': {
    name: 'Sales team',
    mission: 'The memory of a sales team: who decides at each customer, what they need, and what the next step of each deal is.',
    extraction: 'Contacts with their roles, budgets, stages, next steps with dates, objections and competitors.',
    models: {
      contacts: { name: 'Contacts', question: 'Contacts: who decides, signs or leads at each customer?' },
      deals: { name: 'Deals', question: 'Deals: budget, price, offer, stage and next step' },
      objections: { name: 'Objections', question: 'Objections, worries and competitors of customers' },
    },
    directives: {
      'next-step': { name: 'Next step', rule: 'End an answer about a customer with the next step, its owner and its date.' },
      figures: { name: 'Figures', rule: 'Give prices, budgets and discounts only with the date on which they were mentioned.' },
    },
  },
  'research-notes': {
    name: 'Research notes',
    mission: 'The memory of a research project: findings with their sources, methods, and open questions.',
    extraction: 'Findings with numbers and sources, methods, data sets, hypotheses and open questions.',
    models: {
      findings: { name: 'Findings', question: 'Findings: what results, experiments and papers show, find or report' },
      methods: { name: 'Methods', question: 'Methods, data sets, corpora and parameters that were used' },
      'open-questions': { name: 'Open questions', question: 'Open questions: what is unknown, unclear, not tested or should be tested' },
    },
    directives: {
      sources: { name: 'Sources', rule: 'Name the source of every finding, and separate findings from assumptions.' },
      disagreement: { name: 'Disagreement', rule: 'If sources disagree, give both results with their numbers.' },
    },
  },
} as const satisfies Record<string, TemplateTexts>;

export type GalleryId = keyof typeof GALLERY_TEXTS;
// The keys of a constant with these keys.
export const GALLERY_IDS = Object.keys(GALLERY_TEXTS) as GalleryId[];

/** Skepticism, literalism and empathy. */
const TRAITS: Readonly<Record<GalleryId, readonly [number, number, number]>> = {
  'personal-assistant': [2, 3, 5],
  'coding-agent': [4, 5, 1],
  'support-agent': [3, 4, 4],
  'sales-team': [4, 3, 3],
  'research-notes': [5, 4, 1],
};

/** A template of the gallery, as the body of an import. */
export function galleryTemplate(id: GalleryId, texts: TemplateTexts = GALLERY_TEXTS[id]) {
  const [skepticism, literalism, empathy] = TRAITS[id];
  const rules = Object.values(texts.directives);
  return {
    version: '1',
    bank: {
      reflect_mission: texts.mission,
      retain_mission: texts.extraction,
      disposition_skepticism: skepticism,
      disposition_literalism: literalism,
      disposition_empathy: empathy,
    },
    mental_models: Object.entries(texts.models).map(([model, { name, question }]) => ({
      ...{ id: model, name, source_query: question },
      trigger: { mode: 'delta', refresh_after_consolidation: true },
    })),
    directives: rules.map(({ name, rule }, i) => ({ name, content: rule, priority: rules.length - 1 - i })),
  };
}
