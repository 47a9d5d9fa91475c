import type { PromptStep } from '../../models/dialects/dialect.js';
import type { StepInput } from '../baselines/stateless-agent.js';
import { lookBack } from '../look-at.js';
import type { Actor, ActorInput } from './ask-actor.js';
import { promptSteps } from './prompt-steps.js';
import { annotatedSummary, summariseSteps } from './summarise-steps.js';

/** A step that is shown without words. */
const WORDLESS: PromptStep = { answer: null, call: null, thought: null, summary: null, picture: null };

/**
 * What an acting model is shown of earlier steps where its user has chosen what: the latest actions, the screenshots before
 * them, a summary. Nothing where the family's own history is to be shown. What the family's prompt has no place for stands
 * next to it.
 *
 * Source: GUIOdyssey paper, Table 4.
 *
 * @throws what the model of the role `summarise` throws
 */
export async function historyInput(step: StepInput, actor: Actor): Promise<ActorInput> {
  const { history: chosen, dialect } = actor;
  if (chosen === undefined) return {};
  const { strategy } = chosen;
  const written =
    strategy.context === 'written'
      ? await summariseSteps(step, actor, { template: chosen.summarise, sampling: chosen.sampling })
      : null;
  const summary = strategy.context === 'annotated' ? annotatedSummary(step) : written;
  const { steps, pictures } = dialect.history;
  const shown = strategy.actions ? steps : strategy.screenshots ? pictures : 0;
  const latest = shown === null ? step.history : shown === 0 ? [] : step.history.slice(-shown);
  const telling = { ...dialect, history: { ...dialect.history, steps: null, pictures: 0 } };
  const worded = strategy.actions ? await promptSteps(latest, telling, step) : latest.map(() => WORDLESS);
  const seen = strategy.screenshots ? pictures : 0;
  const history = await Promise.all(
    worded.map(async (one, index): Promise<PromptStep> => {
      const entry = index < worded.length - seen ? undefined : latest[index];
      const picture =
        entry === undefined ? null : await lookBack(entry.observation, dialect.observation, step.signal);
      return { ...one, picture };
    }),
  );
  return {
    history,
    // A model that is shown no action does not learn how many there were.
    stepsTaken: strategy.actions ? step.history.length : 0,
    placesHistory: strategy.actions ? 'worded' : 'wordless',
    promptNotes:
      summary === null ? [] : [{ place: 'context', text: summary, words: `What has been done: ${summary}` }],
    kept: written === null ? {} : { context: written },
  };
}
