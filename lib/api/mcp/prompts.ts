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
  /** Throws `ZodError` for a missing or unknown argument. */
  readonly textFor: (given: unknown) => string;
}

type Arguments = Readonly<Record<string, z.ZodString | z.ZodOptional<z.ZodString>>>;

function prompt<Shape extends Arguments>(
  declared: Pick<Prompt, 'name' | 'title' | 'description'>,
  shape: Shape,
  write: (args: z.output<z.ZodObject<Shape>>) => string,
): Prompt {
  const schema = z.object(shape);
  return {
    ...declared,
    arguments: Object.entries(shape).map(([name, field]) => ({
      name,
      description: field.description ?? '',
      required: !field.safeParse(undefined).success,
    })),
    textFor: (given) => write(schema.parse(given ?? {})),
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
    },
    { topic: subject('A person, a project or a topic.') },
    ({ topic }) =>
      `What do you know about ${topic}? Call recall with several questions about it, and list_mental_models for a document about it. ` +
      'Then summarize: what is certain, with dates; what has changed over time; what memory does not say. Use only what memory contains.',
  ),
  prompt(
    {
      name: 'remember_conversation',
      title: 'Remember this conversation',
      description: 'Stores what this conversation established, so that a later one can use it.',
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
    },
    { person: subject('The person.'), topic: subjectOrNone('The topic of the meeting.') },
    ({ person, topic }) =>
      `I am about to meet ${person}${topic ? ` about ${topic}` : ''}. Call reflect and recall for: who ${person} is, what we discussed last and when, ` +
      'promises that either side made, preferences and sensitive points, open questions. ' +
      'Answer with a short briefing with dates, and three questions that I should ask.',
  ),
];
