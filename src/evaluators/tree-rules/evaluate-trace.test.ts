import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { parseHierarchy } from '../../domain/hierarchy/parse-hierarchy.js';
import { hierarchyXml, uiNode } from '../../testing/hierarchy-xml.js';
import { evaluateTrace } from './evaluate-trace.js';
import { parseTreeRules, TreeRulesSchema, type TreeRule } from './rule.js';
import type { TraceStep } from './trace.js';

/** Few words, so that rules and screens often meet. */
const word = fc.constantFrom('a', 'b', 'ab', '');
const bounds = fc.constantFrom('[0,0][10,10]', '[0,0][4,4]', '[5,5][10,10]');
const sketch = fc
  .tuple(word, word, bounds)
  .map(([text, kind, box]) => uiNode({ text, class: kind, bounds: box }));
const screen = fc.array(sketch, { maxLength: 4 }).map((nodes) => parseHierarchy(hierarchyXml(nodes)));
const action = fc.oneof(
  fc.record({ type: fc.constantFrom('stop', 'back') }),
  fc.record({
    type: fc.constantFrom('click', 'input'),
    message: word,
    target: fc.record({ type: fc.constant('point' as const), point: fc.tuple(fc.nat(10), fc.nat(10)) }),
  }),
);
const step: fc.Arbitrary<TraceStep> = fc.tuple(word, action, screen).map(([activity, done, hierarchy]) => ({
  activity,
  action: done,
  hierarchy: () => Promise.resolve(hierarchy),
}));
const trace = fc.array(step, { maxLength: 5 });

const matchType = fc.constantFrom('equal' as const, 'include' as const);
const map = (...keys: string[]): fc.Arbitrary<Record<string, string>> =>
  fc.dictionary(fc.constantFrom('text', 'class', ...keys), word, { maxKeys: 2, noNullPrototype: true });
const check = { check_type: matchType, check_rules: map('activity') };
const actionMap = map('message');
const leaf: fc.Arbitrary<TreeRule> = fc.oneof(
  fc.record({ type: fc.constant('stoppage' as const), match_type: matchType, match_rules: map(), ...check }),
  fc.record({ type: fc.constant('lastaction' as const), check_type: matchType, check_rules: actionMap }),
  fc.record({
    type: fc.constant('findaction' as const),
    match_type: matchType,
    match_rules: actionMap,
    check_type: matchType,
    check_rules: actionMap,
  }),
  fc.record({
    type: fc.constant('findelement' as const),
    match_type: matchType,
    match_rules: map('activity'),
    ...check,
  }),
  fc.record({
    type: fc.constant('findelementbyaction' as const),
    action_match_type: matchType,
    action_match_rules: actionMap,
    element_match_type: matchType,
    element_match_rules: map(),
    check_type: matchType,
    check_rules: map(),
  }),
);
const { rule } = fc.letrec<{ rule: TreeRule }>((tie) => ({
  rule: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    fc.record({
      type: fc.constant('rule' as const),
      order: fc.constantFrom('sequential' as const, 'consecutive' as const, 'present' as const),
      evaluators: fc.array(tie('rule'), { maxLength: 3 }),
    }),
  ),
}));
const rules = fc.array(rule, { minLength: 1, maxLength: 3 });

describe('evaluateTrace', () => {
  it('has an answer for any rules on any trace, and succeeds where all rules hold', async () => {
    await fc.assert(
      fc.asyncProperty(
        rules,
        trace,
        fc.constantFrom('reference' as const, 'corrected' as const),
        async (list, steps, mode) => {
          const result = await evaluateTrace(parseTreeRules(list, 'any'), steps, { mode });
          if (mode === 'corrected') expect(result.completion).not.toBeNull();
          if (result.completion === null) expect(result.success).not.toBe(true);
          else expect(result.success).toBe(result.completion === 1);
        },
      ),
    );
  });

  it('never fails a single assertion that holds as published when corrected', async () => {
    await fc.assert(
      fc.asyncProperty(leaf, trace, async (single, steps) => {
        const [published] = (await evaluateTrace([single], steps, { mode: 'reference' })).rules;
        const [corrected] = (await evaluateTrace([single], steps, { mode: 'corrected' })).rules;
        if (published?.holds === true) expect(corrected?.holds).toBe(true);
      }),
    );
  });
});

describe('TreeRulesSchema', () => {
  it('can be printed as JSON Schema', () => {
    expect(z.toJSONSchema(TreeRulesSchema, { io: 'input' })).toMatchObject({ type: 'array', minItems: 1 });
  });
});
