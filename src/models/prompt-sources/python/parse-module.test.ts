import { describe, expect, it } from 'vitest';
import {
  assignmentsAnywhere,
  assignmentsTo,
  findDefinitions,
  localNames,
  returnsOf,
} from './find-statements.js';
import { parsePython } from './parse-module.js';
import type { PythonModule, TokenRange } from './syntax.js';

const SOURCE = `\uFEFFimport os
from .near import A as B, C
LIMIT: int = 3; OTHER = 'x'  # two on a line
first = second = "both"

@decorated(name="no assignment")
class Agent(Base):
    shared = 'class'

    def step(self, goal, *rest, flag=(1, 2), **more) -> str:
        text = f"{goal}"
        if goal == 'a':
            text += 'one'
        elif (goal ==
              'b'):
            text += 'two'
        else:
            for i, (act, summary) in enumerate(rest):
                text += 'three'
        def inner():
            text = 'hidden'
            return 'hidden'
        with open('f') as handle: text += 'four'
        while flag: text += 'five'
        self.messages = [text]
        if not text: return
        return text

    async def other(self):
        return 'a'; return 'b'

match first:
    case 'x':
        chosen = 'm'
`;

function sourceOf({ text, tokens }: PythonModule, { from, to }: TokenRange): string {
  return text.slice(tokens[from]?.start, tokens[to - 1]?.end);
}

describe('parsePython', () => {
  const module = parsePython(SOURCE, 'agent.py');
  const [step] = findDefinitions(module, 'Agent.step');

  it('counts = and += of one name together, nested functions apart, with what stands around them', () => {
    expect(step).toBeDefined();
    const found = assignmentsTo(module, 'text', step?.body ?? []);
    expect(
      found.map(({ operator, value, guards, line }) => [operator, sourceOf(module, value), guards, line]),
    ).toEqual([
      ['=', 'f"{goal}"', [], 11],
      ['+=', "'one'", ["if goal == 'a'"], 13],
      ['+=', "'two'", ["else of goal == 'a'", "if goal ==\n              'b'"], 16],
      [
        '+=',
        "'three'",
        [
          "else of goal == 'a'",
          "else of goal ==\n              'b'",
          'for i, (act, summary) in enumerate(rest)',
        ],
        19,
      ],
      ['+=', "'four'", ["with open('f') as handle"], 23],
      ['+=', "'five'", ['while flag'], 24],
    ]);
  });

  it('finds values by every target of an assignment, attributes too', () => {
    const values = (name: string): string[] =>
      assignmentsAnywhere(module, name).map(({ value }) => sourceOf(module, value));
    expect(values('first')).toEqual(['"both"']);
    expect(values('second')).toEqual(['"both"']);
    expect(values('LIMIT')).toEqual(['3']);
    expect(values('OTHER')).toEqual(["'x'"]);
    expect(values('shared')).toEqual(["'class'"]);
    expect(values('chosen')).toEqual(["'m'"]);
    expect(values('self.messages')).toEqual(['[text]']);
    expect(values('text')).toHaveLength(7);
    expect(values('name')).toEqual([]);
  });

  it('counts what a function returns, bare returns and nested functions apart', () => {
    expect(returnsOf(step?.body ?? []).map((range) => sourceOf(module, range))).toEqual(['text']);
    const [other] = findDefinitions(module, 'Agent.other');
    expect(returnsOf(other?.body ?? []).map((range) => sourceOf(module, range))).toEqual(["'a'", "'b'"]);
  });

  it('knows the names that belong to a function', () => {
    expect([...(step === undefined ? [] : localNames(module, step))]).toEqual(
      expect.arrayContaining([
        'self',
        'goal',
        'rest',
        'flag',
        'more',
        'text',
        'i',
        'act',
        'summary',
        'handle',
      ]),
    );
    expect(step?.type === 'definition' ? step.parameters : []).toEqual([
      'self',
      'goal',
      'rest',
      'flag',
      'more',
    ]);
  });

  it('reads imports', () => {
    expect(module.body.find(({ type }) => type === 'import')).toMatchObject({
      module: '.near',
      names: [
        { name: 'A', as: 'B' },
        { name: 'C', as: 'C' },
      ],
    });
  });

  it('reads a file of Windows as the same file', () => {
    const windows = parsePython(SOURCE.replaceAll('\n', '\r\n'), 'agent.py');
    expect(windows.text).toBe(module.text);
  });

  it('takes a line of as many statements as fit', () => {
    expect(parsePython('a=1;'.repeat(250_000), 'long.py').body).toHaveLength(250_000);
  });

  it.each([
    ["a = 'open", 1, 'a string is never closed'],
    ['a = 1\nb = f"{x"\n', 2, 'a string is never closed'],
    ['a = """\n\n', 1, 'a string is never closed'],
    ['a = (1,\n', 2, ') is missing'],
    ['a = 1)\n', 1, ') closes nothing'],
    ['a = (1]\n', 1, '] closes nothing'],
    ['if a:\n    b = 1\n  c = 2\n', 3, 'indented as no block'],
    ['def f()\n', 1, 'no colon'],
    [`a = ${'['.repeat(101)}`, 1, 'nested too deep'],
    [Array.from({ length: 102 }, (_, depth) => `${' '.repeat(depth)}if a:`).join('\n'), 101, 'too deep'],
    ['elif a:\n  b = 1\n'.repeat(503), 1003, 'too many alternatives'],
    [' '.repeat(1024 * 1024 + 1), 1, 'more than'],
  ])('says where %j is no Python that is read', (text, line, message) => {
    expect(() => parsePython(text, 'broken.py')).toThrow(
      expect.objectContaining({
        code: 'PYTHON_SOURCE',
        place: { file: 'broken.py', line },
        message: expect.stringContaining(message) as string,
      }),
    );
  });
});
