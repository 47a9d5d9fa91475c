import type { Target } from '../../../domain/action.js';
import type { Observation } from '../../../domain/screen.js';
import type { Dialect, SentPicture } from '../../../models/dialects/dialect.js';
import { fillTemplate } from '../../../models/dialects/fill-template.js';
import type { PromptTexts } from '../../../models/prompt-sets/prompt-texts.js';
import type { PlannedAction } from '../published-readers/read-api.js';
import { GROUNDER_TEXT } from '../prompt-sets/planner-set.js';
import { mobileUseSignature } from '../../../models/dialects/mobile-use/mobile-use-tool.js';
import type { CoordinateRule } from '../../../models/dialects/reading/resolve-position.js';
import type { ModelContent } from '../../../models/model.js';
import { readGroundedTarget } from '../../../models/readers/point-grounding.js';
import { askHelper, type HelperQuestion } from '../../../agents/prompting/ask-helper.js';
import { lookBack } from '../../../agents/look-at.js';
import type { StepInput } from '../../../agents/baselines/stateless-agent.js';

/** How the grounding model is asked: to call a tool that touches, or to name a point. */
export const GROUNDING_FORMS = ['mobile_use', 'point'] as const;
export type GroundingForm = (typeof GROUNDING_FORMS)[number];

export const GROUNDING_PROMPTS = {
  /** Around the signature of the tool. */
  grounder_system: `You find things on screenshots of an Android phone.

# Tools

There is one function that you can call. Its signature stands between <tools> and </tools>:
<tools>
{{signature}}
</tools>

Write the call as a JSON object with its name and arguments between these tags:
<action>
{"name": "mobile_use", "arguments": <args-json-object>}
</action>`,
  grounder_tool: `Touches the screen of an Android phone, which measures {{resolution}}; positions are pixels of it, counted from the top left
corner. Aim at the middle of what you touch.`,
  grounder_turn: `Somebody has decided what to touch on this screenshot, and you find where it is.
{{thought}}
Click icon: {{description}}
Should there be numbers or coordinates in these words, pay no attention to them: look for yourself.`,
  grounder_point: `Below is a screenshot of a phone and the description of one thing on it. Find the coordinates of what is described. Its middle is
wanted, as (x, y).
{{thought}}
Description: {{description}}
Answer:`,
} as const;

/** What a grounding model is asked with. */
export interface Grounder {
  readonly role: string;
  readonly form: GroundingForm;
  /** Pictures, and for the tool the numbers and the reader, are this family's. */
  readonly dialect: Dialect;
  /** Largest number of a point on both axes; null: pixels of the picture as sent. */
  readonly pointSpan: number | null;
  readonly prompts: Readonly<Record<keyof typeof GROUNDING_PROMPTS, string>>;
  /** The official texts in place of the prompts, with the form `mobile_use`. */
  readonly official?: PromptTexts;
}

/** What to look for. */
export interface Sought {
  readonly description: string;
  /** Why it is to be touched; null leaves it out. */
  readonly thought: string | null;
  /** Reason and action as the published code cuts them from the planner's answer; null where it cannot. */
  readonly planned: PlannedAction | null;
}

/** Where a thing is, or why nobody knows; the model's own words in both cases. */
export type Grounded =
  | { readonly type: 'found'; readonly target: Extract<Target, { type: 'point' }>; readonly answer: string }
  | { readonly type: 'lost'; readonly answer: string };

/**
 * Asks a grounding model for the place of what a planner describes. A screen without a picture is not asked about.
 *
 * Source: ColorBench reference code `agent_api.py` for the tool, UGround for the point. The wording is ours.
 */
export async function groundTarget(step: StepInput, sought: Sought, grounder: Grounder): Promise<Grounded> {
  const { observation, signal } = step;
  const { dialect, form, role, official } = grounder;
  const picture = await lookBack(observation, dialect.observation, signal);
  if (picture === null) return { type: 'lost', answer: '' };
  const asked =
    form === 'point'
      ? pointQuestion(sought, grounder, picture)
      : official === undefined
        ? toolQuestion(sought, grounder, picture, observation)
        : officialQuestion(sought, official, picture, observation);
  const answer = await askHelper(step, {
    ...asked,
    role,
    sampling: { temperature: 0, maxOutputTokens: 1024 },
  });
  if (answer === null) return { type: 'lost', answer: '' };
  const target =
    form === 'point'
      ? readPoint(answer, grounder, picture, observation)
      : readTool(answer, grounder, picture, observation);
  return target === null ? { type: 'lost', answer } : { type: 'found', target, answer };
}

type Question = Pick<HelperQuestion, 'system' | 'parts'>;

/** The tool's question as the published code asks it. Source: ColorBench reference code, `get_ocr_response`. */
function officialQuestion(
  { planned, description, thought }: Sought,
  texts: PromptTexts,
  picture: SentPicture,
  { screen }: Observation,
): Question {
  const size = picture.size ?? screen.size;
  const text = texts.fill(GROUNDER_TEXT, {
    width: String(size?.width ?? ''),
    height: String(size?.height ?? ''),
    action_thought: planned?.reason ?? thought ?? '',
    action_str: planned?.action ?? description,
  });
  return { parts: [{ type: 'text', text }, imageOf(picture)] };
}

function toolQuestion(
  sought: Sought,
  { prompts }: Grounder,
  picture: SentPicture,
  { screen }: Observation,
): Question {
  const size = picture.size ?? screen.size;
  const resolution = size === null ? 'as much as the screenshot' : `${size.width}x${size.height}`;
  const description = fillTemplate(prompts.grounder_tool, { resolution }).replaceAll('\n', ' ');
  const signature = mobileUseSignature({ actions: ['click', 'long_press'], buttons: [], description });
  const text = fillTemplate(prompts.grounder_turn, valuesOf(sought, 'Click thought'));
  return {
    system: fillTemplate(prompts.grounder_system, { signature }),
    parts: [imageOf(picture), { type: 'text', text }],
  };
}

function pointQuestion(sought: Sought, { prompts }: Grounder, picture: SentPicture): Question {
  const text = fillTemplate(prompts.grounder_point, valuesOf(sought, 'Reason'));
  return { parts: [imageOf(picture), { type: 'text', text }] };
}

function valuesOf({ description, thought }: Sought, label: string): Record<string, string> {
  return { description, thought: thought === null ? '' : `${label}: ${thought}` };
}

function imageOf({ mediaType, data }: SentPicture): ModelContent {
  return { type: 'image', mediaType, data };
}

function readPoint(
  answer: string,
  { pointSpan }: Grounder,
  picture: SentPicture,
  { screen }: Observation,
): Extract<Target, { type: 'point' }> | null {
  const coordinates: CoordinateRule =
    pointSpan === null ? { space: 'sent' } : { space: 'norm', span: pointSpan };
  const read = readGroundedTarget(answer, { coordinates, screen: screen.size, sent: picture.size });
  return read.type === 'value' ? read.value : null;
}

function readTool(
  answer: string,
  { dialect }: Grounder,
  picture: SentPicture,
  { screen }: Observation,
): Extract<Target, { type: 'point' }> | null {
  const read = dialect.parse(answer, { profile: 'tolerant', screen: screen.size, sent: picture.size });
  if (read.type === 'format_error') return null;
  const [action] = read.actions;
  const isTouch = action.type === 'tap' || action.type === 'long_press';
  return isTouch && action.target.type === 'point' ? action.target : null;
}
