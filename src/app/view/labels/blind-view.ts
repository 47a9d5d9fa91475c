import type { Action } from '../../../domain/action.js';
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

/** The action without the model's own words, of which the family alone would tell the model. */
function withoutWords(action: Action): Action {
  const { warnings: _, ...rest } = action;
  if (rest.type === 'foreign') {
    const { name } = rest.native;
    return { ...rest, native: name === undefined ? { family: '' } : { family: '', name } };
  }
  const { native: __, ...shown } = rest;
  return shown;
}
