import { describe, expect, it } from 'vitest';
import { askOfficially, saidMessages } from '../../../testing/models/official-asking.js';
import { buildPromptStep } from '../../../testing/models/prompt-input.js';
import type { PromptInput } from '../../dialects/dialect.js';
import { UI_VENUS_SETS } from './ui-venus-sets.js';

function asked(name: string, input: Partial<PromptInput> = {}): string[] {
  const set = UI_VENUS_SETS.find((one) => one.name === name);
  return saidMessages(askOfficially(set, input));
}

const history = [
  buildPromptStep({
    answer: 'x<think>\n a\nb \n</think>\n<action>\nWait()\n</action><conclusion>c</conclusion>',
  }),
  buildPromptStep({ answer: ' PressBack() ' }),
  buildPromptStep({ thought: 't', call: 'PressHome()' }),
  buildPromptStep(),
];

describe("UI-Venus's prompt sets", () => {
  it.each([
    ['venus10.navi', 'venus10.navi'],
    ['venus10.navi.72b', 'venus10.navi'],
    ['venus15.mobile', 'venus15.mobile'],
  ])('%s: a system line, then text and screen', (name, text) => {
    expect(asked(name)).toEqual([
      'system: [venus.system]',
      `user: [${text} previous_actions=; user_task=Open Settings.] | PICTURE 0`,
    ]);
    const told = [
      'Step 0: <think> a\nb </think><action>Wait()</action>',
      'Step 1: <think></think><action></action>',
      'Step 2: <think>t</think><action>PressHome()</action>',
      'Step 3: <think></think><action></action>',
    ];
    expect(asked(name, { history, stepsTaken: 9 })[1]).toContain(`previous_actions=${told.join('\n')};`);
  });

  it('venus15.framework: no system line, steps as it cuts them', () => {
    const told = [
      'Step 0: <think>a\nb</think><action>Wait()</action>',
      'Step 1: PressBack()',
      'Step 2: <think>t</think><action>PressHome()</action>',
      'Step 3: ',
    ];
    expect(asked('venus15.framework', { history })).toEqual([
      `user: [venus15.framework previous_actions=${told.join('\n')}; user_task=Open Settings.] | PICTURE 0`,
    ]);
  });

  it('count what their pictures are resized to', () => {
    for (const { name, dialect, picture, coordinates } of UI_VENUS_SETS) {
      if (dialect !== 'ui_venus@1.0' || name.endsWith('72b')) continue;
      expect(coordinates).toEqual({ space: 'resized', to: picture.resize });
    }
  });
});
