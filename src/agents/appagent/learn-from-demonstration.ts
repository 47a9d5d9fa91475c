import { slotOf, type AppDocuments, type ElementDocument } from '../../domain/app-documents.js';
import type { Action } from '../../domain/action.js';
import { boxContains, resolvePoint, type Box, type Point } from '../../domain/geometry.js';
import { centreOf, parseBounds } from '../../domain/hierarchy/bounds.js';
import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import type { PictureRule } from '../../domain/observation-rule.js';
import type { Screen } from '../../domain/screen.js';
import type { Trajectory } from '../../domain/trajectory.js';
import { appAgent } from '../../models/dialects/appagent/appagent.js';
import { cutThinking } from '../../models/dialects/reading/cut-thinking.js';
import { fillTemplate } from '../../models/dialects/fill-template.js';
import type { Model, ModelContent } from '../../models/model.js';
import type { PromptTexts } from '../../models/prompt-sets/prompt-texts.js';
import { clipText } from '../clip-text.js';
import { DEMONSTRATION_PROMPTS } from './appagent-prompts.js';
import { SLOT_WORDS } from './element-notes.js';
import { labelScreen, type LabelledScreen } from './labelled-screen.js';
import { officialDemonstration, type DemonstratedUse } from './official-demonstration.js';

/** A task somebody has done, screen by screen. */
export interface Demonstration {
  readonly instruction: string;
  readonly trajectory: Trajectory;
}

export interface LearnOptions {
  /** Writes the documents. */
  readonly model: Model;
  /** What is known already, and what is learned: every new document is added. */
  readonly documents: AppDocuments;
  /** Uses that are known are asked about once more, with the text so far, and rewritten. False unless given. */
  readonly refine?: boolean;
  /** Names the draws from the model, such as by item and repeat. */
  readonly name: string;
  readonly prompts?: Partial<Record<keyof typeof DEMONSTRATION_PROMPTS, string>>;
  /** The official texts in place of the prompts; absent where it is asked in those. */
  readonly official?: PromptTexts;
  readonly picture?: PictureRule;
  readonly signal: AbortSignal;
}

/** What came of the steps of a demonstration. */
export interface Learned {
  /** Documents written or rewritten. */
  readonly written: number;
  /** Steps whose use of an element was known already. */
  readonly known: number;
  /** Steps that use no labelled element, or of which a screenshot before or after them is missing. */
  readonly passedOver: number;
  /** Steps without a description by the model. */
  readonly unanswered: number;
}

/** As the published code asks. */
const SAMPLING = { temperature: 0, maxOutputTokens: 300 } as const;
/** Longest text of one document, bytes of JSON. */
const MOST_BYTES = 2_000;

/**
 * AppAgent learning from a demonstration: for every step that uses a labelled element, a model sees the labelled screens before
 * and after it and says what the element is for. Outages are thrown as the model throws them; what was learned before stays in
 * `documents`.
 *
 * Source: AppAgent paper, section 3.2 ("learning from human demonstrations"), and reference code, document generation.
 * Deviation: which element a recorded touch uses is decided by the bounds that it names, else by its place: the smallest
 * labelled one under it.
 */
export async function learnFromDemonstration(
  { instruction, trajectory }: Demonstration,
  options: LearnOptions,
): Promise<Learned> {
  const counts = { written: 0, known: 0, passedOver: 0, unanswered: 0 };
  const { steps } = trajectory;
  const picture = options.picture ?? appAgent.create().observation.picture;
  const labels = { picture, signal: options.signal };
  for (const [index, { screen, action }] of steps.entries()) {
    options.signal.throwIfAborted();
    const after = steps[index + 1]?.screen;
    const slot = action === null ? null : slotOf(action);
    if (action === null || slot === null || after === undefined) {
      counts.passedOver += 1;
      continue;
    }
    const before = await labelScreen({ screen }, labels);
    const label = before.shown.marked === null ? null : labelUsed(action, screen, before);
    const element = label === null ? undefined : before.names[label - 1];
    if (label === null || element === undefined || after.picture === null) {
      counts.passedOver += 1;
      continue;
    }
    const use = { app: screen.activity?.package ?? '', element, slot };
    const known = options.documents.find(use.app, element, slot);
    if (known !== null && options.refine !== true) {
      counts.known += 1;
      continue;
    }
    const shown = [before, await labelScreen({ screen: after }, labels)];
    const direction = action.type === 'swipe' ? action.direction : null;
    const asked = { instruction, label, slot, direction, known, sample: `step ${index}` };
    const text = await describe(shown, asked, options);
    if (text === null) {
      counts.unanswered += 1;
      continue;
    }
    const document: ElementDocument = { ...use, text };
    if (known === null) options.documents.add(document);
    else options.documents.replace(document);
    counts.written += 1;
  }
  return counts;
}

/** The model's description of an element; null where it refuses or writes none. */
async function describe(
  screens: readonly LabelledScreen[],
  use: DemonstratedUse & { readonly sample: string },
  { model, name, prompts, official, signal }: LearnOptions,
): Promise<string | null> {
  const text = official === undefined ? ownQuestion(use, prompts) : officialDemonstration(use, official);
  const pictures = screens.flatMap(({ shown: { marked } }): ModelContent[] =>
    marked === null ? [] : [{ type: 'image', mediaType: marked.mediaType, data: marked.data }],
  );
  const content: ModelContent[] = [{ type: 'text', text }, ...pictures];
  const answer = await model.generate(
    { ...SAMPLING, messages: [{ role: 'user', content }] },
    { signal, sample: `${name} ${use.sample}` },
  );
  if (answer.finishReason === 'refusal') return null;
  const said = clipText(cutThinking(answer.text).text.trim(), MOST_BYTES);
  return said === '' ? null : said;
}

function ownQuestion(
  { instruction, label, slot, known }: DemonstratedUse,
  prompts: LearnOptions['prompts'],
): string {
  const { element, refine } = { ...DEMONSTRATION_PROMPTS, ...prompts };
  const question = fillTemplate(element, {
    instruction,
    element: String(label),
    action: SLOT_WORDS[slot],
  });
  return known === null ? question : `${question}\n\n${fillTemplate(refine, { known })}`;
}

/**
 * Label of the element that an action uses: the one with exactly the bounds that the action names, else the smallest one
 * under the place that it touches first; null where there is none.
 */
function labelUsed(
  action: Action,
  screen: Screen,
  { shown: { elements }, hierarchy }: LabelledScreen,
): number | null {
  const named = namedBox(action, hierarchy);
  const labelled = elements?.elements ?? [];
  const exact =
    named === null ? undefined : labelled.find(({ box }) => named.every((at, i) => at === box[i]));
  if (exact !== undefined) return exact.index;
  const [x, y] = named === null ? pixelsOf(placeOf(action), screen) : centreOf(named);
  let best: { readonly label: number; readonly area: number } | null = null;
  for (const { index, box } of labelled) {
    if (!boxContains(box, x, y)) continue;
    const [x1, y1, x2, y2] = box;
    const area = (x2 - x1) * (y2 - y1);
    if (best === null || area < best.area) best = { label: index, area };
  }
  return best?.label ?? null;
}

/** Bounds of the element that an action names, as recordings do, in pixels; null where it names a place or nothing. */
function namedBox(action: Action, hierarchy: UiHierarchy | null): Box | null {
  const target = 'target' in action ? action.target : undefined;
  if (target?.type === 'selector') return parseBounds(target.attributes['bounds'] ?? '');
  // Nobody has located it: it is counted as trajectories made elsewhere count, from 0.
  return target?.type === 'element' ? (hierarchy?.widgets[target.element]?.bounds ?? null) : null;
}

function placeOf(action: Action): Point | null {
  if ('target' in action && action.target?.type === 'point') return action.target.point;
  return action.type === 'swipe' ? (action.from ?? action.at ?? null) : null;
}

/** Where a position lies, in pixels; nowhere (NaN) where the size of the screen would be needed to say. */
function pixelsOf(point: Point | null, { size }: Screen): readonly [number, number] {
  if (point?.space === 'pixel') return [point.x, point.y];
  return (point === null || size === null ? undefined : resolvePoint(point, size).resolved) ?? [NaN, NaN];
}
