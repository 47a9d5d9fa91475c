import { describe, expect, it } from 'vitest';
import { askOfficially, saidMessages } from '../../../testing/models/official-asking.js';
import { buildPromptStep } from '../../../testing/models/prompt-input.js';
import { GLM_V_SETS } from './glm-v-sets.js';

describe("GLM-V's prompt sets", () => {
  it.each([
    ['45v', `','.join(app_names)`],
    ['41v', `",".join(app_names)`],
  ])('ask %s in one message, the picture first', (name, field) => {
    const set = GLM_V_SETS.find((one) => one.name === `glmv.mobile.${name}`);
    const values = (history: string, apps: string): string =>
      `user: PICTURE 0 | [glmv.mobile.${name} ${JSON.stringify({
        values: { task: 'Open Settings.', history_str: history, [field]: apps },
      })}]`;
    expect(saidMessages(askOfficially(set))).toEqual([values(`[glmv.mobile.${name}.first]`, '')]);
    const history = [buildPromptStep({ answer: 'one' }), buildPromptStep({ answer: 'two' })];
    const asked = askOfficially(set, { history, stepsTaken: 2 }, { switches: { apps: 'A,B' } });
    expect(saidMessages(asked)).toEqual([values('Step 0:\none\n\nStep 1:\ntwo\n\n', 'A,B')]);
  });
});
