import type { Target } from '../../domain/action.js';
import { toPixel } from '../../domain/geometry.js';
import type { ObservationRule } from '../../domain/observation-rule.js';
import type { SentPicture } from '../../models/dialects/dialect.js';
import type { OfficialPrompts } from '../../models/prompt-sets/official-dialect.js';
import { lookBack } from '../look-at.js';
import type { StepInput } from '../baselines/stateless-agent.js';
import { askActor, type Actor } from '../prompting/ask-actor.js';
import { askModel } from '../prompting/ask-model.js';
import { readActions, type ReadAnswer } from '../prompting/read-answer.js';
import { SEEACT_V_TEXTS } from './seeact-v-set.js';

/** Where what is described was found, and the model's words; null where it named no place. */
export interface FoundPlace {
  readonly target: Extract<Target, { type: 'point' }>;
  readonly answer: string;
}

/** The model that finds what is described. */
export interface DescriptionGrounder {
  readonly actor: Actor;
  /** The official texts in place of its dialect's prompt; absent where it is asked in that. */
  readonly official?: OfficialPrompts;
}

/** How the code sends its grounding model the screen, any shape of screen. Source: `seeact_v.py`. */
export const GROUNDER_PICTURE = {
  resize: { algorithm: 'fixed', width: 882, height: 1960 },
  format: 'jpeg',
  quality: 75,
} as const satisfies ObservationRule['picture'];

/**
 * Asks the grounding model for the place of what is described. It is shown the screen alone; one without a picture is not asked about.
 *
 * Source: SeeAct-V on AndroidWorld, `SeeAct_V.get_point_from_description`.
 */
export async function groundDescription(
  step: StepInput,
  description: string,
  { actor, official }: DescriptionGrounder,
): Promise<FoundPlace | null> {
  const picture = await lookBack(step.observation, actor.rule, step.signal);
  if (picture === null) return null;
  const { text, read } =
    official === undefined
      ? await askedInDialect(step, description, actor)
      : await askedOfficially(step, description, actor, { official, picture });
  if (read.type === 'format_error') return null;
  const [action] = read.actions;
  const target = 'target' in action ? action.target : undefined;
  return target?.type === 'point' ? { target, answer: text } : null;
}

interface Asked {
  readonly text: string;
  readonly read: ReadAnswer;
}

async function askedInDialect(step: StepInput, description: string, actor: Actor): Promise<Asked> {
  const input = { instruction: description, stepInstruction: null, history: [], stepsTaken: 0 };
  const { answer, read } = await askActor(step, actor, input);
  return { text: answer.text, read };
}

async function askedOfficially(
  step: StepInput,
  description: string,
  { role, dialect, profile }: Actor,
  { official, picture }: { readonly official: OfficialPrompts; readonly picture: SentPicture },
): Promise<Asked> {
  const text = official.texts.fill(SEEACT_V_TEXTS.grounder, { description });
  const { mediaType, data, size } = picture;
  const content = [
    { type: 'image', mediaType, data },
    { type: 'text', text },
  ] as const;
  const request = { temperature: 0, messages: [{ role: 'user', content }] } as const;
  const answer = await askModel(step.context.models, role, request, { signal: step.signal });
  const context = { profile, screen: step.observation.screen.size, sent: size, elements: null };
  return { text: answer.text, read: readActions(answer, dialect, context) };
}

/** The whole pixel of a place that was found or named; null where the screen's size is unknown. */
export function pixelOf(
  { point }: Extract<Target, { type: 'point' }>,
  { screen }: StepInput['observation'],
): readonly [number, number] | null {
  if (screen.size === null) return null;
  const [x, y] = toPixel(point, screen.size);
  return [Math.round(x), Math.round(y)];
}
