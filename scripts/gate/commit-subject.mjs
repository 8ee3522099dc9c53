/** The format of commit subjects, as `docs/contributing.md` describes it. Pure. */

const MAX_LENGTH = 72;
const TYPES = ['feat', 'fix', 'perf', 'refactor', 'test', 'docs', 'build', 'chore'];
const SUBJECT = /^(?<type>[a-z]+)(?:\([a-z0-9][a-z0-9./-]*\))?: (?<words>\S.*)$/;
/** Verbs that end like another form of a verb. */
const IMPERATIVES = /^(?:re-?)?(?:embed|exceed|feed|need|proceed|seed|shed|speed|bring|ping|ring|string|swing)$/;

/**
 * Returns why a commit subject is invalid; null if it is valid.
 * @param {string} subject
 */
export function subjectFault(subject) {
  const { type, words = '' } = SUBJECT.exec(subject)?.groups ?? {};
  if (type === undefined) return 'must have the form type(scope): imperative';
  if (!TYPES.includes(type)) return `must have one type of ${TYPES.join(', ')}`;
  if (subject.length > MAX_LENGTH) return `must have at most ${MAX_LENGTH} characters, but has ${subject.length}`;
  const verb = words.split(' ')[0] ?? '';
  if (/^\p{Lu}/u.test(verb) || (/(?:ed|ing)$/.test(verb) && !IMPERATIVES.test(verb))) return 'must begin with an imperative in lower case';
  if (words.endsWith('.')) return 'must not end with a full stop';
  return null;
}
