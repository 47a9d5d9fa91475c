import { describe, expect, it } from 'vitest';
import { askOfficially, numberedPicture, saidMessages } from '../../../testing/models/official-asking.js';
import { buildPromptStep } from '../../../testing/models/prompt-input.js';
import type { PromptInput } from '../../dialects/dialect.js';
import { withBoxTokens } from './box-tokens.js';
import { UI_TARS_SETS } from './ui-tars-sets.js';

function asked(name: string, input: Partial<PromptInput> = {}): string[] {
  return saidMessages(
    askOfficially(
      UI_TARS_SETS.find((set) => set.name === name),
      input,
    ),
  );
}

describe("UI-TARS's prompt sets", () => {
  it.each(['uitars.vendor', 'uitars.vendor.doubao'])('%s: the task, then the screen alone', (name) => {
    const task = (language: string): string =>
      `user: [uitars.doubao.mobile instruction=Open Settings.; language=${language}]`;
    expect(asked(name)).toEqual([task('English'), 'user: PICTURE 0']);
    expect(asked(name, { language: 'zh-CN' })[0]).toBe(task('Chinese'));
  });

  it('uitars.vendor: earlier answers as the model wrote them, the latest behind their pictures', () => {
    const history = [
      buildPromptStep({ answer: "Thought: a\nAction: click(start_box='(1, 2)')" }),
      buildPromptStep({
        answer: "Thought: b\nAction: click(start_box='(1,2)')",
        picture: numberedPicture(7),
      }),
      buildPromptStep(),
      buildPromptStep({ call: 'wait()', thought: 'c', picture: numberedPicture(8) }),
    ];
    expect(asked('uitars.vendor', { history }).slice(1)).toEqual([
      "assistant: Thought: a\nAction: click(start_box='(1, 2)')",
      'user: PICTURE 7',
      "assistant: Thought: b\nAction: click(start_box='<|box_start|>(1,2)<|box_end|>')",
      'user: PICTURE 8',
      'assistant: Thought: c\nAction: wait()',
      'user: PICTURE 0',
    ]);
  });

  it('uitars.v1: prompt, task and screen in one message, whatever came before', () => {
    const history = [buildPromptStep({ answer: 'x', picture: numberedPicture(7) })];
    expect(asked('uitars.v1', { history })).toEqual(['user: [uitars.v1.mobile]Open Settings. | PICTURE 0']);
  });
});

describe('withBoxTokens', () => {
  it.each([
    ["Action: click(point='<point>1 2</point>')", "Action: click(point='<point>1 2</point>')"],
    ["click(start_box='(1,2)')", "click(start_box='(1,2)')"],
    [
      "Thought: t\nAction:  drag(start_box='(1,2)', end_box='(3,4)')  ",
      "Thought: t\nAction: drag(start_box='<|box_start|>(1,2)<|box_end|>', end_box='<|box_start|>(3,4)<|box_end|>')",
    ],
    [
      "Action: click(start_box='(1,2)')\nAction: click(start_box='(1,2)')\n",
      "Action: click(start_box='<|box_start|>(1,2)<|box_end|>')\n\nclick(start_box='<|box_start|>(1,2)<|box_end|>')",
    ],
  ])('%j', (answer, marked) => {
    expect(withBoxTokens(answer)).toBe(marked);
  });
});
