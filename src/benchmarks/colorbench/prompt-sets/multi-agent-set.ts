import { message } from '../../../models/dialects/prompt-parts.js';
import type { PromptSet } from '../../../models/prompt-sets/prompt-set.js';
import { sentSize } from '../../../models/prompt-sets/sent-size.js';

/** The texts in which the executor's helpers are asked, by what they are. */
export const ROLE_TEXTS = {
  plannerSystem: 'colorbench.multi.planner.system',
  planner: 'colorbench.multi.planner.user',
  reflectorSystem: 'colorbench.multi.reflector.system',
  reflectorBefore: 'colorbench.multi.reflector.before',
  reflectorAfter: 'colorbench.multi.reflector.after',
  memorySystem: 'colorbench.multi.memory.system',
  memory: 'colorbench.multi.memory.user',
} as const;

/** What the executor is told besides the task, by the name of its place among the notes. */
export const EXECUTOR_NOTES = ['action_plan', 'reflection', 'history_context', 'history_memory'] as const;

/**
 * How the benchmark's multi-agent system asks its models. The executor's earlier steps come as notes from the agent, in the
 * words that all roles share.
 *
 * Source: ColorBench reference code, `executor_agent.py`.
 */
export const MULTI_AGENT_SET: PromptSet = {
  name: 'colorbench.multi',
  title: 'ColorBench: the multi-agent system',
  dialect: 'qwen25_mobile_use@colorbench_executor',
  benchmarks: ['colorbench'],
  agents: ['colorbench-multi-agent'],
  texts: ['colorbench.multi.executor.system', 'colorbench.multi.executor.user'],
  agentTexts: Object.values(ROLE_TEXTS),
  history: { steps: null, pictures: 0 },
  picture: { resize: null, format: 'png' },
  sampling: { temperature: 0.1, maxOutputTokens: 1024 },
  request: (input, { texts }) => {
    const { width, height } = sentSize(input);
    const size = { width: `${width}`, height: `${height}` };
    const notes = Object.fromEntries(EXECUTOR_NOTES.map((name) => [name, input.notes[name] ?? '']));
    const turn = texts.fill('colorbench.multi.executor.user', {
      ...notes,
      'self.task': input.instruction,
      img_width: size.width,
      img_height: size.height,
    });
    return {
      messages: [
        message('system', texts.fill('colorbench.multi.executor.system', size)),
        message('user', turn, input.screenshot),
      ],
    };
  },
};
