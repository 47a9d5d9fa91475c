import { describe, expect, it } from 'vitest';
import { askOfficially, saidMessages } from '../../../testing/models/official-asking.js';
import { buildPromptStep } from '../../../testing/models/prompt-input.js';
import { AGENTCPM_SETS } from './agentcpm-sets.js';

describe("AgentCPM-GUI's prompt sets", () => {
  it.each([
    ['agentcpm.vendor', '[agentcpm.user query=', 'png'],
    ['agentcpm.vendor.served', '[agentcpm.user.served text_prompt=', 'jpeg'],
  ])('%s: text and screen, no earlier steps', (name, text, format) => {
    const set = AGENTCPM_SETS.find((one) => one.name === name);
    const history = [buildPromptStep({ answer: 'x', call: 'x' })];
    expect(saidMessages(askOfficially(set, { history }))).toEqual([
      'system: [agentcpm.system]',
      `user: ${text}Open Settings.] | PICTURE 0`,
    ]);
    expect(saidMessages(askOfficially(set, { stepInstruction: 'Tap it.' }))[1]).toBe(
      `user: ${text}Tap it.] | PICTURE 0`,
    );
    expect(set?.picture.format).toBe(format);
  });
});
