import { z } from 'zod';

/** Prompts that people choose in their client; each leads the model to the tools. */

interface PromptArgument {
  readonly name: string;
  readonly description: string;
  readonly required: boolean;
}

export interface Prompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly arguments: readonly PromptArgument[];
  /** the tools without which it makes no sense */
  readonly requires: readonly string[];
  /** Throws `ZodError` for a missing or unknown argument. */
  readonly textFor: (given: unknown, caller: PromptCaller) => string;
}

export interface PromptCaller {
  /** whether the caller may call a tool */
  readonly offers: (tool: string) => boolean;
  /** the caller names the bank of a call; otherwise the address does */
  readonly isBankChosen: boolean;
}

const CHOOSE_BANK = ' If list_banks returns several banks, pass the one that fits as bank_id in every call.';

type Arguments = Readonly<Record<string, z.ZodString | z.ZodOptional<z.ZodString>>>;

function prompt<Shape extends Arguments>(
  declared: Pick<Prompt, 'name' | 'title' | 'description' | 'requires'>,
  shape: Shape,
  write: (args: z.output<z.ZodObject<Shape>>, offers: PromptCaller['offers']) => string,
): Prompt {
  const schema = z.object(shape);
  return {
    ...declared,
    arguments: Object.entries(shape).map(([name, field]) => ({
      name,
      description: field.description ?? '',
      required: !field.safeParse(undefined).success,
    })),
    textFor: (given, { offers, isBankChosen }) =>
      `${write(schema.parse(given ?? {}), offers)}${isBankChosen && offers('list_banks') ? CHOOSE_BANK : ''}`,
  };
}

const subject = (what: string) => z.string().min(1).max(2000).describe(what);
const subjectOrNone = (what: string) => subject(what).optional().describe(what);

export const PROMPTS: readonly Prompt[] = [
  prompt(
    {
      name: 'what_do_you_know',
      title: 'What do you know about …',
      description: 'Summarizes what memory contains about a person, a project or a topic.',
      requires: ['recall'],
    },
    { topic: subject('A person, a project or a topic.') },
    ({ topic }, offers) =>
      `What do you know about ${topic}? Call recall with several questions about it${
        offers('list_mental_models') ? ', and list_mental_models for a document about it' : ''
      }. ` +
      'Then summarize: what is certain, with dates; what has changed over time; what memory does not say. Use only what memory contains.',
  ),
  prompt(
    {
      name: 'remember_conversation',
      title: 'Remember this conversation',
      description: 'Stores what this conversation established, so that a later one can use it.',
      requires: ['retain'],
    },
    { focus: subjectOrNone('What matters most, such as "decisions".') },
    ({ focus }) =>
      'Store what a later conversation needs from this one: facts about people, preferences, decisions with their reasons, results, open questions. ' +
      `${focus ? `Above all: ${focus}. ` : ''}` +
      'Call retain with complete sentences that name people and things instead of pronouns, one call for each subject. Leave small talk out. ' +
      'Never store passwords or keys. Then list what you stored.',
  ),
  prompt(
    {
      name: 'prepare_meeting',
      title: 'Prepare for a meeting with …',
      description: 'Gathers what memory contains about a person before a meeting.',
      requires: ['recall'],
    },
    { person: subject('The person.'), topic: subjectOrNone('The topic of the meeting.') },
    ({ person, topic }, offers) =>
      `I am about to meet ${person}${topic ? ` about ${topic}` : ''}. Call ${offers('reflect') ? 'reflect and recall' : 'recall'} for: who ${person} is, what we discussed last and when, ` +
      'promises that either side made, preferences and sensitive points, open questions. ' +
      'Answer with a short briefing with dates, and three questions that I should ask.',
  ),
];
