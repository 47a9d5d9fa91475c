import { describe, expect, it } from 'vitest';
import { askOfficially, numberedPicture, saidMessages } from '../../../testing/models/official-asking.js';
import { buildPromptStep } from '../../../testing/models/prompt-input.js';
import type { CoordinateRule } from '../../dialects/reading/resolve-position.js';
import type { PromptInput, PromptStep } from '../../dialects/dialect.js';
import type { OfficialAsking } from '../prompt-set.js';
import { GUI_OWL_V1_SETS } from './gui-owl-v1-sets.js';
import { GUI_OWL_V15_SETS } from './gui-owl-v15-sets.js';

const RULE: CoordinateRule = {
  space: 'resized',
  to: {
    algorithm: 'smart_resize_gui_owl',
    factor: 28,
    minPixels: 784,
    maxPixels: 10_035_200,
    maxLongSide: 50_000,
  },
};

function asked(
  name: string,
  input: Partial<PromptInput> = {},
  changes: Partial<OfficialAsking> = {},
): string[] {
  const set = [...GUI_OWL_V1_SETS, ...GUI_OWL_V15_SETS].find((one) => one.name === name);
  return saidMessages(
    askOfficially(
      set,
      { screen: { width: 1080, height: 2400 }, ...input },
      { coordinates: set?.coordinates ?? RULE, ...changes },
    ),
  );
}

/** Steps with pictures 1, 2, …, answers by the words around their number. */
function steps(count: number, answer: (number: number) => string): PromptStep[] {
  return Array.from({ length: count }, (_, index) =>
    buildPromptStep({ answer: answer(index + 1), picture: numberedPicture(index + 1) }),
  );
}

function system(prefix: string): string {
  const tool =
    '{"type": "function", "function": {"name": "mobile_use", "description": ' +
    `"[${prefix}.description self.display_height_px=2408; self.display_width_px=1092]", ` +
    `"parameters": [${prefix}.parameters]}}`;
  return `system: [qwen25.cookbook.assistant-line]\n\n[qwen.nous tool_descs=${tool}]`;
}

function task(prefix: string, history: string): string {
  const tags = 'think_tag_begin=<thinking>; think_tag_end=</thinking>';
  return (
    `[${prefix}.query instruction=Open Settings.][${prefix}.progress history=${history}]` +
    `[${prefix}.reasoning ${tags}][${prefix}.conclusion]`
  );
}

describe('GUI-Owl 1', () => {
  it('is told its earlier conclusions; a step without one is passed over and counted', () => {
    expect(asked('guiowl.v1')).toEqual([
      system('guiowl.v1'),
      `user: ${task('guiowl.v1.user', '')} | PICTURE 0`,
    ]);
    const record = { action: null, screen: null, app: null, isTeacherForced: true };
    const history = [
      buildPromptStep({ answer: 'x<conclusion>\n"Opened\nit"\n</conclusion>', summary: 'no' }),
      buildPromptStep({ answer: 'no conclusion', summary: 'no' }),
      buildPromptStep({ answer: 'no', record: { ...record, instruction: 'Told.' } }),
      buildPromptStep({ summary: 'Kept.' }),
    ];
    expect(asked('guiowl.v1', { history })[1]).toBe(
      `user: ${task('guiowl.v1.user', 'Step 1: Openedit; Step 3: Told.; Step 4: Kept.; ')} | PICTURE 0`,
    );
  });

  it('is shown rounds by its cookbook, pictures as many as are kept', () => {
    const history = steps(3, (number) => `answer ${number}`).map((step, index) =>
      index === 2 ? step : { ...step, picture: null },
    );
    const first = `user: ${task('guiowl.v1.cookbook.user', '')}\n`;
    expect(asked('guiowl.v1.cookbook')).toEqual([system('guiowl.v1.cookbook'), `${first} | PICTURE 0`]);
    expect(asked('guiowl.v1.cookbook', { history }).slice(1)).toEqual([
      first,
      'assistant: answer 1',
      'user: \n',
      'assistant: answer 2',
      'user: \n | PICTURE 3',
      'assistant: answer 3',
      'user: \n | PICTURE 0',
    ]);
  });

  it('states a size within the limits of its cookbook', () => {
    const [cookbook] = asked('guiowl.v1.cookbook', { screen: { width: 29, height: 29 } });
    expect(cookbook).toContain('self.display_height_px=56; self.display_width_px=56');
    const [runner] = asked('guiowl.v1', { screen: { width: 29, height: 29 } });
    expect(runner).toContain('self.display_height_px=28; self.display_width_px=28');
  });
});

describe('GUI-Owl 1.5', () => {
  const answer = (number: number): string => `Action: do ${number}\n<tool_call>\n{}\n</tool_call>`;
  const turns = (numbers: readonly number[]): string[] =>
    numbers.flatMap((number) => [`user: PICTURE ${number}`, `assistant: ${answer(number)}`]);

  it('is told the day and shown the last four steps on phones', () => {
    const date = '[guiowl.v15.mobile.date formatted_date=2026-03-01 Sunday]';
    const text = (previous: string): string =>
      `[guiowl.v15.mobile.user date_info=${date}; instruction=Open Settings.; previous_actions_str=${previous}]`;
    expect(asked('guiowl.v15.mobile')).toEqual([
      'system: [guiowl.v15.mobile.system]',
      `user: ${text('None')} | PICTURE 0`,
    ]);
    const [, first, ...rest] = asked('guiowl.v15.mobile', { history: steps(6, answer) });
    expect(first).toBe(`user: ${text('Step 1: do 1\nStep 2: do 2')} | PICTURE 3`);
    expect(rest).toEqual([`assistant: ${answer(3)}`, ...turns([4, 5, 6]), 'user: PICTURE 0']);
  });

  it('is told what it said before its call where it has a memory, and answers without a call as they are', () => {
    const said = (earlier: string, text: string): string =>
      asked(
        'guiowl.v15.mobile',
        { history: steps(5, () => text) },
        { switches: { earlier, date: '2024-02-29' } },
      )[1] ?? '';
    expect(said('memory', ' M Action: a <tool_call>')).toContain('previous_actions_str=Step 1: M Action: a]');
    expect(said('action', 'M Action: a Action: b<tool_call>')).toContain('previous_actions_str=Step 1: a]');
    expect(said('action', ' no call')).toContain('previous_actions_str=Step 1:  no call]');
    expect(said('action', '')).toContain('formatted_date=2024-02-29 Thursday');
  });

  it('is told older actions on AndroidWorld by their last words', () => {
    expect(asked('guiowl.v15.aw', { history: steps(4, answer) })).toEqual([
      'system: [guiowl.v15.aw.system]',
      'user: [guiowl.v15.aw.user goal=Open Settings.] | PICTURE 1',
      `assistant: ${answer(1)}`,
      ...turns([2, 3, 4]),
      'user: PICTURE 0',
    ]);
    const twice = (number: number): string => `Action: no Action: ${answer(number)}`;
    expect(asked('guiowl.v15.aw', { history: steps(6, twice) })[1]).toBe(
      'user: [guiowl.v15.aw.user.history goal=Open Settings.; history_string=Step1: do 1\nStep2: do 2] | PICTURE 3',
    );
  });

  it('is told the latest actions by its cookbook, as many as are not shown', () => {
    expect(asked('guiowl.v15.cookbook')).toEqual([
      'system: [guiowl.v15.cookbook.system]',
      'user: [guiowl.v15.cookbook.user goal=Open Settings.; prev=No previous action.] | PICTURE 0',
    ]);
    const [, first] = asked('guiowl.v15.cookbook', { history: steps(6, answer) });
    expect(first).toBe(
      'user: [guiowl.v15.cookbook.user goal=Open Settings.; prev=Step1: do 5\nStep2: do 6] | PICTURE 3',
    );
    const [, unreadable] = asked('guiowl.v15.cookbook', { history: steps(5, () => 'nothing') });
    expect(unreadable).toContain('prev=Step1: None]');
  });
});
