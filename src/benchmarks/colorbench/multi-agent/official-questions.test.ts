import { describe, expect, it } from 'vitest';
import type { ModelRequest } from '../../../models/model.js';
import { officialDialect } from '../../../models/prompt-sets/official-dialect.js';
import { qwen25MobileUse } from '../../../models/dialects/qwen25-mobile-use/qwen25-mobile-use.js';
import { QWEN25_RELEASES } from '../dialects/qwen-releases.js';
import { namedTexts } from '../../../testing/models/prompt-texts.js';
import { listeningModels, playToyPhone, type ToyPhone } from '../../../testing/phones/toy-phone.js';
import { MULTI_AGENT_SET } from '../prompt-sets/multi-agent-set.js';
import { colorbenchMultiAgentDefinition as definition } from './colorbench-multi-agent.js';

const PHONE: ToyPhone = {
  home: [{ label: 'Left' }, { label: 'Vault', to: 'vault' }],
  vault: [{ label: 'Gold' }],
};

function said({ messages }: ModelRequest): string[] {
  return messages.map(({ role, content }) => {
    const parts = content.map((part) => (part.type === 'text' ? part.text : 'PICTURE'));
    return `${role}: ${parts.join(' | ')}`;
  });
}

describe("the multi-agent system in its authors' words", () => {
  it('asks each role as the published code does', async () => {
    const family = qwen25MobileUse.withReleases(QWEN25_RELEASES);
    const official = { set: MULTI_AGENT_SET, texts: namedTexts() };
    const dialect = officialDialect(family.create({ variant: 'colorbench_executor' }), official);
    const { agent } = definition.create(
      {
        dialectOf: () => dialect,
        profile: 'reference:colorbench',
        observation: 'native',
        prompts: definition.prompts,
        official,
      },
      {},
    );
    const answers = [
      '<action>\n{"name": "mobile_use", "arguments": {"action": "click", "coordinate": [1, 2]}}\n</action>\n<description>\nI tap.\n</description>',
      '<action>\n{"name": "mobile_use", "arguments": {"action": "terminate", "status": "success"}}\n</action>',
    ];
    const { models, asked } = listeningModels({
      planner: () => '<action_plan>\nTap it.\n</action_plan>',
      executor: () => answers.shift() ?? '',
      memory: () => '<memory>\nthe code\n</memory>',
      reflector: () => '<execution_reflection>\nIt missed.\n</execution_reflection>',
    });
    const task = { goal: 'vault', instruction: 'Open it.', maxSteps: 2 };
    await playToyPhone(agent, PHONE, { ...task, models });

    const questions = asked.map(({ role, request }) => `${role}: ${said(request).join('\n')}`);
    const resolution = 'img_height=480; img_width=240';
    const system = 'system: [colorbench.multi.executor.system height=480; width=240]';
    const history = "Step 1: Action: {'action_type': 'click', 'x': 1, 'y': 2}; Action description: I tap.";
    const plan = 'No planning_reflection described';
    const memory = (action: string): string =>
      'memory: system: [colorbench.multi.memory.system]\n' +
      `user: [colorbench.multi.memory.user action=${action}; cur_planning=Tap it.; self.task=Open it.] | PICTURE`;
    expect(questions).toEqual([
      'planner: system: [colorbench.multi.planner.system]\n' +
        'user: [colorbench.multi.planner.user history_context=; history_memory=; reflection_content=; self.task=Open it.] | PICTURE',
      `executor: ${system}\n` +
        `user: [colorbench.multi.executor.user action_plan=Tap it.; history_context=; history_memory=; ${resolution}; reflection=; self.task=Open it.] | PICTURE`,
      memory("{'action_type': 'click', 'x': 1, 'y': 2}"),
      'reflector: system: [colorbench.multi.reflector.system]\n' +
        `user: [colorbench.multi.reflector.before action={'action_type': 'click', 'x': 1, 'y': 2}; action_description=I tap.; action_plan=Tap it.; pre_img_height=480; pre_img_width=240; self.task=Open it.]` +
        ' | PICTURE | PICTURE | [colorbench.multi.reflector.after ]',
      'planner: system: [colorbench.multi.planner.system]\n' +
        `user: [colorbench.multi.planner.user history_context=${history}; history_memory=    (1). the code; reflection_content=${plan}; self.task=Open it.] | PICTURE`,
      `executor: ${system}\n` +
        `user: [colorbench.multi.executor.user action_plan=Tap it.; history_context=${history}; history_memory=    (1). the code; ${resolution}; reflection=It missed.; self.task=Open it.] | PICTURE`,
      memory("{'action_type': 'complete', 'status': 'success'}"),
    ]);
  });
});
