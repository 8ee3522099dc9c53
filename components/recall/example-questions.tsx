import { Button } from '#components/ui/button';

interface ExampleQuestionsProps {
  questions: readonly string[];
  onPick: (question: string) => void;
  /** The label of a button, if its text does not state the action. */
  labelOf?: (question: string) => string;
}

/** Questions to start with. */
export const ExampleQuestions = ({ questions, onPick, labelOf }: ExampleQuestionsProps) =>
  questions.map((question) => (
    <Button key={question} size="sm" aria-label={labelOf?.(question)} onClick={() => onPick(question)}>
      {question}
    </Button>
  ));
