import type { RecordedEpisode } from '../../domain/recordings/recorded-episode.js';
import type { StepAnnotation } from '../../formats/annotations/annotation-record.js';
import type { Ask, QuestionReply } from '../../models/asking/model-question.js';
import {
  contextQuestion,
  descriptionQuestion,
  FIRST_CONTEXT,
  instructionQuestion,
  type AnnotationQuestion,
  type DoneStep,
} from './annotation-questions.js';
import { stepView } from './step-view.js';

/** Roles that annotation asks. */
export const ANNOTATION_ROLES = [
  { name: 'annotator', does: 'words steps: instruction, context, description, intention' },
] as const;

export interface AnnotateOptions {
  readonly ask: Ask;
  /** Put before the purposes of its questions: unique among the episodes. */
  readonly subject: string;
  readonly language: string;
  /** Times that an answer in another form is asked for once more. */
  readonly retries: number;
  /** Longest side of pictures, pixels; null as recorded. */
  readonly maxSide: number | null;
  readonly signal: AbortSignal;
}

/**
 * Annotates the steps of an episode in their order: the instruction of each, independent of the others; then what was done before it, and
 * with that what its screen shows and what it is for, which the next step's context is made from. What no answer gives in its form
 * stays null, with the problem.
 *
 * Source: GUIOdyssey paper, fine-grained annotation.
 *
 * @throws {TouchstoneError} when a screen cannot be loaded, or a model not be reached
 */
export async function annotateEpisode(
  { instructions, steps }: RecordedEpisode,
  options: AnnotateOptions,
): Promise<readonly StepAnnotation[]> {
  const task = instructions[options.language] ?? Object.values(instructions)[0] ?? '';
  const done: DoneStep[] = [];
  const annotated: StepAnnotation[] = [];
  for (const [step, recorded] of steps.entries()) {
    options.signal.throwIfAborted();
    const view = await stepView(recorded, options);
    const problems: StepAnnotation['problems'] = [];
    const asked = async <T>(
      name: StepAnnotation['problems'][number]['asked'],
      question: AnnotationQuestion<T>,
    ): Promise<T | null> => {
      const reply = await options.ask({
        role: 'annotator',
        purpose: `${options.subject} step ${step} ${name}`,
        ...question,
        retries: options.retries,
      });
      if (reply.type === 'value') return reply.value;
      problems.push(problemOf(name, reply));
      return null;
    };
    const instruction = await asked('instruction', instructionQuestion(task, view));
    const context =
      step === 0 ? FIRST_CONTEXT : ((await asked('context', contextQuestion(task, done)))?.context ?? null);
    const seen = await asked('description', descriptionQuestion(task, context ?? '', view));
    const intention = seen?.intention ?? null;
    done.push({ action: view.action, intention });
    annotated.push({
      step,
      instruction: instruction?.instruction ?? null,
      context,
      description: seen?.description ?? null,
      intention,
      problems,
    });
  }
  return annotated;
}

function problemOf(
  asked: StepAnnotation['problems'][number]['asked'],
  reply: Exclude<QuestionReply<unknown>, { readonly type: 'value' }>,
): StepAnnotation['problems'][number] {
  return reply.type === 'refusal'
    ? { asked, kind: 'refusal', message: reply.text.slice(0, 500) }
    : { asked, kind: 'format', message: reply.problem };
}
