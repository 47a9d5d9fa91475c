import { describe, expect, it } from 'vitest';
import type { ModelRequest } from '../../../models/model.js';
import { qwen25MobileUse } from '../../../models/dialects/qwen25-mobile-use/qwen25-mobile-use.js';
import { officialDialect } from '../../../models/prompt-sets/official-dialect.js';
import { namedTexts } from '../../../testing/models/prompt-texts.js';
import { listeningModels, playToyPhone, type ToyPhone } from '../../../testing/phones/toy-phone.js';
import { colorBenchApi } from '../dialects/colorbench-api.js';
import { QWEN25_RELEASES } from '../dialects/qwen-releases.js';
import { PLANNER_SET } from '../prompt-sets/planner-set.js';
import { plannerGrounderAgent } from './planner-grounder.js';

const PHONE: ToyPhone = {
  home: [{ label: 'Left' }, { label: 'Vault', to: 'vault' }],
  vault: [{ label: 'Gold' }],
};

function said({ messages, ...sampling }: ModelRequest): unknown[] {
  const texts = messages.map(({ role, content }) => {
    const parts = content.map((part) => (part.type === 'text' ? part.text : 'PICTURE'));
    return `${role}: ${parts.join(' | ')}`;
  });
  return [...texts, sampling];
}

describe("the planner and its grounder in their authors' words", () => {
  it('are asked as the published code asks them', async () => {
    const official = { set: PLANNER_SET, texts: namedTexts() };
    const planner = officialDialect(colorBenchApi.create(), official);
    const grounder = qwen25MobileUse.withReleases(QWEN25_RELEASES).create({ variant: 'colorbench' });
    const { agent } = plannerGrounderAgent.create(
      {
        dialectOf: (role) => (role === 'grounder' ? grounder : planner),
        profile: 'tolerant',
        observation: 'native',
        prompts: plannerGrounderAgent.prompts,
        official,
      },
      {},
    );
    const answers = [
      'Reason: It leads\n on.\nAction: CLICK[the vault button], it is grey',
      'Reason: Done.\nAction: TASK_COMPLETE[]',
    ];
    const { models, asked } = listeningModels({
      planner: () => answers.shift() ?? '',
      grounder: () =>
        '<action>\n{"name": "mobile_use", "arguments": {"action": "click", "coordinate": [120, 90]}}\n</action>',
    });
    await playToyPhone(agent, PHONE, { goal: 'vault', instruction: 'Open it.', maxSteps: 3, models });

    const asks = (history: string): unknown[] => [
      'user: PICTURE | [colorbench.api.planner ' +
        `history=[colorbench.api.history history_content=${history}]; img_height=480; img_width=240; instruction=Open it.]`,
      { temperature: 0.1, maxOutputTokens: 2048 },
    ];
    expect(asked.map(({ request }) => said(request))).toEqual([
      asks(''),
      [
        'user: [colorbench.api.grounder action_str=CLICK[the vault button], it is grey; action_thought=It leads\n on.; height=480; width=240] | PICTURE',
        { temperature: 0, maxOutputTokens: 1024 },
      ],
      asks('Step 1: Thought: It leads\n on.; Action: CLICK[the vault button], it is grey'),
    ]);
  });
});
