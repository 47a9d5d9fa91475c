import { describe, expect, it } from 'vitest';
import { readsHierarchy } from './reads-hierarchy.js';
import { parseTreeRules } from './rule.js';

const check = { check_type: 'equal', check_rules: { text: 'Done' } };
const typed = {
  type: 'lastaction',
  check_type: 'equal',
  check_rules: { action_type: 'input', message: 'milk' },
};
const find = { type: 'findelement', match_type: 'equal', match_rules: { text: 'Done' }, ...check };

describe('readsHierarchy', () => {
  it.each<[string, unknown, boolean]>([
    ['what is found on a page', find, true],
    ['what an action itself is', typed, false],
    ['the element under an action', { ...typed, check_rules: { text: 'OK' } }, true],
    ['a sequence with one of them', { type: 'rule', order: 'sequential', evaluators: [typed, find] }, true],
    ['a sequence of actions', { type: 'rule', order: 'sequential', evaluators: [typed, typed] }, false],
  ])('knows it of %s', (_, entry, expected) => {
    expect(parseTreeRules([entry], 'task').map(readsHierarchy)).toEqual([expected]);
  });
});
