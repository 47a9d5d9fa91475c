import type { ResizeRule } from '../../../domain/coordinates/resize-rule.js';
import { pythonStrip } from '../../../domain/hierarchy/python-strip.js';
import type { PromptInput, PromptStep, Sampling } from '../../dialects/dialect.js';
import { message, userTurn } from '../../dialects/prompt-parts.js';
import type { PromptSet } from '../prompt-set.js';
import { between } from '../python-split.js';

const SYSTEM = 'venus.system';
/** Source: UI-Venus repository, `models/navigation/ui_venus_navi_vllm.py`. */
const SAMPLING: Sampling = { temperature: 0, topP: 1, repetitionPenalty: 1.05, maxOutputTokens: 2048 };

function limits(minPixels: number, maxPixels: number): ResizeRule {
  return { algorithm: 'smart_resize', factor: 28, minPixels, maxPixels };
}

/**
 * The runner: a system line, earlier thoughts and actions in words, the screen.
 *
 * Source: UI-Venus repository, `models/navigation` and the scripts that start it.
 *
 * @param options.text id of the prompt
 * @param options.steps latest steps that are told; null is all, which the script's 0 amounts to
 */
function runnerSet(
  set: Pick<PromptSet, 'name' | 'title' | 'dialect'> & Partial<Pick<PromptSet, 'isDefault' | 'coordinates'>>,
  options: { readonly text: string; readonly steps: number | null; readonly resize: ResizeRule },
): PromptSet {
  const { text, steps, resize } = options;
  return {
    ...set,
    benchmarks: [],
    texts: [SYSTEM, text],
    history: { steps, pictures: 0 },
    picture: { resize, format: 'png' },
    sampling: SAMPLING,
    request: (input, { texts }) => {
      const turn = texts.fill(text, {
        user_task: input.instruction,
        previous_actions: stepLines(input, toldStep),
      });
      return {
        messages: [message('system', texts.text(SYSTEM)), message('user', turn, input.screenshot)],
      };
    },
  };
}

const SMALL = limits(830_000, 937_664);
const LARGE = limits(3136, 12_845_056);

/** Source: UI-Venus repository, `Venus_framework`. */
const FRAMEWORK: PromptSet = {
  name: 'venus15.framework',
  title: "UI-Venus 1.5 as its authors' phone framework asks it, in Chinese",
  dialect: 'ui_venus@1.5',
  benchmarks: [],
  texts: ['venus15.framework'],
  history: { steps: null, pictures: 0 },
  picture: { resize: null, format: 'png' },
  sampling: { temperature: 0 },
  request: (input, { texts }) => {
    const previous = stepLines(input, describedStep);
    const turn = texts.fill('venus15.framework', {
      user_task: input.instruction,
      previous_actions: previous,
    });
    return userTurn(turn, input.screenshot);
  },
};

/** How the authors of UI-Venus ask it to navigate. */
export const UI_VENUS_SETS: readonly PromptSet[] = [
  runnerSet(
    {
      name: 'venus10.navi',
      title: 'UI-Venus-Navi-7B as its script asks it',
      dialect: 'ui_venus@1.0',
      isDefault: true,
      coordinates: { space: 'resized', to: SMALL },
    },
    { text: 'venus10.navi', steps: null, resize: SMALL },
  ),
  runnerSet(
    { name: 'venus10.navi.72b', title: 'UI-Venus-Navi-72B as its script asks it', dialect: 'ui_venus@1.0' },
    { text: 'venus10.navi', steps: null, resize: LARGE },
  ),
  runnerSet(
    {
      name: 'venus15.mobile',
      title: 'UI-Venus 1.5 as its script asks it about phones',
      dialect: 'ui_venus@1.5',
      isDefault: true,
    },
    { text: 'venus15.mobile', steps: 5, resize: LARGE },
  ),
  FRAMEWORK,
];

/** Numbered from 0, whichever steps are left out. */
function stepLines({ history }: PromptInput, words: (step: PromptStep) => string): string {
  return history.map((step, index) => `Step ${index}: ${words(step)}`).join('\n');
}

/** As the runner cuts an answer: it cannot go on behind one without these tags, which are empty here. */
function toldStep({ answer, thought, call }: PromptStep): string {
  const part = (tag: string): string | null =>
    answer === null ? null : between(answer, `<${tag}>`, `</${tag}>`);
  const think = withoutBreaks(part('think') ?? (answer === null ? (thought ?? '') : ''));
  const action = withoutBreaks(part('action') ?? (answer === null ? (call ?? '') : ''));
  return `<think>${think}</think><action>${action}</action>`;
}

/** Python's `strip('\n')`. */
function withoutBreaks(text: string): string {
  return text.replace(/^\n+/, '').replace(/\n+$/, '');
}

/** As the framework cuts an answer: all of it is the action where there are no tags. */
function describedStep({ answer, thought, call }: PromptStep): string {
  const part = (tag: string): string => {
    const [, content = ''] = new RegExp(`<${tag}>(.*?)</${tag}>`, 's').exec(answer ?? '') ?? [];
    return pythonStrip(content);
  };
  const think = answer === null ? (thought ?? '') : part('think');
  const action = answer === null ? (call ?? '') : part('action') || pythonStrip(answer);
  return think === '' ? action : `<think>${think}</think><action>${action}</action>`;
}
