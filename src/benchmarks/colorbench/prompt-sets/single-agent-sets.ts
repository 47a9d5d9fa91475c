import { pythonStrip } from '../../../domain/hierarchy/python-strip.js';
import type { PromptInput, PromptStep, Sampling } from '../../../models/dialects/dialect.js';
import { message, userTurn } from '../../../models/dialects/prompt-parts.js';
import type { PromptSet } from '../../../models/prompt-sets/prompt-set.js';
import { pythonText } from '../../../models/prompt-sets/python-text.js';
import { sentSize } from '../../../models/prompt-sets/sent-size.js';
import { asPixels, type PointScale } from '../published-readers/point-scale.js';
import { readOsAtlas } from '../published-readers/read-os-atlas.js';
import { readQwen3 } from '../published-readers/read-qwen3.js';
import type { ReadStep } from '../published-readers/read-step.js';
import { readUiTars } from '../published-readers/read-ui-tars.js';
import { readVanilla } from '../published-readers/read-vanilla.js';

/** What the code sends; the paper names more, which a run may set. Source: ColorBench reference code, `get_response`. */
const SAMPLING: Sampling = { temperature: 0.1, maxOutputTokens: 1024 };

/** What all of its single agents share: whole history in words, the file's own picture. */
const AGENT = {
  benchmarks: ['colorbench'],
  history: { steps: null, pictures: 0 },
  picture: { resize: null, format: 'png' },
  sampling: SAMPLING,
} as const satisfies Partial<PromptSet>;

/** Source: ColorBench reference code, `agent.py`. */
const VANILLA: PromptSet = {
  ...AGENT,
  name: 'colorbench.vanilla',
  title: 'ColorBench: Qwen2.5-VL and GUI-Owl',
  dialect: 'qwen25_mobile_use@colorbench',
  texts: [
    'colorbench.vanilla.system',
    'colorbench.vanilla.user',
    'colorbench.vanilla.user.open',
    'colorbench.vanilla.user.history',
  ],
  request: (input, { texts }) => {
    const { width, height } = sentSize(input);
    const history = officialSteps(input, readVanilla)
      .map((step, index) => {
        const action = pythonText(step.actionText);
        return `Step ${index + 1}: action:${action}, action_description:${pythonText(stripped(step.description))}\n`;
      })
      .join('');
    const turn =
      texts.fill('colorbench.vanilla.user', { 'self.task': input.instruction }) +
      texts.text('colorbench.vanilla.user.open') +
      (history === '' ? '' : texts.fill('colorbench.vanilla.user.history', { history }));
    const system = texts.fill('colorbench.vanilla.system', { width: `${width}`, height: `${height}` });
    return { messages: [message('system', system), message('user', turn, input.screenshot)] };
  },
};

/** Source: ColorBench reference code, `agent_qwen3.py`. */
const QWEN3: PromptSet = {
  ...AGENT,
  name: 'colorbench.qwen3',
  title: 'ColorBench: Qwen3-VL',
  dialect: 'qwen3_mobile_use@colorbench',
  texts: [
    'colorbench.qwen3.system',
    'colorbench.qwen3.user',
    'colorbench.qwen3.user.history',
    'colorbench.qwen3.user.open',
  ],
  request: (input, { texts }) => {
    const history = officialSteps(input, readQwen3)
      .map((step, index) => {
        const thought = pythonText(step.thought ?? null);
        return `Step ${index + 1}: Thought:${thought} Action:${pythonText(step.description ?? null)}\n`;
      })
      .join('');
    const later =
      history === ''
        ? ''
        : texts.fill('colorbench.qwen3.user.history', { history }) + texts.text('colorbench.qwen3.user.open');
    const turn = texts.fill('colorbench.qwen3.user', { 'self.task': input.instruction }) + later;
    const system = texts.text('colorbench.qwen3.system');
    return { messages: [message('system', system), message('user', turn, input.screenshot)] };
  },
};

/** Source: ColorBench reference code, `agent_tars.py`. */
const TARS: PromptSet = {
  ...AGENT,
  name: 'colorbench.tars',
  title: 'ColorBench: UI-TARS-1.5',
  dialect: 'ui_tars@1.5',
  switches: { resizeCorrection: false },
  texts: [
    'colorbench.tars.prompt',
    'colorbench.tars.suffix.history',
    'colorbench.tars.suffix.format',
    'colorbench.tars.history-empty',
  ],
  request: (input, { texts }) => {
    const { width, height } = sentSize(input);
    const steps = thoughtLines(input, readUiTars);
    const prompt = texts.fill('colorbench.tars.prompt', {
      width: `${width}`,
      height: `${height}`,
      instruction: input.instruction,
      history: steps === '' ? texts.text('colorbench.tars.history-empty') : steps,
    });
    const suffix =
      (steps === '' ? '' : texts.fill('colorbench.tars.suffix.history', { history: steps })) +
      texts.text('colorbench.tars.suffix.format');
    return userTurn(prompt, input.screenshot, suffix);
  },
};

/** Source: ColorBench reference code, `agent_atlas.py`. */
const ATLAS: PromptSet = {
  ...AGENT,
  name: 'colorbench.atlas',
  title: 'ColorBench: OS-Atlas-Pro',
  dialect: 'os_atlas',
  texts: ['colorbench.atlas.prompt', 'colorbench.atlas.user', 'colorbench.atlas.user.history'],
  request: (input, { texts }) => {
    const history = thoughtLines(input, readOsAtlas);
    const turn =
      texts.fill('colorbench.atlas.user', { 'self.task': input.instruction }) +
      (history === '' ? '' : texts.fill('colorbench.atlas.user.history', { history }));
    return userTurn(texts.text('colorbench.atlas.prompt'), input.screenshot, turn);
  },
};

/** How the benchmark's single agents ask their models. */
export const SINGLE_AGENT_SETS: readonly PromptSet[] = [VANILLA, QWEN3, TARS, ATLAS];

type Reader = (answer: string, scale: PointScale) => ReadStep;

/** Each earlier step as the agent's code read its answer. */
function officialSteps({ history }: PromptInput, read: Reader): ReadStep[] {
  return history.map((step) => readStep(step, read));
}

function readStep({ answer, call, thought, summary }: PromptStep, read: Reader): ReadStep {
  if (answer !== null) return read(pythonStrip(answer), asPixels);
  return { action: null, actionText: call, thought, description: summary };
}

function thoughtLines(input: PromptInput, read: Reader): string {
  return officialSteps(input, read)
    .map(({ actionText, thought = null }, index) => {
      return `Step ${index + 1}: action:${pythonText(actionText)}, action_thought:${pythonText(thought)}; `;
    })
    .join('');
}

function stripped(text: string | null | undefined): string | null {
  return text === null || text === undefined ? null : pythonStrip(text);
}
