import type { PromptInput } from '../../dialects/dialect.js';
import { message } from '../../dialects/prompt-parts.js';
import type { ModelRequest } from '../../model.js';
import type { OfficialAsking, PromptSet } from '../prompt-set.js';

const SYSTEM = 'agentcpm.system';
const RESIZE = { algorithm: 'longest_side', maxSide: 1120 } as const;

/** What both ways share: no earlier steps, a small picture behind the text. */
const VENDOR = {
  dialect: 'agentcpm',
  benchmarks: [],
  switches: { thought: 'required' },
  history: { steps: 0, pictures: 0 },
} as const satisfies Partial<PromptSet>;

/** How the vendor asks AgentCPM-GUI. */
export const AGENTCPM_SETS: readonly PromptSet[] = [
  {
    ...VENDOR,
    name: 'agentcpm.vendor',
    title: 'AgentCPM-GUI as its paper evaluates it',
    isDefault: true,
    texts: [SYSTEM, 'agentcpm.user'],
    picture: { resize: RESIZE, format: 'png' },
    // Source: AgentCPM-GUI repository, `eval/run_predict_minicpm.py`.
    sampling: { temperature: 0.1, topP: 0.3 },
    request: (input, asked) => request(input, asked, { id: 'agentcpm.user', field: 'query' }),
  },
  {
    ...VENDOR,
    name: 'agentcpm.vendor.served',
    title: 'AgentCPM-GUI as its README asks a vLLM server: with a tag for the picture',
    texts: [SYSTEM, 'agentcpm.user.served'],
    picture: { resize: RESIZE, format: 'jpeg' },
    // Source: AgentCPM-GUI repository, `README.md`.
    sampling: { temperature: 0.1, maxOutputTokens: 2048 },
    request: (input, asked) => request(input, asked, { id: 'agentcpm.user.served', field: 'text_prompt' }),
  },
];

/** At the low level the step's instruction takes the place of the task's. */
function request(
  { instruction, stepInstruction, screenshot }: PromptInput,
  { texts }: OfficialAsking,
  { id, field }: { readonly id: string; readonly field: string },
): ModelRequest {
  const turn = texts.fill(id, { [field]: stepInstruction ?? instruction });
  return { messages: [message('system', texts.text(SYSTEM)), message('user', turn, screenshot)] };
}
