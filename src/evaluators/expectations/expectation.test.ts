import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ExpectationSchema, claimsExpectation, isOpen, type Expectation } from './expectation.js';

const rule = { type: 'lastaction', check_type: 'equal', check_rules: { action_type: 'click' } };
const written = { type: 'expectation', expected: 'The list is sorted' };
const FORMS = {
  ready: { ...written, status: 'ready', rule },
  draft: { ...written, status: 'draft', rule },
  unfinished: { ...written, status: 'unfinished' },
  milestone: { ...written, status: 'milestone', milestone: 'sorted' },
  not_checked: { ...written, status: 'not_checked', reason: 'it is a sound' },
};
type Status = keyof typeof FORMS;

describe('ExpectationSchema', () => {
  it.each(Object.keys(FORMS) as Status[])(
    'reads one that is %s, with and without what may be said',
    (status) => {
      const form = FORMS[status];
      expect(ExpectationSchema.parse(form)).toEqual(form);
      const whole = { ...form, step: 2, note: 'look at this', was: 'The list was sorted' };
      expect(ExpectationSchema.parse(whole)).toEqual(whole);
    },
  );

  it.each([
    ['a ready one without a rule', { ...written, status: 'ready' }],
    ['a draft without a rule', { ...written, status: 'draft' }],
    ['a rule that is none', { ...FORMS.ready, rule: { type: 'nothing' } }],
    ['an unfinished one with a rule', { ...FORMS.unfinished, rule }],
    ['a milestone without an id', { ...FORMS.milestone, milestone: '' }],
    ['one that is not checked without a reason', { ...FORMS.not_checked, reason: '' }],
    ['nothing that is expected', { ...FORMS.unfinished, expected: '' }],
    ['a step before the first', { ...FORMS.unfinished, step: 0 }],
    ['another status', { ...written, status: 'redy' }],
    ['another type', { ...FORMS.unfinished, type: 'rule' }],
    ['a field that there is not', { ...FORMS.unfinished, more: 1 }],
  ])('refuses %s', (_what, value) => {
    expect(ExpectationSchema.safeParse(value).success).toBe(false);
  });

  it('says of every field in the JSON schema what it is for', () => {
    const { oneOf = [] } = z.toJSONSchema(ExpectationSchema) as {
      oneOf?: { properties: Record<string, { description?: string; const?: string }> }[];
    };
    const said = oneOf.map(({ properties: { rule: _rule, ...own } }) =>
      Object.fromEntries(Object.entries(own).map(([name, { description }]) => [name, description])),
    );
    const common = {
      type: 'What a written test case expects.',
      step: 'Step of the test case it belongs to, from 1.',
      expected: 'What is to be seen, as written. Leave it as it is: it is how the test case is found again.',
      note: 'What to look at before this is ready.',
      was: 'What stood here when the rule was written; remove it once the rule fits again.',
    };
    expect(said).toEqual([
      { ...common, status: 'The rule says what is expected; it counts.' },
      { ...common, status: 'Proposed: the task is not scored before somebody sets it to "ready".' },
      {
        ...common,
        status: 'Write a "rule" and set this to "ready", or to "not_checked" with a "reason".',
      },
      { ...common, status: 'A milestone of the task checks it.', milestone: 'Id of that milestone.' },
      {
        ...common,
        status: 'Left out of the score, on purpose.',
        reason: 'Why it cannot be checked, such as "it is a sound".',
      },
    ]);
  });
});

describe('isOpen', () => {
  it('is so where somebody still has to write or confirm the rule', () => {
    const open = (Object.keys(FORMS) as Status[]).filter((status) => isOpen(FORMS[status] as Expectation));
    expect(open).toEqual(['draft', 'unfinished']);
  });
});

describe('claimsExpectation', () => {
  it('goes by the type alone', () => {
    expect(claimsExpectation({ type: 'expectation', status: 7 })).toBe(true);
    for (const other of [null, undefined, 'expectation', 3, [], {}, { type: 'rule' }, { status: 'ready' }]) {
      expect(claimsExpectation(other)).toBe(false);
    }
  });
});
