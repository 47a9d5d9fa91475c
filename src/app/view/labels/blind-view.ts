import type { Action, Target } from '../../../domain/action.js';
import type { EpisodeView } from '../../../report/view/episode-view.js';

/**
 * An episode without what says whose it is, and how it was judged: run, models, their answers and thoughts in their own words, format
 * errors' excerpts, scores, findings. Pictures get addresses that name the case alone.
 */
export function blindView(view: EpisodeView, caseId: string): EpisodeView {
  return {
    ...view,
    run: '',
    item: caseId,
    repeat: 0,
    attempt: 1,
    verdict: null,
    otherVerdict: null,
    findings: [],
    episode: {
      ...view.episode,
      startedAt: null,
      // Only what is named here: a field that comes later must not tell by itself.
      steps: view.episode.steps.map((step, place) => ({
        state: step.state,
        screen: step.screen,
        size: step.size,
        activity: step.activity,
        picture: step.picture === null ? null : `api/labels/cases/${caseId}/pictures/${place}`,
        noPicture: step.noPicture,
        action: step.action === null ? null : withoutWords(step.action),
        marks: step.marks,
        formatError: step.formatError === null ? null : { ...step.formatError, message: '', excerpt: '' },
        thought: null,
        summary: null,
        decisionMs: null,
        transition: step.transition,
        ended: step.ended,
        answer: step.answer,
        calls: [],
      })),
    },
  };
}

/**
 * The action without the model's own words, of which the family alone would tell the model, and without points, whose space tells its
 * dialect: marks say where it was aimed.
 */
function withoutWords(action: Action): Action {
  const { warnings: _, native: __, ...shown } = action;
  switch (shown.type) {
    case 'foreign':
      return { ...shown, native: { family: '' } };
    case 'swipe': {
      const { from: ___, to: ____, at: _____, target: ______, ...rest } = shown;
      return rest;
    }
    case 'tap':
    case 'long_press':
      return { ...shown, target: withoutPoint(shown.target) };
    case 'type':
      return shown.target === undefined ? shown : { ...shown, target: withoutPoint(shown.target) };
    default:
      return shown;
  }
}

function withoutPoint(target: Target): Target {
  return target.type === 'point' ? { type: 'point', point: { x: 0, y: 0, space: 'unit' } } : target;
}
