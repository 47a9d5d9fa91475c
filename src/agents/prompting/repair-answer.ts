import { z } from 'zod';
import type { Action, Target } from '../../domain/action.js';
import { pixelPoint } from '../../domain/geometry.js';
import type { FormatError } from '../../domain/decision.js';
import type { Dialect } from '../../models/dialects/dialect.js';
import { fillTemplate } from '../../models/dialects/fill-template.js';
import type { Actor, ActorTurn } from './ask-actor.js';
import { askModel } from './ask-model.js';
import type { AgentRole } from '../define-agent.js';
import { readActions, type ReadAnswer } from './read-answer.js';
import type { StepInput } from '../baselines/stateless-agent.js';

/** The model that puts unreadable answers into form. */
export const REPAIR_ROLE: AgentRole = {
  name: 'repair',
  does: 'puts an unreadable answer into form; sees nothing but its text (only with repair=true)',
};

/** The switch. */
export const REPAIR_OPTION = z
  .boolean()
  .default(false)
  .describe('unreadable answers are put into form by the model of the role repair');

/** Prompts of repairing; a definition that offers it spreads them into its own. */
export const REPAIR_PROMPTS = {
  repair: `A program reads which action to take on a phone from a text. The text below does not have the form that the
program expects. Write the action that the text means in that form, and nothing else. Change no number and no word of it.

The actions are written like these examples:
{{calls}}

A whole answer looks like this:
{{example}}

The text:
{{answer}}`,
} as const;

/** Longest text that is sent to be repaired, UTF-16 units. */
const LONGEST = 16_000;

/** A reading that another model has helped with: the action is never missing. */
export type RepairedAnswer = Extract<ReadAnswer, { type: 'actions' }> & { readonly repaired: FormatError };

/**
 * The parsed answer of an acting model; where it cannot be read and `template` is a prompt, the model of the role
 * `repair` is asked once to put it into form. That model is sent the text and the grammar, never the task or the
 * screen. A text that cannot be read even then becomes a wait. Refusals are not repaired: there is no action in them.
 *
 * Source: SPHINX paper, results "Original" and "Repaired".
 *
 * @param template the prompt `repair`; null leaves answers as they are
 * @throws what the repairing model throws
 */
export async function readRepaired(
  { answer, read, context }: Pick<ActorTurn, 'answer' | 'read' | 'context'>,
  { dialect }: Pick<Actor, 'dialect'>,
  template: string | null,
  { context: { models }, signal }: Pick<StepInput, 'context' | 'signal'>,
): Promise<ReadAnswer | RepairedAnswer> {
  if (template === null || read.type === 'actions' || read.error.kind === 'refusal') return read;
  const text = fillTemplate(template, { ...formOf(dialect), answer: answer.text.slice(0, LONGEST) });
  const request = { messages: [{ role: 'user' as const, content: [{ type: 'text' as const, text }] }] };
  const repaired = await askModel(models, REPAIR_ROLE.name, { temperature: 0, ...request }, { signal });
  const again = readActions(repaired, dialect, context);
  const thought = read.thought === undefined ? {} : { thought: read.thought };
  if (again.type === 'format_error') {
    const wait: Action = { type: 'wait', warnings: ['repaired', 'repair_failed'] };
    return { type: 'actions', actions: [wait], summary: 'wait', ...thought, repaired: read.error };
  }
  const [first, ...rest] = again.actions;
  const noted: Action = { ...first, warnings: ['repaired', ...(first.warnings ?? [])] };
  return { ...again, actions: [noted, ...rest], ...thought, repaired: read.error };
}

const PLACE: Target = {
  type: 'point',
  point: pixelPoint(540, 1200),
  element: 3,
  description: 'the search icon',
};
/** One of each action; a grammar prints those that it can express. */
const SAMPLES: readonly Action[] = [
  { type: 'tap', target: PLACE },
  { type: 'long_press', target: PLACE, durationMs: 1000 },
  { type: 'type', target: PLACE, text: 'hello', clear: true },
  { type: 'type', text: 'hello' },
  {
    type: 'swipe',
    direction: 'up',
    target: PLACE,
    from: pixelPoint(540, 1600),
    to: pixelPoint(540, 800),
    distance: 'medium',
  },
  { type: 'key', key: 'BACK' },
  { type: 'key', key: 'HOME' },
  { type: 'key', key: 'ENTER' },
  { type: 'open_app', app: 'Clock' },
  { type: 'restart_app' },
  { type: 'wait' },
  { type: 'stop', status: 'success' },
  { type: 'stop', status: 'success', answer: '42' },
];
const SIZES = { screen: { width: 1080, height: 2400 } };

/** A grammar by examples, in its own words. */
function formOf(dialect: Dialect): { readonly calls: string; readonly example: string } {
  const calls = SAMPLES.map((action) => dialect.printCall(action, SIZES)).filter((call) => call !== null);
  const said = { thought: 'The button leads on.', summary: 'Tap the button.' };
  const whole = SAMPLES.map((action) => dialect.printAnswer(action, said, SIZES));
  return {
    calls: [...new Set(calls)].join('\n'),
    example: whole.find((answer) => answer !== null) ?? '',
  };
}
