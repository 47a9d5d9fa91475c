import { describe, expect, it } from 'vitest';
import type { Recipe } from '../../benchmarks/paper-tables/recipe.js';
import { runSettings, type GivenSettings } from './recipe-flags.js';
import { labelOf, recipeRunName } from './run-name.js';
import { runWords } from './run-words.js';

const RECIPE: Recipe = {
  part: 'task',
  benchmark: 'bench',
  settings: {
    agent: 'team',
    agentOptions: { plan: true, memory: false },
    dialect: 'd@v',
    mode: 'reference',
    repair: true,
  },
  prompts: { type: 'unknown', why: 'nobody says' },
  sampling: { paper: { temperature: 0.1, topP: 0.9, seed: 7 }, code: { temperature: 0 } },
};

describe('runSettings', () => {
  it("sends the paper's sampling, else the code's", () => {
    expect(runSettings(RECIPE, {}, true)).toMatchObject({ temperature: 0.1, topP: 0.9, modelSeed: 7 });
    const both = { ...RECIPE, sampling: { paper: { temperature: 0.1 }, code: { temperature: 0, topK: 5 } } };
    expect(runSettings(both, {}, true)).toMatchObject({ temperature: 0.1, topK: 5 });
    const code = { ...RECIPE, sampling: { paper: null, code: { temperature: 0 } } };
    expect(runSettings(code, {}, true)).toMatchObject({ temperature: 0 });
    const none = runSettings({ ...RECIPE, sampling: { paper: null, code: null } }, {}, true);
    expect(none).not.toHaveProperty('temperature');
  });

  it("puts the user's settings in place of the recipe's, switches by name", () => {
    const given = { temperature: '0.7', agentOptions: ['memory=true', 'more=1'] };
    expect(runSettings(RECIPE, given, true)).toMatchObject({
      temperature: '0.7',
      topP: 0.9,
      agentOptions: { plan: true, memory: 'true', more: '1' },
    });
  });

  it('leaves out what means nothing to another agent, and to one that asks no model', () => {
    const other = runSettings(RECIPE, { agent: 'oracle' }, false);
    expect(other).toEqual({ agent: 'oracle', mode: 'reference', repair: true });
    expect(runSettings(RECIPE, { agent: 'direct' }, true)).toMatchObject({ dialect: 'd@v', topP: 0.9 });
    expect(runSettings(RECIPE, { agent: 'direct' }, true)).not.toHaveProperty('agentOptions');
  });
});

describe('whose words a run is asked in', () => {
  const official = (set: string | null): Recipe => ({
    ...RECIPE,
    prompts: { type: 'official', set, repository: 'someone/agent' },
  });
  const wordsOf = (recipe: Recipe, given: GivenSettings, asksModel = true): unknown => {
    const { promptSource, promptSet } = runSettings(recipe, given, asksModel);
    return [promptSource, promptSet];
  };

  it("are the authors' where a prompt set repeats them, and Touchstone's where none does", () => {
    expect(wordsOf(official('a.set'), {})).toEqual(['official', 'a.set']);
    expect(wordsOf(official('a.set'), { promptSource: 'clones' })).toEqual(['clones', 'a.set']);
    for (const recipe of [official(null), RECIPE]) {
      expect(wordsOf(recipe, {})).toEqual([undefined, undefined]);
      expect(wordsOf(recipe, { promptSource: 'official' })).toEqual([undefined, undefined]);
    }
  });

  it('are what the user says', () => {
    for (const recipe of [official('a.set'), official(null)]) {
      expect(wordsOf(recipe, { promptSource: 'touchstone' })).toEqual(['touchstone', undefined]);
      expect(wordsOf(recipe, { promptSet: 'other' })).toEqual(['official', 'other']);
      expect(wordsOf(recipe, { prompts: ['turn=t.txt'] })).toEqual([undefined, undefined]);
      expect(wordsOf(recipe, { dialect: 'other' })).toEqual([undefined, undefined]);
      expect(wordsOf(recipe, { agent: 'other' })).toEqual([undefined, undefined]);
      const other = { dialect: 'other', promptSource: 'official' };
      expect(wordsOf(recipe, other)).toEqual(['official', undefined]);
    }
    expect(wordsOf(official('a.set'), { dialect: 'd@v' })).toEqual(['official', 'a.set']);
    expect(wordsOf(official('a.set'), { agent: 'oracle' }, false)).toEqual([undefined, undefined]);
  });
});

describe('runWords', () => {
  it('are the flags of the settings, in the order of help', () => {
    const settings = runSettings(RECIPE, { data: 'a b', limit: '2', roleProfiles: ['x=1', 'y=2'] }, true);
    expect(runWords('bench', settings, 'id').join(' ')).toBe(
      'run bench --data a b --agent team --mode reference --limit 2 --repair --role x=1 --role y=2 --temperature 0.1 ' +
        '--top-p 0.9 --model-seed 7 --agent-option plan=true --agent-option memory=false --dialect d@v --run-id id',
    );
  });
});

describe('the name of a run', () => {
  const table = { id: 'paper/table-2' };
  const row = { id: 'some-row' };

  it('is of table, row, part and label', () => {
    expect(recipeRunName(table, row, RECIPE, 'mine')).toBe('paper-table-2.some-row.task.mine');
    const { part: _, ...alone } = RECIPE;
    expect(recipeRunName(table, row, alone, 'mine')).toBe('paper-table-2.some-row.mine');
    const shared = { ...RECIPE, runOf: { table: 'paper/table-1', row: 'other' } };
    expect(recipeRunName(table, row, shared, 'mine')).toBe('paper-table-1.other.mine');
  });

  it.each([
    [{ model: 'Org/My Model.v2' }, 'my-model-v2'],
    [{ model: 'm', limit: '3' }, 'm-first-3'],
    [{ model: 'm', sample: '200' }, 'm-sample-200'],
    [{ profile: 'profiles/ground.json' }, 'ground'],
    [{ model: 'm', sample: '200', promptSource: 'touchstone' }, 'm-paraphrased-sample-200'],
    [{ agent: 'oracle' }, 'oracle'],
    [{}, 'model'],
    [{ model: '模型' }, 'model'],
    [{ model: 'x'.repeat(99), limit: '12' }, `${'x'.repeat(39)}-first-12`],
  ])('has a label by itself: %j', (given, label) => {
    expect(labelOf(given, null)).toBe(label);
  });

  it('takes a label that can be part of it, and no other', () => {
    expect(labelOf({ model: 'm' }, 'trial_2')).toBe('trial_2');
    for (const wrong of ['', 'a.b', '../x', '-a', 'x'.repeat(49)]) {
      expect(() => labelOf({}, wrong)).toThrow('cannot be a label');
    }
  });
});
