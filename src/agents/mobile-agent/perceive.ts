import { parseHierarchy } from '../../domain/hierarchy/parse-hierarchy.js';
import type { UiHierarchy } from '../../domain/hierarchy/ui-hierarchy.js';
import type { Observation } from '../../domain/screen.js';
import { cutThinking } from '../../models/dialects/reading/cut-thinking.js';
import { fillTemplate } from '../../models/dialects/fill-template.js';
import { perceivedItems } from '../../models/dialects/mobile-agent/perceived-items.js';
import type { Sampling } from '../../models/dialects/dialect.js';
import type { Actor } from '../prompting/ask-actor.js';
import { askHelper, textParts } from '../prompting/ask-helper.js';
import { clipText } from '../clip-text.js';
import { lookAt, type ShownScreen } from '../look-at.js';
import type { AgentParts } from '../define-agent.js';
import type { StepInput } from '../baselines/stateless-agent.js';

/** Where the list of texts and icons on a screen comes from. */
export const PERCEPTIONS = ['hierarchy', 'model'] as const;
export type Perception = (typeof PERCEPTIONS)[number];

/** The role that is asked for the list where a model perceives. */
export const PERCEIVER = 'perceiver';

export const PERCEPTION_PROMPT = `List the texts and the icons on this screenshot of an Android phone, which is {{size}}. One line each, from top to bottom, with the position of its centre and nothing else:
(x, y); text: what it says
(x, y); icon: what it shows`;

/** A screen as it is perceived. */
export interface Perceived {
  readonly shown: ShownScreen;
  /** Null where it is unknown. */
  readonly keyboard: 'on' | 'off' | null;
}

/** How an agent perceives screens. */
export interface PerceptionRule {
  readonly actor: Actor;
  readonly perception: Perception;
  readonly prompt: string;
  readonly sampling: Sampling;
}

/** Most of a list that a model wrote, bytes of JSON. */
const MOST_BYTES = 16_000;
/** What the keyboard of the published system writes on the screen, and how low: shares of the height. */
const KEYBOARD_TEXT = 'ADB Keyboard';
const KEYBOARD_TOP = 0.9;
/** Longest line of a model's list that is kept, UTF-16 units. */
const LONGEST_LINE = 400;

/**
 * The texts and icons of a screen with their positions, `(540, 1200); text: Save`: from the UI hierarchy, or as a model reads
 * them off the screenshot. The keyboard is shown where a field has the focus, an input method has a window, or the list holds
 * the text of the published system's keyboard at the bottom.
 *
 * Source: Mobile-Agent-v2 paper, perception; reference code `run.py` for the keyboard.
 *
 * @param known the list a model wrote of this very screen before
 */
export async function perceive(
  step: StepInput,
  observation: Observation,
  rule: PerceptionRule,
  known: string | null = null,
): Promise<Perceived> {
  const { actor, perception } = rule;
  const { signal } = step;
  const shown = await lookAt(observation, perceivingRule(actor, perception), {
    coordinates: actor.dialect.coordinates,
    signal,
  });
  if (perception === 'hierarchy') {
    const xml = await observation.screen.hierarchy?.load({ signal });
    const hierarchy = xml === undefined ? null : parseHierarchy(xml, { file: observation.screen.id });
    const isOn = (hierarchy !== null && isTyping(hierarchy)) || hasKeyboardText(shown);
    return { shown, keyboard: hierarchy === null ? null : isOn ? 'on' : 'off' };
  }
  const listed = { ...shown, elementText: known ?? (await listOf(step, shown, rule)) };
  return { shown: listed, keyboard: hasKeyboardText(listed) ? 'on' : 'off' };
}

/** Perceives screens for an agent, at any step; `known` as for {@link perceive}. */
export type Perceiver = (
  step: StepInput,
  observation: Observation,
  known?: string | null,
) => Promise<Perceived>;

/** How an agent of these parts perceives. */
export function perceiverOf(parts: AgentParts, rule: Omit<PerceptionRule, 'sampling'>): Perceiver {
  const { sampling } = parts.dialectOf(PERCEIVER);
  return (step, observation, known) => perceive(step, observation, { ...rule, sampling }, known);
}

/** The parts of a screen that are used: where a model perceives, the picture alone. */
export function perceivingRule({ rule }: Actor, perception: Perception): Actor['rule'] {
  return perception === 'hierarchy' ? rule : { ...rule, screenshot: true, text: null };
}

async function listOf(step: StepInput, shown: ShownScreen, rule: PerceptionRule): Promise<string> {
  const { screenshot } = shown;
  if (screenshot === null) return '';
  const { size, mediaType, data } = screenshot;
  const text = fillTemplate(rule.prompt, {
    size: size === null ? 'as large as it is' : `${size.width} pixels wide and ${size.height} high`,
  });
  const answer = await askHelper(step, {
    role: PERCEIVER,
    parts: [...textParts(text), { type: 'image', mediaType, data }],
    sampling: rule.sampling,
  });
  const lines = answer === null ? [] : cutThinking(answer).text.split('\n');
  const perceived = lines
    .filter((line) => line.length <= LONGEST_LINE && perceivedItems(line).length > 0)
    .map((line) => line.trim());
  return clipText(perceived.join('\n'), MOST_BYTES);
}

/** Whether a field has the focus, or an input method shows a window. */
function isTyping({ nodes, windows }: UiHierarchy): boolean {
  return (
    nodes.some((node) => node.attribute('focused') === 'true' && node.className.endsWith('EditText')) ||
    windows.some((window) => /inputmethod|keyboard/i.test(window.attribute('package') ?? ''))
  );
}

function hasKeyboardText({ elementText, screenshot }: ShownScreen): boolean {
  const height = screenshot?.size?.height ?? null;
  if (elementText === null || height === null) return false;
  return perceivedItems(elementText).some(
    ({ y, words }) => words.includes(KEYBOARD_TEXT) && y >= KEYBOARD_TOP * height,
  );
}
