import { describe, expect, it } from 'vitest';
import type { PromptInput } from '../models/dialects/dialect.js';
import { PromptInputError } from '../models/prompt-sets/prompt-input-error.js';
import type { PromptSet } from '../models/prompt-sets/prompt-set.js';
import type { PromptTexts } from '../models/prompt-sets/prompt-texts.js';
import { textIds } from '../models/prompt-sets/text-ids.js';
import { readCatalogue } from '../models/prompt-sources/catalogue/read-catalogue.js';
import { officialAsking } from '../testing/models/official-asking.js';
import { buildPromptInput, buildPromptStep, buildSentPicture } from '../testing/models/prompt-input.js';
import { namedTexts } from '../testing/models/prompt-texts.js';
import { AGENTS } from './agents.js';
import { BENCHMARKS } from './benchmarks.js';
import { DIALECTS } from './dialects.js';
import { PROMPT_SETS } from './prompt-sets.js';

describe('prompt sets', () => {
  it('are in the grammar of a dialect that there is', () => {
    const unknown = [...PROMPT_SETS.values()].filter(({ dialect }) => {
      const [family = '', variant] = dialect.split('@');
      const found = DIALECTS.get(family);
      return found === undefined || (variant !== undefined && !found.variants.includes(variant));
    });
    expect(unknown.map(({ name }) => name)).toEqual([]);
  });

  it('name benchmarks and agents that there are', () => {
    for (const { benchmarks, agents = [] } of PROMPT_SETS.values()) {
      expect(benchmarks.filter((name) => !BENCHMARKS.has(name))).toEqual([]);
      expect(agents.filter((name) => !AGENTS.has(name))).toEqual([]);
    }
  });

  it('set switches that their dialect has', () => {
    for (const { dialect, switches = {} } of PROMPT_SETS.values()) {
      const [family = '', variant] = dialect.split('@');
      const made = DIALECTS.get(family)?.create(variant === undefined ? {} : { variant });
      expect(Object.keys(switches).filter((name) => !Object.hasOwn(made?.switches ?? {}, name))).toEqual([]);
    }
  });

  it('leave one to be taken where nobody says which, for each dialect and benchmark', () => {
    const ambiguous: string[] = [];
    const groups = new Map<string, PromptSet[]>();
    for (const set of PROMPT_SETS.values()) {
      for (const benchmark of set.benchmarks.length === 0 ? [''] : set.benchmarks) {
        const key = `${set.dialect} ${benchmark} ${(set.agents ?? ['direct']).join()}`;
        groups.set(key, [...(groups.get(key) ?? []), set]);
      }
    }
    for (const [key, sets] of groups) {
      if (sets.length > 1 && sets.filter(({ isDefault }) => isDefault).length !== 1) ambiguous.push(key);
    }
    expect(ambiguous).toEqual([]);
  });

  it('have switches of their own that their dialect has not, and words to choose from', () => {
    for (const { dialect, ownSwitches = {} } of PROMPT_SETS.values()) {
      const [family = '', variant] = dialect.split('@');
      const made = DIALECTS.get(family)?.create(variant === undefined ? {} : { variant });
      for (const [name, { default: word, words }] of Object.entries(ownSwitches)) {
        expect(Object.keys(made?.switches ?? {})).not.toContain(name);
        expect(words ?? [word]).toContain(word);
      }
    }
  });

  it('ask for texts of the catalogue alone, and give each of its fields a value', async () => {
    const fields = new Map((await readCatalogue()).map((entry) => [entry.id, entry.fields]));
    for (const set of PROMPT_SETS.values()) {
      const ids = textIds(set);
      expect(ids.filter((id) => !fields.has(id))).toEqual([]);
      const used = new Set<string>();
      for (const input of INPUTS) askWith(set, input, checkedTexts(set, fields, used));
      expect([set.name, set.texts.filter((id) => !used.has(id))]).toEqual([set.name, []]);
    }
  });
});

const PICTURE = buildSentPicture();
const SEEN = { screenshot: PICTURE, marked: PICTURE, elementText: '[0] a View' };
const STEP = buildPromptStep({
  answer: 'Thought: t\nAction: wait()',
  call: 'wait()',
  thought: 't',
  summary: 's',
  picture: PICTURE,
});
/** A first step, later ones, and what agents and benchmarks may add. */
const INPUTS: readonly PromptInput[] = [
  buildPromptInput(SEEN),
  buildPromptInput({ ...SEEN, history: [STEP], stepsTaken: 1 }),
  buildPromptInput({ ...SEEN, history: [STEP, STEP, STEP, STEP, STEP, STEP], stepsTaken: 6 }),
  buildPromptInput({ ...SEEN, stepInstruction: 'Tap it.', language: 'zh', app: 'org.example' }),
  buildPromptInput({ ...SEEN, notes: { skill: 'Tap.' } }),
];

/** Sets may refuse what their source has no place for. */
function askWith(set: PromptSet, input: PromptInput, texts: PromptTexts): void {
  try {
    set.request(input, officialAsking(set, { texts }));
  } catch (error) {
    if (!(error instanceof PromptInputError)) throw error;
  }
}

function checkedTexts(
  set: PromptSet,
  fields: ReadonlyMap<string, readonly string[]>,
  used: Set<string>,
): PromptTexts {
  const named = namedTexts();
  const use = (id: string): void => {
    if (!set.texts.includes(id)) throw new Error(`${set.name} does not name its text ${id}`);
    used.add(id);
  };
  return {
    ...named,
    text: (id) => {
      use(id);
      return named.text(id);
    },
    fill: (id, values) => {
      use(id);
      expect([id, Object.keys(values).sort()]).toEqual([id, [...(fields.get(id) ?? [])].sort()]);
      return named.fill(id, values);
    },
    build: (id, scope) => {
      use(id);
      return named.build(id, scope);
    },
  };
}
