import type { PictureRule } from '../../../domain/observation-rule.js';
import { QWEN25_COORDINATES } from '../../dialects/coordinate-rules.js';
import type { PromptInput, PromptStep } from '../../dialects/dialect.js';
import { pictureFor } from '../../dialects/picture-for.js';
import { message, userTurn } from '../../dialects/prompt-parts.js';
import type { ModelMessage } from '../../model.js';
import { aguvisSet } from '../aguvis/aguvis-sets.js';
import { countedSize } from '../counted-size.js';
import { qwenAgentSwitch, toolSystem, toolTexts, type ToolBlockIds } from '../mobile-use/tool-block.js';
import type { OfficialAsking, PromptSet } from '../prompt-set.js';
import { between } from '../python-split.js';
import { givenStep } from '../step-instruction.js';
import { evaluationStep } from './evaluation-step.js';
import { mobileUseCallOf, uiTarsCallOf } from './told-calls.js';

const SYSTEM = 'agentcpm-eval.system';
const PREFILL = 'agentcpm-eval.tars.prefill';
const TOOL: ToolBlockIds = {
  line: SYSTEM,
  description: 'agentcpm-eval.qwen25.description',
  parameters: 'agentcpm-eval.qwen25.parameters',
};
/** Way of a finger of which only the direction is recorded, as a share of the screen. */
const SWIPE = 0.3;
const AS_RECORDED: PictureRule = { resize: null, format: 'png' };
const SHOWN = 4;

/**
 * UI-TARS: the task, the latest steps of the recording with their pictures, the screen; at the low level the answer is begun
 * with the step's instruction. Source: AgentCPM-GUI repository, `eval/run_predict_ui_tars.py`.
 */
function tarsSet(level: 'high' | 'low'): PromptSet {
  const task = `agentcpm-eval.tars.${level}`;
  return {
    name: task,
    title: `UI-TARS as the AgentCPM-GUI paper evaluates it, ${level} level`,
    dialect: 'ui_tars@1.0',
    benchmarks: [],
    ...(level === 'high' ? { isDefault: true } : {}),
    texts: [SYSTEM, task, ...(level === 'low' ? [PREFILL] : [])],
    history: { steps: SHOWN, pictures: SHOWN },
    picture: AS_RECORDED,
    sampling: { temperature: 0.1, maxOutputTokens: 128 },
    request: (input, { texts }) => {
      const messages = [
        message('system', texts.text(SYSTEM)),
        message('user', texts.fill(task, { instruction: input.instruction })),
        ...input.history.slice(-SHOWN).flatMap(tarsTurns),
        message('user', input.screenshot),
      ];
      if (level === 'high') return { messages };
      const begun = texts.fill(PREFILL, { low_instruction: givenStep(input) });
      return { messages: [...messages, message('assistant', begun)], continuesLast: true };
    },
  };
}

function tarsTurns(step: PromptStep): ModelMessage[] {
  const said = tarsAnswer(step);
  const seen = step.picture === null ? [] : [message('user', step.picture)];
  return said === null ? seen : [...seen, message('assistant', said)];
}

function tarsAnswer({ answer, call, record }: PromptStep): string | null {
  if (record?.isTeacherForced === false && answer !== null) return answer;
  const told = record === undefined ? null : evaluationStep(record, SWIPE);
  const action = told === null ? call : uiTarsCallOf(told);
  return action === null ? answer : `Thought: ${record?.instruction ?? ''}\nAction: ${action}`;
}

/**
 * Qwen2.5-VL with its tool, all earlier steps of the recording as calls.
 *
 * Source: AgentCPM-GUI repository, `eval/run_predict_qwen2_5VL.py`.
 *
 * @param options.template id of the user's text
 * @param options.swipe way of a finger of which only the direction is recorded, as a share of the screen
 */
export function qwen25EvaluationSet(
  set: Pick<PromptSet, 'name' | 'title' | 'benchmarks'> & Partial<Pick<PromptSet, 'isDefault'>>,
  options: { readonly template: string; readonly swipe: number; readonly isLow?: true },
): PromptSet {
  const { template, swipe, isLow } = options;
  return {
    ...set,
    dialect: 'qwen25_mobile_use@local',
    texts: [...toolTexts(TOOL), template],
    history: { steps: null, pictures: 0 },
    picture: pictureFor(QWEN25_COORDINATES),
    sampling: { temperature: 0.01, topP: 0.01, topK: 1, repetitionPenalty: 1, maxOutputTokens: 2048 },
    ownSwitches: { qwenAgent: qwenAgentSwitch('0.0.16') },
    request: (input, asked) => {
      const { texts, switches, coordinates } = asked;
      const size = countedSize(input, coordinates);
      const turn = texts.fill(template, {
        user_request: input.instruction,
        history_actions: callHistory(input, asked, swipe),
        ...(isLow === true ? { low_instruction: givenStep(input) } : {}),
      });
      return {
        messages: [
          message('system', ...toolSystem(texts, TOOL, { size, qwenAgent: switches['qwenAgent'] })),
          message('user', turn, input.screenshot),
        ],
      };
    },
  };
}

function callHistory(input: PromptInput, { coordinates }: OfficialAsking, swipe: number): string {
  const size = countedSize(input, coordinates);
  return input.history
    .map(({ answer, call, record }, index) => {
      const own = record?.isTeacherForced === false && answer !== null ? calledIn(answer) : null;
      const told = record === undefined ? null : evaluationStep(record, swipe);
      const said = own ?? (told === null ? null : mobileUseCallOf(told, size)) ?? call ?? '';
      return `Step ${index + 1}: ${said.trim()}; `;
    })
    .join('');
}

function calledIn(answer: string): string | null {
  return between(answer, '<tool_call>\n', '\n</tool_call>');
}

/**
 * OS-Atlas: prompt, picture, task; the instructions of earlier steps at the low level alone.
 *
 * Source: AgentCPM-GUI repository, `eval/run_predict_os_atlas.py`.
 */
function atlasSet(level: 'high' | 'low'): PromptSet {
  const name = `agentcpm-eval.atlas.${level}`;
  return {
    name,
    title: `OS-Atlas as the AgentCPM-GUI paper evaluates it, ${level} level`,
    dialect: 'os_atlas',
    benchmarks: [],
    texts: [name, `${name}.task`],
    history: { steps: level === 'low' ? null : 0, pictures: 0 },
    picture: AS_RECORDED,
    sampling: { maxOutputTokens: 128 },
    request: (input, { texts }) => {
      const { instruction, screenshot } = input;
      const values: Readonly<Record<string, string>> =
        level === 'high'
          ? { instruction }
          : { instruction, low_instruction: givenStep(input), history: toldSteps(input) };
      return userTurn(texts.text(name), screenshot, texts.fill(`${name}.task`, values));
    },
  };
}

function toldSteps({ history }: PromptInput): string {
  return history
    .map(({ record, summary }, index) => `Step ${index + 1}: ${record?.instruction ?? summary ?? ''}\n`)
    .join('');
}

/** How the AgentCPM-GUI paper asks other models about every benchmark, by level. */
export const AGENTCPM_EVALUATION_SETS: Readonly<Record<'high' | 'low', readonly PromptSet[]>> = {
  high: [
    tarsSet('high'),
    atlasSet('high'),
    // It knows the level by whether there is a step's instruction. Source: `eval/run_predict_aguvis.py`.
    aguvisSet('self-plan', {
      name: 'agentcpm-eval.aguvis',
      title: 'Aguvis as the AgentCPM-GUI paper evaluates it, without earlier steps',
      tellsHistory: false,
    }),
  ],
  low: [tarsSet('low'), atlasSet('low')],
};

/** How it asks Qwen2.5-VL about benchmarks without a template of their own. */
export const QWEN25_EVALUATION_SETS: Readonly<Record<'high' | 'low', PromptSet>> = {
  high: qwen25EvaluationSet(
    {
      name: 'agentcpm-eval.qwen25.general',
      title: 'Qwen2.5-VL as the AgentCPM-GUI paper evaluates it, high level',
      benchmarks: [],
      isDefault: true,
    },
    { template: 'agentcpm-eval.qwen25.general', swipe: SWIPE },
  ),
  low: qwen25EvaluationSet(
    {
      name: 'agentcpm-eval.qwen25.low',
      title: 'Qwen2.5-VL as the AgentCPM-GUI paper evaluates it, low level',
      benchmarks: [],
    },
    { template: 'agentcpm-eval.qwen25.low', swipe: SWIPE, isLow: true },
  ),
};
