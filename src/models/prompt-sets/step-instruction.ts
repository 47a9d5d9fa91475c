import type { PromptInput } from '../dialects/dialect.js';
import { PromptInputError } from './prompt-input-error.js';

/**
 * What is to be done at this very step.
 *
 * @throws {PromptInputError} where the benchmark does not say it
 */
export function givenStep({ stepInstruction }: PromptInput): string {
  if (stepInstruction !== null) return stepInstruction;
  throw new PromptInputError(
    'the official prompt names what is to be done at each step, and nobody says it',
    {
      hint: 'Run the low-level split of a benchmark that has one, or choose the prompts of the high level with --prompt-set.',
    },
  );
}
