import type { PictureRule } from '../../../domain/observation-rule.js';
import type { PromptInput, PromptStep } from '../../dialects/dialect.js';
import { message, userTurn } from '../../dialects/prompt-parts.js';
import type { ModelMessage } from '../../model.js';
import type { PromptSet } from '../prompt-set.js';
import { withBoxTokens } from './box-tokens.js';

/** Source: UI-TARS repository, limits of `codes/ui_tars/action_parser.py`. */
const PICTURE: PictureRule = {
  resize: { algorithm: 'smart_resize', factor: 28, minPixels: 100 * 28 * 28, maxPixels: 16384 * 28 * 28 },
  format: 'png',
};

/**
 * The prompt of 1.5 and Doubao: the task, earlier answers with the latest pictures before them, the screen.
 *
 * Source: UI-TARS repository, `codes/ui_tars/prompt.py`, `README_deploy.md` and its sample messages.
 */
const VENDOR: PromptSet = {
  name: 'uitars.vendor',
  title: 'UI-TARS 1.5 as ByteDance asks it',
  dialect: 'ui_tars@1.5',
  benchmarks: [],
  isDefault: true,
  texts: ['uitars.doubao.mobile'],
  history: { steps: null, pictures: 4 },
  picture: PICTURE,
  sampling: { temperature: 0, maxOutputTokens: 400 },
  request: (input, { texts }) => {
    const { instruction } = input;
    const task = texts.fill('uitars.doubao.mobile', { language: thoughtLanguage(input), instruction });
    return {
      messages: [
        message('user', task),
        ...input.history.flatMap(turnsOf),
        ...(input.screenshot === null ? [] : [message('user', input.screenshot)]),
      ],
    };
  },
};

/** Source: UI-TARS repository, `README_v1.md`. */
const V1: PromptSet = {
  name: 'uitars.v1',
  title: 'UI-TARS 1.0 as its README asks it: one screen, no earlier steps',
  dialect: 'ui_tars@1.0',
  benchmarks: [],
  isDefault: true,
  texts: ['uitars.v1.mobile'],
  history: { steps: 0, pictures: 0 },
  picture: { resize: null, format: 'png' },
  sampling: { frequencyPenalty: 1, maxOutputTokens: 128 },
  request: ({ instruction, screenshot }, { texts }) =>
    userTurn(texts.text('uitars.v1.mobile') + instruction, screenshot),
};

/** How the vendor asks UI-TARS. */
export const UI_TARS_SETS: readonly PromptSet[] = [
  VENDOR,
  {
    ...VENDOR,
    name: 'uitars.vendor.doubao',
    title: 'Doubao-1.5-UI-TARS as ByteDance asks it',
    dialect: 'ui_tars@doubao',
  },
  V1,
];

/** The prompt is written for thoughts in these two. */
function thoughtLanguage({ language }: PromptInput): string {
  return language.toLowerCase().startsWith('zh') ? 'Chinese' : 'English';
}

/** A step that nobody answered has no turn of the model, and so none of the user. */
function turnsOf({ answer, call, thought, picture }: PromptStep): ModelMessage[] {
  const said = answer ?? (call === null ? null : `Thought: ${thought ?? ''}\nAction: ${call}`);
  if (said === null) return [];
  const seen = picture === null ? [] : [message('user', picture)];
  return [...seen, message('assistant', withBoxTokens(said))];
}
