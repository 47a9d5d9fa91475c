import { describe, expect, it } from 'vitest';
import { askOfficially, saidMessages } from '../../../testing/models/official-asking.js';
import { buildPromptStep } from '../../../testing/models/prompt-input.js';
import { ANDROIDCONTROL_SETS } from './androidcontrol-sets.js';

const history = [
  buildPromptStep({
    call: 'call',
    record: { action: null, screen: null, app: null, instruction: 'First.', isTeacherForced: true },
  }),
];

function asked(name: string): string[] {
  const set = ANDROIDCONTROL_SETS.find((one) => one.name === name);
  return saidMessages(askOfficially(set, { history, stepsTaken: 1, stepInstruction: 'Tap it.' }));
}

describe('prompt sets of AndroidControl', () => {
  it.each(['osatlas.data.androidcontrol', 'osatlas.data.androidcontrol-low'])('%s: steps told', (name) => {
    expect(asked(name)).toEqual([
      `user: [${name}] | PICTURE 0 | \nTask: Open Settings. You need to: Tap it.\nHistory: \nStep 1: First.\n\n`,
    ]);
  });

  it.each(['uiagile.gui-r1', 'uiagile.ui-r1'])('%s: others in the evaluation of UI-AGILE', (name) => {
    expect(asked(name)).toEqual([
      `user: PICTURE 0 | <image>\n[${name} history=Step 1: call; instruction=Open Settings.]`,
    ]);
  });

  it('GUI-R1 and UI-R1: their own prompts', () => {
    expect(asked('guir1.androidcontrol')).toEqual([
      'user: PICTURE 0 | [guir1.prefix text=[guir1.androidcontrol history=Step 1: call; text=Open Settings.]]',
    ]);
    expect(asked('uir1.androidcontrol')).toEqual([
      'user: PICTURE 0 | <image>\n[uir1.androidcontrol task_prompt=Open Settings.]',
    ]);
  });
});
