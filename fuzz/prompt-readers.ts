import type { Extractor } from '../src/models/prompt-sources/catalogue/extractor.js';
import { extractPrompt } from '../src/models/prompt-sources/extract/extract-prompt.js';
import { PromptFiles } from '../src/models/prompt-sources/extract/prompt-files.js';
import { PromptStructureError } from '../src/models/prompt-sources/prompt-structure-error.js';
import { buildPromptEntry } from '../src/testing/models/prompt-entry.js';
import { textReader, type FuzzReader } from './fuzz-reader.js';

const PYTHON = `
from .near import base
WHO = "you"
PROMPT = ("a {x} " f"{WHO} {{}} {x if x else 'none'}" + 'b' "\\n" r'\\d').strip()
TOOL = {"a": [1, -2.5, True, None], "b": {"c": """ x """.strip()}, 'd': lambda i: f"{i.name}"}
CHAIN = {"k": "**A**".replace("**A**", ", ".join(y))}
SHOWN = f"<{json.dumps(TOOL, ensure_ascii=False)}>"
JOINED = "-".join([f"{k}={v}" for k, v in {"p": "q"}.items()])
class Agent(Base):
    @property
    def step(self, goal: str = "x", *rest) -> str:
        prompt = f'goal {goal}'
        if goal == "a":
            prompt += "one"
        elif goal: prompt += "two"
        else:
            for i, (a, b) in enumerate(rest):
                prompt += f"""{a[1:]!r:>10}"""
        self.messages = [{"content": [{"text": f"say {goal}"}]}]
        ask(system="be good")(goal)
        prompt = "head" + prompt
        return prompt
`;

/** One of each kind of extractor that reads Python. */
const EXTRACTORS: readonly Extractor[] = [
  { kind: 'python', name: 'PROMPT' },
  { kind: 'python', name: 'TOOL', path: ['d'] },
  { kind: 'python', name: 'JOINED' },
  { kind: 'python', scope: 'Agent.step', return: 0 },
  { kind: 'python', scope: '*', name: 'prompt', index: 0 },
  { kind: 'python-json', name: 'TOOL' },
  { kind: 'python-append', scope: 'Agent.step', name: 'prompt' },
  { kind: 'python-fstring-with', scope: 'Agent.step', field: 'goal' },
  {
    kind: 'python-attribute',
    scope: 'Agent.step',
    attribute: 'self.messages',
    path: [0, 'content', 0, 'text'],
  },
  { kind: 'python-call-argument', scope: 'Agent.step', call: 'ask', argument: 'system' },
  { kind: 'python-left-operand', scope: 'Agent.step', name: 'prompt' },
  { kind: 'python-replace-base', name: 'CHAIN', path: ['k'] },
  { kind: 'python-eval', name: 'SHOWN' },
  { kind: 'composed', name: 'TOOL', join: '\n', parts: ['b', ''] },
];

const YAML = '# a\nagent:\n  other: "x"\n  prompt: |-2\n      text {{}}\n     more\n\nlast: |+\n  x\n';
const MARKDOWN = "# a\n```python\nprompt = 'x'\n```\n```python\nf'{q}'\n```\\n\n```\n";
const NOTEBOOK = JSON.stringify({
  cells: [{ source: ['!ls\n', 'A = f(role="x", content=[g(text="y")])'] }, { source: "B = 'z'" }],
});
const LINES = '{"a": [{"b": "x\\nTask: y"}]}\n\n{"a": []}\n';

/** Whatever does not read says so; a file that is one kind is given to the readers of that kind. */
async function extractAll(text: string, extractors: readonly Extractor[]): Promise<void> {
  for (const extractor of extractors) {
    const entry = buildPromptEntry({ extractor, template: 'f-string', fields: ['x', 'goal'] });
    try {
      await extractPrompt(entry, new PromptFiles(async (path) => (path === entry.path ? text : PYTHON)));
    } catch (error) {
      if (!(error instanceof PromptStructureError)) throw error;
    }
  }
}

const SOURCES = 'models/prompt-sources';

export const PROMPT_READERS: readonly FuzzReader[] = [
  textReader({
    name: 'prompt source in Python',
    covers: [`${SOURCES}/python/*`, `${SOURCES}/extract/*`],
    samples: [PYTHON],
    read: (text) => extractAll(text, EXTRACTORS),
  }),
  textReader({
    name: 'prompt source in YAML',
    covers: [],
    samples: [YAML],
    read: (text) => extractAll(text, [{ kind: 'yaml', keys: ['agent', 'prompt'] }]),
  }),
  textReader({
    name: 'prompt source in Markdown',
    covers: [],
    samples: [MARKDOWN],
    read: (text) =>
      extractAll(text, [
        { kind: 'markdown-python', language: 'python', blockContains: 'p', block: 0, name: 'prompt' },
        { kind: 'markdown-fstring-with', language: 'python', field: 'q' },
      ]),
  }),
  textReader({
    name: 'prompt source in a notebook',
    covers: [],
    samples: [NOTEBOOK],
    read: (text) =>
      extractAll(text, [
        {
          kind: 'ipynb-call',
          cell: 0,
          call: 'f',
          where: { role: 'x' },
          argument: 'content',
          path: [0, 'text'],
        },
        { kind: 'ipynb-python', cell: 1, name: 'B' },
      ]),
  }),
  textReader({
    name: 'prompt source in lines of JSON',
    covers: [],
    samples: [LINES],
    read: (text) =>
      extractAll(text, [{ kind: 'jsonl-prefix', record: 0, path: ['a', 0, 'b'], cutBeforeLast: '\nTask: ' }]),
  }),
];
