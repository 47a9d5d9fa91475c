import type { ResizeRule } from '../../../domain/coordinates/resize-rule.js';
import { chooseSwitches } from '../choose-switches.js';
import { defineReleases } from '../define-releases.js';
import type { Sampling } from '../dialect.js';
import { oneLine } from '../one-line.js';
import type { CoordinateRule } from '../reading/resolve-position.js';
import { uiTarsRequest, type UiTarsPrompt } from './build-request.js';
import { parseUiTars } from './parse-ui-tars.js';
import { callText, toolCallText, uiTarsCall, type UiTarsPointForm } from './ui-tars-calls.js';
import { STEP, SYSTEM, TURN_BOX_TOKEN, TURN_POINT_TAG, TURN_TOOL_CALL, HISTORY } from './ui-tars-prompts.js';
import { UI_TARS_CALLS } from './ui-tars-rules.js';

const FAMILY = 'ui_tars';
/** With the current one, the last 5. */
const EARLIER_PICTURES = 4;
const PERMILLE: CoordinateRule = { space: 'norm', span: 1000 };
const SWITCHES = {
  /** False: numbers are pixels of the source picture, which is sent as it is. */
  resizeCorrection: true,
  /** False: `left` and `right` are the finger's while `up` and `down` are the page's. Source: ColorBench's reader. */
  invertHorizontal: true,
  history: 'turns',
  stepInstruction: 'prefill',
  maxActionsPerStep: 1,
};
const CHOICES = { history: ['turns', 'text'], stepInstruction: ['prefill', 'section'] };

/** How a release is asked, and what it answers. */
export interface UiTarsRelease {
  readonly coordinates: CoordinateRule;
  readonly resize: ResizeRule;
  readonly form: UiTarsPointForm;
  readonly isToolCall: boolean;
  readonly turn: string;
  readonly sampling: Sampling;
  /** The calls of its grammar; all unless given. */
  readonly calls?: readonly string[];
  /** How earlier steps are told unless the switch says otherwise; as turns unless given. */
  readonly history?: 'turns' | 'text';
}

/** The rule of the Qwen processors with a budget of this many cells of 28 x 28 pixels. */
function cells(most: number): ResizeRule {
  return { algorithm: 'smart_resize', factor: 28, minPixels: 100 * 28 * 28, maxPixels: most * 28 * 28 };
}

/** UI-TARS-1.5-7B as its authors ask it. */
export const UI_TARS_15: UiTarsRelease = {
  coordinates: { space: 'resized', to: cells(16384) },
  resize: cells(16384),
  form: 'point_tag',
  isToolCall: false,
  turn: TURN_POINT_TAG,
  sampling: { temperature: 0, topP: 0.7, maxOutputTokens: 2048 },
};

const RELEASES: Readonly<Record<string, UiTarsRelease>> = {
  '1.5': UI_TARS_15,
  '1.0': {
    coordinates: PERMILLE,
    resize: cells(2700),
    form: 'box_token',
    isToolCall: false,
    turn: TURN_BOX_TOKEN,
    sampling: { temperature: 0, topP: 0.7, maxOutputTokens: 1000 },
  },
  doubao: {
    coordinates: PERMILLE,
    resize: cells(5120),
    form: 'point_tag',
    isToolCall: false,
    turn: TURN_POINT_TAG,
    sampling: { temperature: 0, topP: 0.7, maxOutputTokens: 1000 },
  },
  '2': {
    coordinates: PERMILLE,
    resize: cells(5120),
    form: 'point_tag',
    isToolCall: true,
    turn: TURN_TOOL_CALL,
    sampling: { temperature: 0, topP: 0.7 },
  },
};

/**
 * UI-TARS: `Thought:` and one call a step, earlier steps as turns with the latest screenshots. Variant `1.5` answers in
 * pixels of the resized picture, the others in 0–1000; `2` writes tool calls in the form of Seed models.
 *
 * Source: UI-TARS prompts, action parser and desktop client as published; the wording is ours.
 */
export const uiTars = defineReleases<UiTarsRelease>({
  family: FAMILY,
  title: 'UI-TARS 1.0 (2B, 7B, 72B), 1.5-7B, Doubao-1.5-UI-TARS, UI-TARS-2 and Seed',
  releases: RELEASES,
  standard: '1.5',
  create: ({ coordinates: given, scroll = 'content', prompts, switches }, release) => {
    const { calls = UI_TARS_CALLS, history = SWITCHES.history } = release;
    const stepInstruction = release.isToolCall ? 'section' : SWITCHES.stepInstruction;
    const chosen = chooseSwitches({ ...SWITCHES, history, stepInstruction }, switches, CHOICES);
    const isCorrected = chosen.resizeCorrection || release.coordinates.space !== 'resized';
    const coordinates: CoordinateRule = given ?? (isCorrected ? release.coordinates : { space: 'sent' });
    const templates = { system: SYSTEM, turn: release.turn, step: STEP, history: HISTORY, ...prompts };
    const { invertHorizontal, maxActionsPerStep } = chosen;
    const grammar = { family: FAMILY, calls, coordinates, scroll, invertHorizontal };
    // `chooseSwitches` lets no other words through.
    const form = chosen as Pick<UiTarsPrompt, 'history' | 'stepInstruction'>;
    return {
      coordinates,
      scroll,
      observation: { picture: { resize: isCorrected ? release.resize : null, format: 'png' } },
      history: { pictures: form.history === 'turns' ? EARLIER_PICTURES : 0 },
      prompts: templates,
      switches: chosen,
      sampling: release.sampling,
      maxActionsPerStep,
      buildRequest: (input) => uiTarsRequest(input, { prompts: templates, ...form, coordinates }),
      parse: (text, context) => parseUiTars(text, context, { ...grammar, batch: maxActionsPerStep }),
      words: (action, sizes) => {
        const call = uiTarsCall(action, grammar, release.form, sizes);
        return call === null ? null : callText(call);
      },
      printAnswer: (action, { thought }, sizes) => {
        const call = uiTarsCall(action, grammar, release.form, sizes);
        if (call === null) return null;
        if (release.isToolCall) return toolCallText(call, oneLine(thought));
        return `Thought: ${oneLine(thought)}\nAction: ${callText(call)}`;
      },
    };
  },
});
