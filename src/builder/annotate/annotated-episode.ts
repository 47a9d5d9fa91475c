import type { RecordedEpisode, RecordedStep } from '../../domain/recordings/recorded-episode.js';
import type { EpisodeAnnotation } from '../../formats/annotations/annotation-record.js';

/** Whether every text of every step was given. */
export function isWhole(
  { steps }: EpisodeAnnotation,
  { steps: recorded }: Pick<RecordedEpisode, 'steps'>,
): boolean {
  if (steps.length !== recorded.length) return false;
  return steps.every((step) =>
    [step.instruction, step.context, step.description, step.intention].every((text) => text !== null),
  );
}

/** The episode with its annotations in place of those that it has; a text that was not given leaves what was there. */
export function annotatedEpisode(episode: RecordedEpisode, { steps }: EpisodeAnnotation): RecordedEpisode {
  const byStep = new Map(steps.map((step) => [step.step, step]));
  return {
    ...episode,
    steps: episode.steps.map((step, index): RecordedStep => {
      const made = byStep.get(index);
      if (made === undefined) return step;
      const { instruction, context, description, intention } = made;
      return {
        ...step,
        ...(instruction === null ? {} : { stepInstruction: instruction }),
        annotation: {
          ...step.annotation,
          ...(context === null ? {} : { context }),
          ...(description === null ? {} : { description }),
          ...(intention === null ? {} : { intention }),
        },
      };
    }),
  };
}
