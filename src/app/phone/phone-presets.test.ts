import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { findAnswer } from '../../phone/answers/find-answer.js';
import { listPresets, PHONE_PRESETS } from './phone-presets.js';

describe('PHONE_PRESETS', () => {
  it('are in the documentation with what each sets', async () => {
    const text = await readFile('docs/phone/README.md', 'utf8');
    const section = text.slice(text.indexOf('| preset'), text.indexOf('| client '));
    const rows = [...section.matchAll(/^\| `([\w.-]+)` +\| (.*?) +\| .*\|$/gm)].map(([, name, sets]) => [
      name,
      sets,
    ]);
    const expected = Object.entries(PHONE_PRESETS).map(([name, { options }]) => {
      const sets = Object.entries(options).map(([key, value]) => `\`${key}=${value}\``);
      return [name, sets.join(', ') || 'nothing'];
    });
    expect(rows.filter(([name = '']) => Object.hasOwn(PHONE_PRESETS, name))).toEqual(expected);
  });

  it('are in the documentation with where each takes the answer from', async () => {
    const text = await readFile('docs/phone/README.md', 'utf8');
    const section = text.slice(text.indexOf('| preset'), text.indexOf('| client '));
    const rows = [...section.matchAll(/^\| `([\w.-]+)` +\| .*? +\| (.*?) +\|$/gm)].map(([, name, where]) => [
      name,
      where,
    ]);
    const expected = Object.entries(PHONE_PRESETS).map(([name, { answer }]) => [
      name,
      answer?.where ?? 'nowhere',
    ]);
    expect(rows.filter(([name = '']) => Object.hasOwn(PHONE_PRESETS, name))).toEqual(expected);
  });

  it('are listed with what each sets', () => {
    expect(listPresets()).toContain('appagent, mobile-agent (adbKeyboard=active), ');
  });
});

/** What public agents print at the end of a task that asks for something, shortened: the forms are theirs, the words ours. */
const PRINTED: Readonly<Record<string, readonly (readonly [printed: string, answer: string | null])[]>> = {
  appagent: [
    [
      'Round 1\n\nThought:\n\nI open the list.\n\nAction:\n\ntap(3)\n\nSummary:\n\nOpened.\n\nRound 2\n\nThought:\n\nThere are 3 messages.\n\nAction:\n\nFINISH\n\nSummary:\n\nDone.\n\nTask completed successfully\n\n',
      'There are 3 messages.',
    ],
    ['Thought:\n\nOn it.\n\nAction:\n\ntap(3)\n\nTask finished due to reaching max rounds\n\n', null],
  ],
  'mobile-agent-v2': [
    [
      '### Thought ###\nOpen it.\n\n### Action ###\nTap (1, 2)\n\n### Operation ###\nTap.\n####\n### Thought ###\nThere are\n3 messages.\n\n### Action ###\nStop\n\n### Operation ###\nEnd.\n',
      'There are\n3 messages.',
    ],
    ['### Thought ###\nOpen it.\n\n### Action ###\nTap (1, 2)\n', null],
  ],
  'mobile-agent-v3': [
    [
      'Action: {}\nInstruction finished, answer: 3, of two\nsenders, stop the process.\n',
      '3, of two\nsenders',
    ],
    ['Instruction finished, stop the process.\n', null],
  ],
  'mobile-agent-v3.5': [
    [
      '[MODEL OUTPUT]\nThe answer is there.\n<tool_call>\n{"name": "mobile_use", "arguments": {"action": "answer", "text": "It says \\"3\\""}}\n</tool_call>\n[ANSWER] The answer is there.\n[TERMINATED] Task completed.\n\n[DONE] Agent execution finished.\n',
      'It says "3"',
    ],
    ['{"arguments": {"text": "3", "action": "answer"}}\n', '3'],
    ['{"arguments": {"action": "type", "text": "3"}}\n[TERMINATED] Status: success\n', null],
  ],
  'mobile-agent-e': [
    [
      'Finish Thought: There are 3.\nAll of today.\nUpdate persistent tips: tips.txt\n',
      'There are 3.\nAll of today.',
    ],
    ['Plan: open it\n', null],
  ],
  'mobile-agent': [
    ['Instruction finished, answer: 3, stop the process.\n', '3'],
    ['Finish Thought: 3\n', '3'],
    ['### Thought ###\n3\n### Action ###\nStop\n', '3'],
  ],
  'open-autoglm': [
    ['✅ Task Completed: 3\n\nResult: There are 3\n- one\n- two\n', 'There are 3\n- one\n- two'],
    ['Result: Task completed\n', null],
    ['Result: Max steps reached\n', null],
  ],
  androidlab: [
    [
      'finish(message="1")\ndo(action="Tap")\nfinish(message="There are 3 (three)")\nCompleted successfully.\n',
      'There are 3 (three)',
    ],
    ["finish('3')", '3'],
    ['finish()\n', null],
  ],
  midscene: [
    ['running\nThere are 3\nMidscene - report file updated: midscene_run/report/a.html\n\n', 'There are 3'],
    ['There are 3', 'There are 3'],
  ],
  'ui-tars': [
    ["Thought: found\nAction: finished(content='It\\'s 3')\n", "It's 3"],
    ['Action: finished()\n', null],
  ],
  droidrun: [
    [
      'Step 3/15\n🎉 Goal achieved: There are 3\nof two senders\n📁 Trajectory saved: trajectories/1\n',
      'There are 3\nof two senders',
    ],
    ['❌ Goal failed: no list\n', null],
  ],
  mobilerun: [['🎉 Goal achieved: 3\n', '3']],
};

describe('answers that public agents print', () => {
  it.each(Object.entries(PHONE_PRESETS).filter(([, { answer }]) => answer !== undefined))(
    'are found by the preset %s',
    async (name, { answer }) => {
      const cases = PRINTED[name] ?? [];
      expect(cases.length).toBeGreaterThan(0);
      for (const [printed, expected] of cases) {
        for (const text of [printed, printed.replace(/\n$/, ''), `before\n${printed}`]) {
          const outputs = { stdout: { text, firstLine: 1 }, stderr: { text: '', firstLine: 1 } };
          const found = await findAnswer(answer?.pattern ?? '', outputs);
          expect(found?.text ?? null).toBe(name === 'midscene' && expected === null ? 'before' : expected);
        }
      }
    },
  );

  it.each(Object.entries(PHONE_PRESETS).filter(([, { answer }]) => answer !== undefined))(
    'are looked for in a long output by the preset %s without taking long',
    async (_, { answer }) => {
      const lines = [
        '### Thought ###\nx\n',
        '"action": "answer", "text": "',
        'Result: a\n',
        "finish('",
        'x'.repeat(5_000),
      ];
      for (const line of lines) {
        const text = line.repeat(Math.ceil(500_000 / line.length));
        const outputs = { stdout: { text, firstLine: 1 }, stderr: { text: '', firstLine: 1 } };
        await findAnswer(answer?.pattern ?? '', outputs);
      }
    },
  );
});
