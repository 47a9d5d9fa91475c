import { describe, expect, it } from 'vitest';
import type { PublishedCondition } from '../../benchmarks/published-condition.js';
import { AGENTS, type AgentEntry } from '../../registry/agents.js';
import { conditionNotes } from './condition-notes.js';

const ASKED: PublishedCondition = {
  row: 'Owl-7B',
  family: 'Owl',
  agent: 'direct',
  dialect: 'ui_tars@1.5',
  dialectOptions: { history: 'text' },
};

function entryOf(name: string): AgentEntry {
  const entry = AGENTS.get(name);
  if (entry === undefined) throw new Error(`there is no agent ${name}`);
  return entry;
}

function notes(
  condition: PublishedCondition | null,
  { agent = 'direct', dialect = null as string | null, own = undefined as string | undefined } = {},
): readonly string[] {
  const acting = { model: 'some/owl-7b', ...(own === undefined ? {} : { dialect: own }) };
  return conditionNotes({ conditionOf: () => condition }, entryOf(agent), { dialect }, acting);
}

describe('conditionNotes', () => {
  it('says how the paper asked a model that nobody has chosen a dialect for', () => {
    expect(notes(ASKED)).toEqual([
      "some/owl-7b is asked in generic_call, since no dialect is named; the paper's row Owl-7B was asked with --dialect ui_tars@1.5 --dialect-option history=text",
    ]);
  });

  it('names the agent where it is another one, and the family where there is no row', () => {
    expect(notes({ row: null, family: 'Owl', agent: 'planner-grounder', dialect: 'colorbench_api' })).toEqual(
      [
        'some/owl-7b is asked in generic_call, since no dialect is named; the paper asks Owl with --agent planner-grounder --dialect colorbench_api',
      ],
    );
  });

  it('says what positions count where the dialect has it otherwise', () => {
    const { dialectOptions: _, ...plain } = ASKED;
    const [note] = notes({ ...plain, coordinates: 'norm:1000' });
    expect(note).toMatch(/ with --dialect ui_tars@1\.5 --coordinates norm:1000$/);
  });

  it.each([
    ['the user names a dialect', ASKED, { dialect: 'generic_call' }],
    ["the model's profile names one", ASKED, { own: 'os_atlas' }],
    ['the agent has a dialect of its own', ASKED, { agent: 'planner-grounder' }],
    ['the agent asks no model', ASKED, { agent: 'random' }],
    ['the paper asked no such model', null, {}],
  ])('says nothing where %s', (_, condition, choice) => {
    expect(notes(condition, choice)).toEqual([]);
  });

  it('says nothing of a benchmark that has no paper, nor without a model', () => {
    expect(conditionNotes({}, entryOf('direct'), { dialect: null }, { model: 'm' })).toEqual([]);
    expect(conditionNotes({ conditionOf: () => ASKED }, entryOf('direct'), { dialect: null }, null)).toEqual(
      [],
    );
  });
});
