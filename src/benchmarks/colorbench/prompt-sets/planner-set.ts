import { userTurn } from '../../../models/dialects/prompt-parts.js';
import type { PromptStep } from '../../../models/dialects/dialect.js';
import type { PromptSet } from '../../../models/prompt-sets/prompt-set.js';
import { sentSize } from '../../../models/prompt-sets/sent-size.js';
import { splitPlannedAction } from '../published-readers/read-api.js';

/** The text in which the planner's grounder is asked. */
export const GROUNDER_TEXT = 'colorbench.api.grounder';

/** How the benchmark asks closed models, beside a grounder. Source: ColorBench reference code, `agent_api.py`. */
export const PLANNER_SET: PromptSet = {
  name: 'colorbench.api',
  title: 'ColorBench: GPT-4o, Qwen-VL-Max and GLM-4.5V beside a grounder',
  dialect: 'colorbench_api',
  benchmarks: ['colorbench'],
  agents: ['planner-grounder'],
  texts: ['colorbench.api.planner', 'colorbench.api.history'],
  agentTexts: [GROUNDER_TEXT],
  history: { steps: null, pictures: 0 },
  picture: { resize: null, format: 'png' },
  sampling: { temperature: 0.1, maxOutputTokens: 2048 },
  request: (input, { texts }) => {
    const { width, height } = sentSize(input);
    const lines = input.history.map((step, index) => {
      const { reason, action } = officialStep(step);
      return `Step ${index + 1}: Thought: ${reason}; Action: ${action}\n`;
    });
    const text = texts.fill('colorbench.api.planner', {
      instruction: input.instruction,
      img_width: `${width}`,
      img_height: `${height}`,
      history: texts.fill('colorbench.api.history', {
        history_content: lines.join('').replace(/\n+$/, ''),
      }),
    });
    return userTurn(input.screenshot, text);
  },
};

/** A step in the parts that the agent's code keeps of it. */
function officialStep({ answer, call, thought }: PromptStep): {
  readonly reason: string;
  readonly action: string;
} {
  const split = answer === null ? null : splitPlannedAction(answer);
  return split ?? { reason: thought ?? '', action: call ?? '' };
}
