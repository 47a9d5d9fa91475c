import { plural } from '../../domain/text/plural.js';
import type { RecordedEpisode, RecordedStep } from '../../domain/recordings/recorded-episode.js';
import type { Screen } from '../../domain/screen.js';
import type { FilePlace } from '../../errors.js';
import type { DatasetSource } from '../stepwise/dataset-source.js';
import { actionOfAitw, elementBoxes, summaryOf, touchedBox, type AitwStep } from './aitw-step.js';
import type { AitwSubset } from './aitw-splits.js';

/** An episode with its steps in the dataset's own terms. */
export interface AitwEpisode {
  readonly id: string;
  readonly subset: AitwSubset | null;
  readonly goal: string;
  readonly device: string;
  readonly androidApi: number | null;
  readonly steps: readonly AitwStep[];
  /** Said number of steps, where it is another. */
  readonly statedLength: number | null;
  readonly place: FilePlace;
}

/** An episode in both forms; its steps are those of `own`, in the same order. */
export interface AitwReading {
  readonly recorded: RecordedEpisode;
  readonly own: AitwEpisode;
}

/** Episodes of Android in the Wild, from TFRecord files or from a JSON conversion. */
export interface AitwSource extends DatasetSource {
  /**
   * The episode in unified form and in the dataset's own terms.
   *
   * @throws {DatasetError} with file and place when it is missing or broken
   */
  readBoth(id: string): Promise<AitwReading>;
  /** The dataset of an episode; null where it is not there, or its dataset is not known. */
  subsetOf(id: string): AitwSubset | null;
}

/** The dataset's instructions are English. */
const LANGUAGE = 'en';

/** An episode in unified form. */
export function recordedAitw(
  episode: AitwEpisode,
  screenOf: (index: number, step: AitwStep) => Screen,
): RecordedEpisode {
  const { id, subset, goal, device, androidApi, steps, statedLength, place } = episode;
  return {
    id,
    instructions: { [LANGUAGE]: goal },
    apps: [],
    labels: {
      ...(subset === null ? {} : { subset: [subset] }),
      ...(device === '' ? {} : { device: [device] }),
      ...(androidApi === null ? {} : { androidApi: [String(androidApi)] }),
    },
    steps: steps.map((step, index): RecordedStep => {
      const box = touchedBox(step);
      return {
        screen: screenOf(index, step),
        action: actionOfAitw(step),
        summary: summaryOf(step),
        elements: elementBoxes(step),
        ...(box === null ? {} : { box }),
      };
    }),
    place,
    ...(statedLength === null
      ? {}
      : {
          oddities: [
            {
              kind: 'step-count' as const,
              message: `it has ${plural(steps.length, 'step')}, and is said to have ${statedLength}`,
              place,
            },
          ],
        }),
  };
}
