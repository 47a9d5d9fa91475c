import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { buildPromptEntry } from '../../../testing/models/prompt-entry.js';
import type { Extractor } from '../catalogue/extractor.js';
import type { PromptEntry } from '../catalogue/prompt-entry.js';
import { probeText } from '../fill/prompt-piece.js';
import { extractPrompt } from './extract-prompt.js';
import { ExtractedPromptSchema, type ExtractedPrompt } from './extracted-prompt.js';
import { PromptFiles } from './prompt-files.js';

type Changes = Partial<PromptEntry> & { readonly extractor: Extractor };

async function extract(
  sources: Readonly<Record<string, string>> | string,
  changes: Changes,
): Promise<ExtractedPrompt> {
  const entry = buildPromptEntry(changes);
  const files = typeof sources === 'string' ? { [entry.path]: sources } : sources;
  return extractPrompt(
    entry,
    new PromptFiles(async (path) => {
      const text = files[path];
      if (text === undefined) throw new Error(`no file ${path}`);
      return text;
    }),
  );
}

async function textOf(sources: Readonly<Record<string, string>> | string, changes: Changes): Promise<string> {
  return (await extract(sources, changes)).text;
}

const f = (name: string): Partial<PromptEntry> => ({ template: 'f-string', fields: [name] });
const python = (rest: Omit<Extract<Extractor, { kind: 'python' }>, 'kind'>): Extractor => ({
  kind: 'python',
  ...rest,
});

const AGENT = `
HEAD = "Do it. "
WHO = 'you'
PROMPT = """
Trailing blanks  \\
stay
\tand {braces} {{too}}
"""
MIXED = (f"first {goal} " # a comment between
    "second {goal} {{x}} "
    f'third {{y}} {WHO}')
WHOLE = HEAD + "and " + 'more'
ENDS = """kept \t
to the end ${' '}
"""
DATE = now.strftime("%Y") + " " + day
DATED = "Today is " + DATE + f", {DATE}"
STRIPPED = """\u3000
 in the middle\t """.strip()
TABLE = {"a": ["x", {"deep": f"<{goal}>"}], 'l': lambda info: "body " + info.name}
CUT = "until " + goal.split(" to ")[0] + "."
NAMED = {TAP: {"does": "tap it"}, CLICK: {"does": "click it"}}
FORMATTED = "{a} and {{b}}".format(a="one")

class Agent:
    note = "of the class"

    @property
    def described(self):
        if self.short:
            return f"short {self.size}"
        return "long"

    def step(self, goal, WHO):
        """No assignment."""
        prompt = f"goal {goal} for {WHO}"
        def inner():
            prompt = "hidden"
        if self.history:
            prompt += f"\\nhistory {', '.join(self.history)}"
        text = "one"
        text = f"two {text}"
        text = "<image>" + text
        self.messages = []
        self.messages = [{"role": "user", "content": [{"type": "text", "text": f"say {goal}"}]}]
        ask(make(system="be good", other=1), f"<q>{goal}</q>")
        note("first note")
        note("second note", kept=True)
        head = """
            indented as the source""" + head
`;

describe('a prompt in Python', () => {
  it.each<[string, Changes, string]>([
    ['a constant', { extractor: python({ name: 'HEAD' }) }, 'Do it. '],
    [
      'blanks at the ends of lines, lines joined, braces as they are',
      { extractor: python({ name: 'PROMPT' }) },
      '\nTrailing blanks  stay\n\tand {braces} {{too}}\n',
    ],
    [
      'a prefix for each of neighbouring literals',
      { extractor: python({ name: 'MIXED' }), ...f('goal') },
      'first {goal} second {goal} {{x}} third {y} you',
    ],
    ['constants put together', { extractor: python({ name: 'WHOLE' }) }, 'Do it. and more'],
    [
      'blanks before the ends of lines kept',
      { extractor: python({ name: 'ENDS' }) },
      'kept \t\nto the end  \n',
    ],
    [
      'a computed name for a field, such as the date',
      { extractor: python({ name: 'DATED' }), ...f('DATE') },
      'Today is {DATE}, {DATE}',
    ],
    ['Python’s white space stripped', { extractor: python({ name: 'STRIPPED' }) }, 'in the middle'],
    [
      'a member by keys and positions',
      { extractor: python({ name: 'TABLE', path: ['a', 1, 'deep'] }), ...f('goal') },
      '<{goal}>',
    ],
    [
      'the body of a lambda',
      { extractor: python({ name: 'TABLE', path: ['l'] }), ...f('info.name') },
      'body {info.name}',
    ],
    ['what .format puts in', { extractor: python({ name: 'FORMATTED' }) }, 'one and {b}'],
    [
      'an attribute of a class',
      { extractor: python({ scope: 'Agent', name: 'note', index: 0 }) },
      'of the class',
    ],
    [
      'a returned value',
      { extractor: python({ scope: 'Agent.described', return: 0 }), ...f('self.size') },
      'short {self.size}',
    ],
    ['another returned value', { extractor: python({ scope: 'Agent.described', return: 1 }) }, 'long'],
    [
      'the k-th assignment, nested functions apart; a name of the function is no constant',
      {
        extractor: python({ scope: 'Agent.step', name: 'prompt', index: 0 }),
        template: 'f-string',
        fields: ['goal', 'WHO'],
      },
      'goal {goal} for {WHO}',
    ],
    [
      'the next assignment, += counted with =',
      {
        extractor: python({ scope: 'Agent.step', name: 'prompt', index: 1 }),
        ...f("', '.join(self.history)"),
      },
      "\nhistory {', '.join(self.history)}",
    ],
    [
      'one of several meanings of a name',
      { extractor: python({ scope: 'Agent.step', name: 'text', index: 1 }), ...f('text') },
      'two {text}',
    ],
    [
      'a name put to a text',
      { extractor: python({ scope: 'Agent.step', name: 'text', index: 2 }), ...f('text') },
      '<image>{text}',
    ],
    [
      'the only assignment in the file',
      { extractor: python({ scope: '*', name: 'note', index: 0 }) },
      'of the class',
    ],
    [
      'what an attribute is set to where there is such a way through it',
      {
        extractor: {
          kind: 'python-attribute',
          scope: 'Agent.step',
          attribute: 'self.messages',
          path: [0, 'content', 0, 'text'],
        },
        ...f('goal'),
      },
      'say {goal}',
    ],
    [
      'an argument by its keyword',
      {
        extractor: { kind: 'python-call-argument', scope: 'Agent.step', call: 'make', argument: 'system' },
      },
      'be good',
    ],
    [
      'an f-string with a field that takes one part of a call',
      { extractor: python({ name: 'CUT' }), ...f('goal.split(" to ")[0]') },
      'until {goal.split(" to ")[0]}.',
    ],
    [
      'an argument by its position',
      {
        extractor: { kind: 'python-call-argument', scope: 'Agent.step', call: 'note', argument: 0, index: 1 },
      },
      'second note',
    ],
    [
      'a member by the name that stands for its key',
      { extractor: python({ name: 'NAMED', path: ['CLICK', 'does'] }) },
      'click it',
    ],
    [
      'the only f-string with the field',
      {
        extractor: {
          kind: 'python-fstring-with',
          scope: 'Agent.described',
          field: 'self.size',
        },
        ...f('self.size'),
      },
      'short {self.size}',
    ],
    [
      'the left side of a sum, its indentation kept',
      { extractor: { kind: 'python-left-operand', scope: '*', name: 'head' } },
      '\n            indented as the source',
    ],
  ])('is %s', async (_, changes, text) => {
    expect(await textOf(AGENT, changes)).toBe(text);
    expect(await textOf(AGENT.replaceAll('\n', '\r\n'), changes)).toBe(text);
  });

  it('has hash, length in characters and line', async () => {
    const found = await extract('\nA = "ä😀\u0301"\n', { extractor: python({ name: 'A' }) });
    expect(found).toMatchObject({
      id: 'made-up.prompt',
      text: 'ä😀\u0301',
      chars: 3,
      line: 2,
      sha256: createHash('sha256').update('ä😀\u0301').digest('hex'),
    });
  });

  it('keeps a field that the module happens to set to a text', async () => {
    const source = 'goal = "an example"\nPROMPT = f"Do {goal} {WHO}"\nWHO = "now"\n';
    expect(await textOf(source, { extractor: python({ name: 'PROMPT' }), ...f('goal') })).toBe(
      'Do {goal} now',
    );
  });

  it('reads the text for an empty value from the expression', async () => {
    const found = await extract(`A = f"plan: {plan if plan else '[no plan]'}, {a if b else 'c'}"\n`, {
      extractor: python({ name: 'A' }),
      template: 'f-string',
      fields: ['plan', "a if b else 'c'"],
    });
    expect(found.pieces).toEqual([
      'plan: ',
      { field: "plan if plan else '[no plan]'", name: 'plan', otherwise: '[no plan]' },
      ', ',
      { field: "a if b else 'c'", name: "a if b else 'c'" },
    ]);
    expect(probeText(found.pieces)).toBe("plan: <<plan if plan else '[no plan]'>>, <<a if b else 'c'>>");
  });

  it('is what chained replacements begin with', async () => {
    const source = `D = {"k": """pick **ONE** of {**ALL**}""".replace("**ONE**", ", ".join(x)).replace('**ALL**', y)}`;
    const found = await extract(source, {
      extractor: { kind: 'python-replace-base', name: 'D', path: ['k'] },
      template: 'stars',
      fields: ['ONE', 'ALL'],
    });
    expect(found.text).toBe('pick **ONE** of {**ALL**}');
    expect(probeText(found.pieces)).toBe('pick <<ONE>> of {<<ALL>>}');
  });

  it('is JSON of a literal as Python writes it: blanks, order, other alphabets, stripped texts', async () => {
    const source = `
class Tool:
    parameters = {
        "b": """
          padded ü 中
        """.strip(),
        "a": [1, -2.50, True, None, ("x", "\\"q\\"\\n")],
        '1': {},
    }
`;
    expect(
      await textOf(source, {
        extractor: { kind: 'python-json', scope: 'Tool', name: 'parameters', index: 0 },
      }),
    ).toBe(String.raw`{"b": "padded ü 中", "a": [1, -2.5, true, null, ["x", "\"q\"\n"]], "1": {}}`);
  });

  it('is an f-string with literals printed into it', async () => {
    const source = `
import json
tool = {"name": "ü", "list": [1]}
PROMPT = f"""Use {json.dumps(tool)} or {json.dumps(tool, indent=None, ensure_ascii=False, separators=(',', ':'))}."""
`;
    expect(await textOf(source, { extractor: { kind: 'python-eval', name: 'PROMPT' } })).toBe(
      String.raw`Use {"name": "\u00fc", "list": [1]} or {"name":"ü","list":[1]}.`,
    );
  });

  it('is an f-string with a JSON file printed into it, the pair put in that the source puts in', async () => {
    const source = `
SCHEMA = json.load(open('schema.json'))
items = list(SCHEMA.items())
at = 1
items.insert(at, ("required", ["thought"]))
SCHEMA = dict(items)
PROMPT = f'''# 规则
{json.dumps(SCHEMA, ensure_ascii=False, separators=(',', ':'))}'''
`;
    const extractor: Extractor = {
      kind: 'python-eval',
      name: 'PROMPT',
      json: { path: 'agent/schema.json', insert: { at: 1, key: 'required', value: ['thought'] } },
    };
    const files = {
      'agent/prompts.py': source,
      'agent/schema.json': '{"type": "object", "a": {"b": [1.5]}}',
    };
    expect(await textOf(files, { extractor })).toBe(
      '# 规则\n{"type":"object","required":["thought"],"a":{"b":[1.5]}}',
    );
    const optional = { ...files, 'agent/prompts.py': source.replace('"required"', '"optional"') };
    await expect(extract(optional, { extractor })).rejects.toThrow(
      'nothing inserts the pair "required" at 1',
    );
  });
});

describe('a function that builds a prompt', () => {
  const source = `
def build(task, items, keyboard):
    prompt = "head\\n"
    prompt += f"task {task}\\n"
    if keyboard:
        prompt += "keyboard\\n"
    else:
        prompt += ("no keyboard\\n")
        for item in items:
            prompt += item
    prompt += "end"
    return prompt
`;
  const guards = ['if keyboard', 'else of keyboard', 'else of keyboard\nfor item in items'].map((text) =>
    createHash('sha256').update(text).digest('hex').slice(0, 12),
  );
  const entry: Changes = {
    extractor: { kind: 'python-append', scope: 'build', name: 'prompt' },
    template: 'f-string',
    fields: ['task', 'item'],
    fragments: [
      { operator: '=', guards: '' },
      { operator: '+=', guards: '' },
      { operator: '+=', guards: guards[0] ?? '' },
      { operator: '+=', guards: guards[1] ?? '' },
      { operator: '+=', guards: guards[2] ?? '' },
      { operator: '+=', guards: '' },
    ],
  };

  it('is taken piece by piece, with the conditions and loops around each', async () => {
    const found = await extract(source, entry);
    expect(found.text).toBe('head\ntask {task}\nkeyboard\nno keyboard\n{item}end');
    expect(ExtractedPromptSchema.parse(JSON.parse(JSON.stringify(found)))).toEqual(found);
    expect(found.fragments).toEqual([
      { operator: '=', guards: [], pieces: ['head\n'], line: 3 },
      { operator: '+=', guards: [], pieces: ['task ', { field: 'task', name: 'task' }, '\n'], line: 4 },
      { operator: '+=', guards: ['if keyboard'], pieces: ['keyboard\n'], line: 6 },
      { operator: '+=', guards: ['else of keyboard'], pieces: ['no keyboard\n'], line: 8 },
      {
        operator: '+=',
        guards: ['else of keyboard', 'for item in items'],
        pieces: [{ field: 'item', name: 'item' }],
        line: 10,
      },
      { operator: '+=', guards: [], pieces: ['end'], line: 11 },
    ]);
  });

  it('is refused when it goes another way', async () => {
    await expect(extract(source.replace('if keyboard', 'if not keyboard'), entry)).rejects.toMatchObject({
      code: 'PROMPT_STRUCTURE',
      place: { file: 'agent/prompts.py', line: 6 },
      message: expect.stringContaining('under other conditions') as string,
    });
    await expect(extract(source.replace('prompt += "end"', 'prompt = "end"'), entry)).rejects.toThrow(
      'piece 5 (from 0)',
    );
    await expect(extract(source.replace('    prompt += "end"\n', ''), entry)).rejects.toThrow(
      'made of 5 pieces, and 6 were expected',
    );
  });
});

describe('a prompt in another kind of file', () => {
  it('is a block of YAML: no escapes, braces as they are, its own indentation off', async () => {
    const yaml = `
# settings
agent:
  model: x
  other:
    text: |-
      not this
  system_prompt: |-
    Say {{"a": "b\\n"}} \\\\ 中
      deeper: kept

    end\u0020\u0020

graph:
  system_prompt: no
`;
    const changes = (template: PromptEntry['template']): Changes => ({
      extractor: { kind: 'yaml', keys: ['agent', 'system_prompt'] },
      path: 'config/default.yaml',
      template,
    });
    const text = 'Say {{"a": "b\\n"}} \\\\ 中\n  deeper: kept\n\nend  ';
    const verbatim = await extract({ 'config/default.yaml': yaml }, changes('verbatim'));
    expect(verbatim.text).toBe(text);
    expect(probeText(verbatim.pieces)).toBe(text);
    const formatted = await extract({ 'config/default.yaml': yaml }, changes('str.format'));
    expect(formatted.text).toBe(text);
    expect(probeText(formatted.pieces)).toBe('Say {"a": "b\\n"} \\\\ 中\n  deeper: kept\n\nend  ');
  });

  const notebook = JSON.stringify({
    cells: [
      { cell_type: 'markdown', source: ['A = "not code"'] },
      {
        cell_type: 'code',
        source: [
          '!pip install "x\n',
          "%cd '/\n",
          "A = 'say '\\\n",
          '    "{x}"\n',
          'm = [Message(role="user", content=[Item(text="no")]), Message(role="system", content=[Item(text="be good")])]\n',
          'def build(q):\n',
          '    return f"<{q}>"',
        ],
      },
    ],
  });
  const path = 'cookbook/agent.ipynb';

  it('is code of a notebook’s cell, cells of all kinds counted, lines for the shell left out', async () => {
    expect(
      await textOf({ [path]: notebook }, { extractor: { kind: 'ipynb-python', cell: 1, name: 'A' }, path }),
    ).toBe('say {x}');
    expect(
      await textOf(
        { [path]: notebook },
        { extractor: { kind: 'ipynb-python', cell: 1, scope: 'build', return: 0 }, path, ...f('q') },
      ),
    ).toBe('<{q}>');
  });

  it('is an argument of the call that has the others as given', async () => {
    const extractor: Extractor = {
      kind: 'ipynb-call',
      cell: 1,
      call: 'Message',
      where: { role: 'system' },
      argument: 'content',
      path: [0, 'text'],
    };
    expect(await textOf({ [path]: notebook }, { extractor, path })).toBe('be good');
    const other = { ...extractor, where: { role: 'tool' } };
    await expect(extract({ [path]: notebook }, { extractor: other, path })).rejects.toThrow(
      'no call of Message with {"role":"tool"}',
    );
  });

  const readme = [
    '# Agent',
    '```bash',
    'prompt = 1',
    '```',
    '```python',
    '## the phone',
    'prompt = "first"',
    '```',
    'text',
    '```python',
    '## the phone',
    'prompt = r"""Answer with',
    '```\\nThought: {x}',
    '```\\n end"""',
    'messages = [{"content": [{"text": "say \\"it\\""}]}]',
    '```',
    '```python',
    'def run(): return f"<Question>{q}</Question>"',
    '```',
    '```python',
    'broken = (',
    '```',
  ].join('\n');

  it('is code of a fenced block, which ends with backticks alone on a line', async () => {
    const changes = (extractor: Extractor): Changes => ({ extractor, path: 'README.md' });
    const block = { kind: 'markdown-python', language: 'python', blockContains: '## the phone' } as const;
    const files = { 'README.md': readme };
    const first = await extract(files, changes({ ...block, block: 0, name: 'prompt' }));
    expect(first).toMatchObject({ text: 'first', line: 7 });
    expect(await textOf(files, changes({ ...block, block: 1, name: 'prompt' }))).toBe(
      'Answer with\n```\\nThought: {x}\n```\\n end',
    );
    expect(
      await textOf(files, changes({ ...block, block: 1, name: 'messages', path: [0, 'content', 0, 'text'] })),
    ).toBe('say "it"');
    await expect(extract(files, changes({ ...block, block: 2, name: 'prompt' }))).rejects.toThrow(
      '2 python blocks have the line "## the phone", and block 2 (from 0) is looked for',
    );
    expect(
      await textOf(files, {
        ...changes({ kind: 'markdown-fstring-with', language: 'python', field: 'q' }),
        ...f('q'),
      }),
    ).toBe('<Question>{q}</Question>');
  });

  it('is a text of a JSON record, up to the last place of a marker', async () => {
    const extractor: Extractor = {
      kind: 'jsonl-prefix',
      record: 1,
      path: ['conversations', 0, 'value'],
      cutBeforeLast: '\nTask: ',
    };
    const record = (value: string): string => JSON.stringify({ conversations: [{ value }] });
    const changes = { extractor, path: 'data/test.jsonl' };
    const lines = (value: string): Record<string, string> => ({
      'data/test.jsonl': `${record('no')}\n\n${record(value)}\n`,
    });
    expect(await textOf(lines('a\nTask: b {x}\nTask: c'), changes)).toBe('a\nTask: b {x}');
    await expect(extract(lines('without'), changes)).rejects.toThrow(String.raw`the text has no "\nTask: "`);
  });

  it('is joined from members of a dict, what its module imports put in', async () => {
    const files = {
      'agents/prompts/common.py': 'base = {"system": "Look: {what}\\n{{x}}", "rules": "Rules"}\n',
      'agents/prompts/marked.py': `
from .common import base
colours = {"click": "red", "type": "blue"}
prompt = {
    "system": base["system"].format(what='a picture'),
    "rules": base['rules'],
    "template": """Colours: """
    +
    ", ".join([f"{c} is {a}" for a, c in colours.items()]) + "."
    + "\\nTask: {task}",
}
`,
      'agents/utils.py': `
def load(skill):
    line = ""
    if skill:
        line = "The skill.\\n"
`,
    };
    const extractor: Extractor = {
      kind: 'composed',
      name: 'prompt',
      join: '\n',
      parts: ['system', 'rules', '', 'template'],
    };
    const changes: Changes = {
      extractor,
      path: 'agents/prompts/marked.py',
      template: 'str.format',
      fields: ['task', 'x'],
    };
    expect(await textOf(files, changes)).toBe(
      'Look: a picture\n{x}\nRules\n\nColours: red is click, blue is type.\nTask: {task}',
    );
    const skill = { path: 'agents/utils.py', scope: 'load', name: 'line', index: 1 };
    expect(await textOf(files, { ...changes, extractor: { ...extractor, skill } })).toContain(
      '{x}The skill.\n\nRules',
    );
  });
});

describe('a source that was rewritten', () => {
  const refusals: readonly [string, string, Changes, string][] = [
    ['without the name', 'A = "x"\n', { extractor: python({ name: 'B' }) }, 'B is not assigned'],
    [
      'without the function',
      'A = "x"\n',
      { extractor: python({ scope: 'Agent.step', name: 'B', index: 0 }) },
      'there is no Agent.step',
    ],
    [
      'with fewer assignments',
      'def f():\n  a = "x"\n',
      { extractor: python({ scope: 'f', name: 'a', index: 1 }) },
      'a is assigned 1 times in f, and assignment 1 (from 0) is looked for',
    ],
    [
      'with two constants of the name',
      'A = "x"\nA = "y"\n',
      { extractor: python({ name: 'A' }) },
      'A is there 2 times',
    ],
    [
      'with two functions of the name',
      'def f():\n  a = "x"\ndef f():\n  a = "y"\n',
      { extractor: python({ scope: 'f', name: 'a', index: 0 }) },
      'f is there 2 times',
    ],
    [
      'with no text',
      'A = load("x")\n',
      { extractor: python({ name: 'A' }) },
      'no text stands where it should',
    ],
    [
      'with another member',
      'A = {"b": "x"}\n',
      { extractor: python({ name: 'A', path: ['a'] }) },
      'no way ["a"] through',
    ],
    [
      'with a field that nobody fills',
      'A = f"{b} {c}"\n',
      { extractor: python({ name: 'A' }), ...f('b') },
      'nothing is known that fills the field c',
    ],
    [
      'with an f-string for a text',
      'A = f"{b}"\n',
      { extractor: python({ name: 'A' }) },
      'the text is an f-string with b, where verbatim was expected',
    ],
    [
      'with a brace alone',
      'A = "{b"\n',
      { extractor: python({ name: 'A' }), template: 'str.format', fields: ['b'] },
      'a brace stands alone',
    ],
    ['with bytes', 'A = b"x"\n', { extractor: python({ name: 'A' }) }, 'bytes or a template'],
    [
      'with a list for the dict',
      'A = "x"\n',
      { extractor: { kind: 'python-json', name: 'A' } },
      'no dict or list stands where it should',
    ],
    [
      'with names that grow without end',
      `A0 = "${'x'.repeat(1000)}"\n${Array.from({ length: 9 }, (_, n) => `A${n + 1} = ${Array(20).fill(`A${n}`).join(' + ')}`).join('\n')}\n`,
      { extractor: python({ name: 'A9' }) },
      'the text is too large',
    ],
    [
      'with a block that is none',
      'agent:\n  system_prompt: "plain"\n',
      { extractor: { kind: 'yaml', keys: ['agent', 'system_prompt'] } },
      'no block of text (|) stands at the key',
    ],
    [
      'without the key',
      'agent:\n  other: |-\n    system_prompt: |-\n      x\n',
      { extractor: { kind: 'yaml', keys: ['agent', 'system_prompt'] } },
      'there is no agent.system_prompt',
    ],
    ['with no notebook', '[]', { extractor: { kind: 'ipynb-python', cell: 0, name: 'A' } }, 'is no notebook'],
    ['with no JSON', '{', { extractor: { kind: 'ipynb-python', cell: 0, name: 'A' } }, 'it is not JSON'],
    [
      'with fewer cells',
      '{"cells": []}',
      { extractor: { kind: 'ipynb-python', cell: 0, name: 'A' } },
      'there is no cell 0',
    ],
  ];

  it.each(refusals)('%s is refused with entry and file', async (_, source, changes, message) => {
    await expect(extract(source, changes)).rejects.toMatchObject({
      code: 'PROMPT_STRUCTURE',
      place: { file: 'agent/prompts.py' },
      message: expect.stringMatching(/^agent\/prompts\.py(?::\d+)?: prompt made-up\.prompt: /) as string,
      hint: expect.stringContaining('check out the commit') as string,
    });
    await expect(extract(source, changes)).rejects.toThrow(message);
  });
});
