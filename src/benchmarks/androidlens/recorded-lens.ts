import type { Action } from '../../domain/action.js';
import type { FilePlace } from '../../errors.js';
import type { RecordedEpisode, RecordedStep } from '../../domain/recordings/recorded-episode.js';
import type { Screen } from '../../domain/screen.js';
import type { LensEpisode, LensStep, ValidAction } from './lens-episode.js';
import { labelTask } from './taxonomy/label-task.js';
import type { LensLabels } from './taxonomy/read-lens-labels.js';
import { familiesOf, subcategoriesOf } from './taxonomy/lens-taxonomy.js';

/** An episode of AndroidLens in the form of every dataset's. */
export function recordedLens(
  episode: LensEpisode,
  {
    labels: given = null,
    screenOf,
    place,
  }: {
    readonly labels?: LensLabels | null;
    readonly screenOf: (step: LensStep) => Screen;
    readonly place: FilePlace;
  },
): RecordedEpisode {
  const { id, language, instruction, apps, types, steps } = episode;
  const { domains, interactions } = labelTask(episode, given);
  const labels = {
    language: [language],
    family: familiesOf(types),
    subcategory: subcategoriesOf(types),
    ...(domains.length === 0 ? {} : { domain: domains }),
    ...(interactions.length === 0 ? {} : { interaction: interactions }),
  };
  return {
    id,
    instructions: { [language]: instruction },
    apps,
    labels,
    steps: steps.map((step) => recordedStep(step, screenOf(step))),
    place,
  };
}

function recordedStep({ valid, stepInstruction, anomaly }: LensStep, screen: Screen): RecordedStep {
  const [recorded, ...others] = valid;
  const [box, ...candidates] = recorded.boxes;
  return {
    screen,
    action: recorded.action,
    ...(others.length === 0 ? {} : { alternatives: others.map(withBox) }),
    ...(box === undefined ? {} : { box }),
    ...(candidates.length === 0 ? {} : { candidates }),
    ...(stepInstruction === null ? {} : { stepInstruction }),
    ...(anomaly === null ? {} : { anomaly }),
  };
}

/** An alternative has no area but the one that its own touch names. */
function withBox({ action, boxes: [box] }: ValidAction): Action {
  if (box === undefined || (action.type !== 'tap' && action.type !== 'long_press')) return action;
  return action.target.type === 'point' ? { ...action, target: { ...action.target, box } } : action;
}
