import { userTurn } from '../../models/dialects/prompt-parts.js';
import type { PromptSet } from '../../models/prompt-sets/prompt-set.js';

/** Official texts in which the agent asks its other models. */
export const SEEACT_V_TEXTS = { summary: 'seeactv.summary', grounder: 'seeactv.grounder' } as const;

const SELECT = 'seeactv.select';
const FIRST_STEP = 'seeactv.first-step';

/** How SeeAct-V asks its models. Source: SeeAct-V on AndroidWorld, `seeact_v.py` and `infer.py`. */
export const SEEACT_V_SET: PromptSet = {
  name: 'seeact-v',
  title: 'SeeAct-V on AndroidWorld: any model that sees, with UGround',
  dialect: 'seeact_v',
  benchmarks: [],
  agents: ['seeact-v'],
  texts: [SELECT, FIRST_STEP],
  agentTexts: Object.values(SEEACT_V_TEXTS),
  history: { steps: null, pictures: 0 },
  picture: { resize: null, format: 'jpeg', quality: 75 },
  sampling: { temperature: 0, maxOutputTokens: 1000, pictureDetail: 'high' },
  request: ({ instruction, history, screenshot }, { texts }) => {
    const lines = history.map(({ summary, call }, index) => `Step ${index + 1}- ${summary ?? call ?? ''}`);
    const text = texts.fill(SELECT, {
      goal: instruction,
      history: lines.join('\n') || texts.text(FIRST_STEP),
      additional_guidelines: '',
    });
    return userTurn(text, screenshot);
  },
};
