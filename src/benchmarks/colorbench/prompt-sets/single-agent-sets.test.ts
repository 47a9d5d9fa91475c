import { describe, expect, it } from 'vitest';
import type { PromptInput, PromptStep } from '../../../models/dialects/dialect.js';
import type { ModelRequest } from '../../../models/model.js';
import { askOfficially } from '../../../testing/models/official-asking.js';
import { SINGLE_AGENT_SETS } from './single-agent-sets.js';

const PICTURE = { mediaType: 'image/png', data: Uint8Array.of(1), size: { width: 1080, height: 2376 } };

function step(answer: string): PromptStep {
  return { answer, call: null, thought: null, summary: null, picture: null };
}

/** Messages of a set as `role: part | part`. */
function asked(name: string, input: Partial<PromptInput>): string[] {
  const set = SINGLE_AGENT_SETS.find((one) => one.name === name);
  return said(askOfficially(set, { screenshot: PICTURE, ...input }));
}

function said(request: ModelRequest): string[] {
  return request.messages.map(({ role, content }) => {
    const parts = content.map((part) => (part.type === 'text' ? part.text : 'PICTURE'));
    return `${role}: ${parts.join(' | ')}`;
  });
}

describe("ColorBench's prompt sets", () => {
  it('ask Qwen2.5-VL with the size of the picture as sent, and no history at first', () => {
    expect(asked('colorbench.vanilla', {})).toEqual([
      'system: [colorbench.vanilla.system height=2376; width=1080]',
      'user: [colorbench.vanilla.user self.task=Open Settings.][colorbench.vanilla.user.open] | PICTURE',
    ]);
  });

  it('tell Qwen2.5-VL the raw text of each action, and None where nothing was described', () => {
    const history = [
      step('<action>\n{"a": 1}\n</action>\n<thinking>\n first \n</thinking>'),
      step('so\n<action> {"a": 2} </action>'),
      step('nothing'),
    ];
    const lines = [
      'Step 1: action:{"a": 1}, action_description:first\n',
      'Step 2: action:{"a": 2}, action_description:None\n',
      'Step 3: action:None, action_description:None\n',
    ];
    expect(asked('colorbench.vanilla', { history })[1]).toBe(
      'user: [colorbench.vanilla.user self.task=Open Settings.][colorbench.vanilla.user.open]' +
        `[colorbench.vanilla.user.history history=${lines.join('')}] | PICTURE`,
    );
  });

  it('take a recorded step in the words it was told in', () => {
    const told = { answer: null, call: '{"a": 1}', thought: 'T', summary: 'S', picture: null };
    expect(asked('colorbench.vanilla', { history: [told] })[1]).toContain(
      'Step 1: action:{"a": 1}, action_description:S\n',
    );
    expect(asked('colorbench.qwen3', { history: [told] })[1]).toContain('Step 1: Thought:T Action:S\n');
  });

  it('warn Qwen3-VL of icons from the second step on only', () => {
    expect(asked('colorbench.qwen3', {})).toEqual([
      'system: [colorbench.qwen3.system]',
      'user: [colorbench.qwen3.user self.task=Open Settings.] | PICTURE',
    ]);
    const history = [step('Thought: t\n1\nAction: "a"\n<tool_call>\n{}\n</tool_call>'), step('no words')];
    expect(asked('colorbench.qwen3', { history })[1]).toBe(
      'user: [colorbench.qwen3.user self.task=Open Settings.]' +
        '[colorbench.qwen3.user.history history=Step 1: Thought:t1 Action:"a"\nStep 2: Thought:None Action:None\n]' +
        '[colorbench.qwen3.user.open] | PICTURE',
    );
  });

  it('ask UI-TARS with the picture between prompt and suffix', () => {
    const prompt = (history: string): string =>
      `[colorbench.tars.prompt height=2376; history=${history}; instruction=Open Settings.; width=1080]`;
    expect(asked('colorbench.tars', {})).toEqual([
      `user: ${prompt('[colorbench.tars.history-empty]')} | PICTURE | [colorbench.tars.suffix.format]`,
    ]);
    const steps = 'Step 1: action:wait(), action_thought:t 1; ';
    expect(asked('colorbench.tars', { history: [step('Thought: t\n1\nAction: wait()')] })).toEqual([
      `user: ${prompt(steps)} | PICTURE | [colorbench.tars.suffix.history history=${steps}][colorbench.tars.suffix.format]`,
    ]);
  });

  it('ask OS-Atlas with its prompt as it is', () => {
    expect(asked('colorbench.atlas', { history: [step('Thoughts:\nt\nActions:\nWAIT')] })).toEqual([
      'user: [colorbench.atlas.prompt] | PICTURE | [colorbench.atlas.user self.task=Open Settings.]' +
        '[colorbench.atlas.user.history history=Step 1: action:WAIT, action_thought:t; ]',
    ]);
    expect(asked('colorbench.atlas', {})[0]).toMatch(/self\.task=Open Settings\.\]$/);
  });

  it('refuse a picture of a size that nobody knows', () => {
    const unknown = { screenshot: { ...PICTURE, size: null }, screen: null };
    expect(() => asked('colorbench.vanilla', unknown)).toThrow('the size of the picture');
  });
});
