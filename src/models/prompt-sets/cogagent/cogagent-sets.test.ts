import { describe, expect, it } from 'vitest';
import { askOfficially, saidMessages } from '../../../testing/models/official-asking.js';
import { buildPromptStep } from '../../../testing/models/prompt-input.js';
import { COGAGENT_SETS } from './cogagent-sets.js';

describe("CogAgent's prompt sets", () => {
  const platform = '[cogagent.platform args.platform=Mobile]';

  it.each(COGAGENT_SETS.map((set) => [set.name, set.texts.at(-1) ?? '', set] as const))(
    '%s asks for its format',
    (_, format, set) => {
      const head = '[cogagent.history.head]';
      expect(saidMessages(askOfficially(set))).toEqual([
        `user: [cogagent.query format_str=[${format}]; history_str=${head}; platform_str=${platform}; task=Open Settings.] | PICTURE 0`,
      ]);
    },
  );

  it('tell operations with what they were for', () => {
    const [set] = COGAGENT_SETS;
    const history = [
      buildPromptStep({
        answer:
          'Status: s\nAction:  Tap it.  \nGrounded Operation: \nCLICK(box=[[1,2,3,4]])\n<<general operation>>',
        call: 'no',
        summary: 'no',
      }),
      buildPromptStep({ answer: 'Grounded Operation: WAIT()', summary: 'no' }),
      buildPromptStep({ call: 'HOME()', thought: 'Go.' }),
    ];
    const line = (index: number, step: string, action: string): string =>
      `[cogagent.history.line action=${action}; index=${index}; step=${step}]`;
    const [asked] = saidMessages(askOfficially(set, { history, stepsTaken: 5 }));
    const lines = [
      line(0, 'CLICK(box=[[1,2,3,4]])', 'Tap it.  '),
      line(1, 'WAIT()', ''),
      line(2, 'HOME()', 'Go.'),
    ];
    expect(asked).toContain(`history_str=[cogagent.history.head]${lines.join('')}; platform_str`);
  });
});
