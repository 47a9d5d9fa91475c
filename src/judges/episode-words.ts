import { instructionOf } from '../domain/task.js';
import type { JudgeInput } from './judge.js';
import { quoteAsData } from './quote-as-data.js';
import { sayStep } from './say-action.js';

/** What a judge's prompt says of an episode: the instruction, every step with its number from 1, and how it ended. All quoted as data. */
export function episodeWords({ task, episode, language }: JudgeInput): Readonly<Record<string, string>> {
  const { trajectory, end } = episode;
  const steps = trajectory.steps.map((step, index) => `step ${index + 1}: ${sayStep(step)}`);
  return {
    instruction: quoteAsData(instructionOf(task, language)),
    steps: steps.join('\n'),
    end: end.reason.replaceAll('_', ' '),
  };
}
