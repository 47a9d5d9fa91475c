import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DatasetError } from '../../errors.js';
import { parseTreeRules, TreeRulesSchema } from './rule.js';

const LEAF = {
  type: 'stoppage',
  match_type: 'equal',
  match_rules: {},
  check_type: 'include',
  check_rules: { text: 'a' },
};
const within = (evaluators: unknown): unknown => ({ type: 'rule', order: 'present', evaluators });

function errorOf(value: unknown): DatasetError {
  try {
    parseTreeRules(value, 'evaluator.json');
  } catch (error) {
    expect(error).toBeInstanceOf(DatasetError);
    return error as DatasetError;
  }
  throw new Error('parsed without an error');
}

describe('parseTreeRules', () => {
  it('reads rules within rules', () => {
    const rules = [LEAF, within([LEAF, within([])])];
    expect(parseTreeRules(rules, 'evaluator.json')).toEqual(rules);
  });

  it.each<[string, unknown, (string | number)[]]>([
    ['no list', LEAF, []],
    ['an empty list', [], []],
    ['an unknown type', [LEAF, { ...LEAF, type: 'nope' }], [1, 'type']],
    ['an unknown order', [{ type: 'rule', order: 'any', evaluators: [LEAF] }], [0, 'order']],
    [
      'an unknown match type',
      [within([{ ...LEAF, match_type: 'like' }])],
      [0, 'evaluators', 0, 'match_type'],
    ],
    ['a missing field', [{ ...LEAF, check_rules: undefined }], [0, 'check_rules']],
    ['a surplus field', [{ ...LEAF, check_rule: {} }], [0]],
    ['a value that is no string', [{ ...LEAF, match_rules: { index: 1 } }], [0, 'match_rules', 'index']],
    [
      'an activity where there is but one page',
      [{ ...LEAF, match_rules: { activity: 'A' } }],
      [0, 'match_rules', 'activity'],
    ],
  ])('refuses %s, naming file and entry', (_, value, path) => {
    expect(errorOf(value).place).toEqual({ file: 'evaluator.json', path });
  });

  it('says what is wrong and where to look', () => {
    expect(errorOf([])).toMatchObject({
      message: expect.stringContaining('a task needs at least one evaluator rule') as string,
      hint: 'Compare the entry with docs/tree-rules.md.',
    });
    expect(errorOf([{ ...LEAF, match_rules: { activity: 'A' } }]).message).toContain(
      'stoppage looks at one page only: "activity" belongs into check_rules',
    );
  });

  it('reads rules as deep as they may be, and no deeper', () => {
    const nested = (depth: number): unknown => {
      let rule: unknown = within([]);
      for (let level = 1; level < depth; level += 1) rule = within([rule]);
      return [rule];
    };
    // Each rule is two levels of JSON: itself, and its list.
    expect(parseTreeRules(nested(16), 'evaluator.json')).toHaveLength(1);
    const error = errorOf(nested(17));
    expect(error.place).toEqual({ file: 'evaluator.json' });
    expect(error.hint).toBe('Take rules that hold only rules of the same order apart.');
  });

  it('says of every kind of rule in the JSON schema what it is for', () => {
    const schema = JSON.stringify(z.toJSONSchema(TreeRulesSchema));
    for (const sentence of [
      'On the last page a node matches and passes the check.',
      'The action before the last one passes the check.',
      'Some action matches and passes the check.',
      'On some page a node matches and passes the check.',
      'On the page of an action that matches, a node matches and passes the check.',
      'Several rules, and how they follow each other.',
      'values are the same; ',
    ]) {
      expect(schema).toContain(sentence);
    }
  });

  it('refuses rules nested without end', () => {
    let rule: unknown = LEAF;
    for (let depth = 0; depth < 100_000; depth += 1) rule = within([rule]);
    expect(errorOf([rule]).message).toContain('levels deep');
  });

  it('gives rules or a typed error for anything', () => {
    const value = fc.oneof(fc.constantFrom('stoppage', 'rule', 'equal', 'present', 'x'), fc.anything());
    const entry = fc.dictionary(fc.constantFrom('type', 'order', 'evaluators', ...Object.keys(LEAF)), value);
    fc.assert(
      fc.property(fc.oneof(fc.anything(), fc.array(fc.oneof(entry, fc.anything()))), (input) => {
        try {
          parseTreeRules(input, 'evaluator.json');
        } catch (error) {
          expect(error).toBeInstanceOf(DatasetError);
        }
      }),
    );
  });
});
