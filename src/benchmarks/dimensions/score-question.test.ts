import { describe, expect, it } from 'vitest';
import type { Action } from '../../domain/action.js';
import type { Episode, EpisodeEnd } from '../../domain/episode.js';
import { pixelPoint } from '../../domain/geometry.js';
import { parseHierarchy } from '../../domain/hierarchy/parse-hierarchy.js';
import type { Mode } from '../../domain/mode.js';
import { answerAction } from '../../domain/questions/question-answer.js';
import { hierarchyXml, uiNode } from '../../testing/hierarchy-xml.js';
import { NO_SCREEN, type QuestionItem } from './question-item.js';
import { ORIGINAL, REPAIRED, scoreQuestion } from './score-question.js';

const SHARED = { modality: null, screen: NO_SCREEN, set: 's', setSize: 5, apps: [], solution: '' } as const;
const CHOICE: QuestionItem = {
  ...SHARED,
  id: 'goal/0/choice',
  dimension: 'goal',
  question: {
    type: 'option',
    view: 'none',
    text: 'Which?',
    app: null,
    category: null,
    options: { A: 'a', B: 'b', C: 'c', D: 'd' },
  },
  truth: { type: 'option', letter: 'B' },
};
const COMPLETION: QuestionItem = {
  ...SHARED,
  id: 'planning/text/1/a/0',
  dimension: 'planning',
  modality: 'text',
  question: { type: 'completion', view: 'plain', goal: 'Save', done: [] },
  truth: { type: 'completion', isReached: false },
};
const NATIVE: QuestionItem = {
  ...SHARED,
  id: 'grounding/native/1',
  dimension: 'grounding',
  modality: 'native',
  screen: { ...NO_SCREEN, size: { width: 100, height: 100 } },
  question: { type: 'grounding', view: 'native', instruction: 'Save' },
  truth: { type: 'grounding', action: 'click', bounds: [10, 10, 20, 20], message: null },
};
const HIERARCHY = parseHierarchy(hierarchyXml([uiNode({ clickable: 'true', bounds: '[10,10][20,20]' })]));

function episode(action: Action | null, end: EpisodeEnd = { reason: 'environment_end' }): Episode {
  const steps = action === null ? [] : [{ screen: NO_SCREEN, state: null, action }];
  return { key: { item: 'i', repeat: 0 }, trajectory: { steps }, end };
}

/** Values of both scores, null where there is none. */
async function scores(item: QuestionItem, given: Episode, mode: Mode) {
  const result = await scoreQuestion(item, given, mode, async () => HIERARCHY);
  const value = (name: string): number | null => {
    const score = result.scores.find(({ evaluator }) => evaluator === name)?.score;
    return score?.status === 'scored' ? score.value : null;
  };
  return [value(ORIGINAL), value(REPAIRED), result.success];
}

const reply = (original: string, repaired: string | null): Episode =>
  episode(answerAction('option', { original, repaired }));

describe('scoreQuestion', () => {
  it('scores the reply as given and as repaired, and only where somebody repairs', async () => {
    expect(await scores(CHOICE, reply('B', null), 'reference')).toEqual([1, null, true]);
    expect(await scores(CHOICE, reply('The answer is B', 'B'), 'reference')).toEqual([0, 1, false]);
    expect(await scores(CHOICE, reply('The answer is B', 'still no letter'), 'reference')).toEqual([
      0,
      0,
      false,
    ]);
  });

  it('leaves a readable reply as it is, ignoring what a repairing model returned', async () => {
    expect(await scores(CHOICE, reply('C', 'B'), 'reference')).toEqual([0, 0, false]);
    // White space makes it unreadable only in reference mode.
    expect(await scores(CHOICE, reply(' C', 'B'), 'reference')).toEqual([0, 1, false]);
    expect(await scores(CHOICE, reply(' C', 'B'), 'corrected')).toEqual([0, 0, false]);
  });

  it('never takes what was not answered for wrong, except completion in reference mode', async () => {
    const unanswered = episode(null, { reason: 'time_budget' });
    expect(await scores(CHOICE, unanswered, 'reference')).toEqual([null, null, null]);
    expect(await scores(COMPLETION, unanswered, 'corrected')).toEqual([null, null, null]);
    expect(await scores(COMPLETION, unanswered, 'reference')).toEqual([0, null, false]);
  });

  it("holds the agent's own failure and an action in place of an answer against it", async () => {
    const refused = episode(null, { reason: 'agent_error', fault: 'agent', message: 'refused' });
    expect(await scores(CHOICE, refused, 'corrected')).toEqual([0, null, false]);
    expect(await scores(CHOICE, episode({ type: 'wait' }), 'corrected')).toEqual([0, null, false]);
  });

  it("judges an action of the model's own dialect by its place", async () => {
    const tap = (x: number): Episode =>
      episode({ type: 'tap', target: { type: 'point', point: pixelPoint(x, 15) } });
    expect(await scores(NATIVE, tap(20), 'reference')).toEqual([1, null, true]);
    expect(await scores(NATIVE, tap(21), 'reference')).toEqual([0, null, false]);
  });
});
