import { describe, expect, it } from 'vitest';
import { askOfficially, saidMessages } from '../../../testing/models/official-asking.js';
import { buildPromptStep } from '../../../testing/models/prompt-input.js';
import { guiR1Set, UI_AGILE_SETS, uiR1Set } from './r1-sets.js';

const GIVEN = { name: 'x', title: 'x', dialect: 'x', benchmarks: [] };

describe('prompt sets of models that answer in a list', () => {
  const history = [buildPromptStep({ call: 'a' }), buildPromptStep()];

  it('GUI-R1: the picture, then the text behind its prefix', () => {
    const set = guiR1Set(GIVEN, 'made.up');
    const asked = (steps: string): string[] => [
      `user: PICTURE 0 | [guir1.prefix text=[made.up history=${steps}; text=Open Settings.]]`,
    ];
    expect(saidMessages(askOfficially(set))).toEqual(asked('None'));
    expect(saidMessages(askOfficially(set, { history, stepsTaken: 2 }))).toEqual(
      asked('Step 1: a; Step 2: '),
    );
  });

  it('UI-AGILE: the picture, then the text behind a token', () => {
    const [set] = UI_AGILE_SETS;
    const asked = (steps: string): string[] => [
      `user: PICTURE 0 | <image>\n[uiagile.detailed history=${steps}; instruction=Open Settings.]`,
    ];
    expect(saidMessages(askOfficially(set))).toEqual(asked('None'));
    expect(saidMessages(askOfficially(set, { history, stepsTaken: 2 }))).toEqual(
      asked('Step 1: a; Step 2: '),
    );
  });

  it('UI-R1: the picture, then the text behind a token, no earlier steps', () => {
    expect(saidMessages(askOfficially(uiR1Set(GIVEN, 'made.up'), { history }))).toEqual([
      'user: PICTURE 0 | <image>\n[made.up task_prompt=Open Settings.]',
    ]);
  });
});
