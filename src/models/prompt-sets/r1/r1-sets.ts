import type { PictureRule } from '../../../domain/observation-rule.js';
import type { PromptInput } from '../../dialects/dialect.js';
import { historyLines, userTurn } from '../../dialects/prompt-parts.js';
import type { PromptSet } from '../prompt-set.js';

/** The literal before every text, although the picture is a part of its own. */
const PICTURE_TOKEN = '<image>\n';
const PREFIX = 'guir1.prefix';
const AS_RECORDED: PictureRule = { resize: null, format: 'png' };

type Given = Pick<PromptSet, 'name' | 'title' | 'dialect' | 'benchmarks'> &
  Partial<Pick<PromptSet, 'isDefault'>>;

/**
 * GUI-R1 about one benchmark: the picture, then the text.
 *
 * Source: GUI-R1 repository, `guir1/inference`. Deviation: earlier steps are a column of its data, which the repository
 * does not hold and whose words nobody describes; here they are the calls in its grammar.
 *
 * @param text id of the prompt
 */
export function guiR1Set(set: Given, text: string): PromptSet {
  return {
    ...set,
    texts: [text, PREFIX],
    history: { steps: null, pictures: 0 },
    picture: AS_RECORDED,
    sampling: { temperature: 0, topP: 0.001, repetitionPenalty: 1.05, maxOutputTokens: 1024 },
    request: (input, { texts }) => {
      const filled = texts.fill(text, { text: input.instruction, history: earlierSteps(input) });
      return userTurn(input.screenshot, texts.fill(PREFIX, { text: filled }));
    },
  };
}

/**
 * UI-R1 about one benchmark: the picture, then the text, no earlier steps.
 *
 * Source: UI-R1 repository, `evaluation`.
 *
 * @param text id of the prompt
 */
export function uiR1Set(set: Given, text: string): PromptSet {
  return {
    ...set,
    texts: [text],
    history: { steps: 0, pictures: 0 },
    picture: AS_RECORDED,
    sampling: { maxOutputTokens: 1024 },
    request: ({ instruction, screenshot }, { texts }) =>
      userTurn(screenshot, PICTURE_TOKEN + texts.fill(text, { task_prompt: instruction })),
  };
}

/**
 * UI-AGILE, or another model in its evaluation: the picture, then the text behind a token.
 *
 * Source: UI-AGILE repository, `eval/android_control/inference_android_control.py`. Deviation: as for GUI-R1.
 *
 * @param text id of the prompt
 */
export function uiAgileSet(set: Given, text: string): PromptSet {
  return {
    ...set,
    texts: [text],
    history: { steps: null, pictures: 0 },
    picture: AS_RECORDED,
    sampling: { temperature: 0, maxOutputTokens: 256 },
    request: (input, { texts }) => {
      const filled = texts.fill(text, { instruction: input.instruction, history: earlierSteps(input) });
      return userTurn(input.screenshot, PICTURE_TOKEN + filled);
    },
  };
}

/** How the vendor asks UI-AGILE. */
export const UI_AGILE_SETS: readonly PromptSet[] = [
  uiAgileSet(
    {
      name: 'uiagile.detailed',
      title: 'UI-AGILE as its paper asks it',
      dialect: 'ui_agile',
      benchmarks: [],
      isDefault: true,
    },
    'uiagile.detailed',
  ),
];

/** Steps as a recording's own text would tell them; `None` without any. */
function earlierSteps(input: PromptInput): string {
  const lines = historyLines(input, ({ call }, number) => `Step ${number}: ${call ?? ''}`);
  return lines.join('; ') || 'None';
}
