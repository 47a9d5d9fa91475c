import type { Decision } from '../../domain/decision.js';
import { askActor, type Actor, type ActorInput, type ActorTurn } from './ask-actor.js';
import { historyInput } from './history-input.js';
import { keepAnswer, type AnswerMemory } from './prompt-steps.js';
import { readRepaired } from './repair-answer.js';
import type { StepInput } from '../baselines/stateless-agent.js';

/** A decision whose memory holds the answer it comes from. */
export type ChosenAction = Decision & { readonly memory: AnswerMemory };

/** How an action is chosen, apart from the prompt. */
export interface ChoiceOptions extends ActorInput {
  /** The prompt with which unreadable answers are repaired; null: they are not. */
  readonly repair?: string | null;
}

/** Asks an actor for the next action and decides on the first that it names. @throws what its model throws */
export async function chooseAction(
  step: StepInput,
  actor: Actor,
  options: ChoiceOptions = {},
): Promise<ChosenAction> {
  const earlier = options.history === undefined ? await historyInput(step, actor) : {};
  const promptNotes = [...(earlier.promptNotes ?? []), ...(options.promptNotes ?? [])];
  const turn = await askActor(step, actor, { ...earlier, ...options, promptNotes });
  return decisionOf(turn, step, actor, options.repair ?? null);
}

/** The decision that an acting model's answer makes. */
export async function decisionOf(
  turn: ActorTurn,
  step: StepInput,
  actor: Actor,
  repair: string | null,
): Promise<ChosenAction> {
  const memory = { ...keepAnswer(turn.answer.text), ...turn.kept };
  const read = await readRepaired(turn, actor, repair, step);
  if (read.type === 'format_error') return { ...read, memory };
  // One step, one action: what follows it was decided without seeing what it does.
  const { actions, ...said } = read;
  return { ...said, type: 'action', action: actions[0], memory };
}
