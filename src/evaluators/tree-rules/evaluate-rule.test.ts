import { describe, expect, it } from 'vitest';
import { parseHierarchy } from '../../domain/hierarchy/parse-hierarchy.js';
import type { Mode } from '../../domain/mode.js';
import { hierarchyXml, uiNode } from '../../testing/hierarchy-xml.js';
import { evaluateTrace } from './evaluate-trace.js';
import { parseTreeRules } from './rule.js';
import type { TraceAction, TraceStep } from './trace.js';

/** A step on a screen with a heading over two buttons; the action hits the first. */
function step(heading: string, action: Partial<TraceAction> = {}): TraceStep {
  const hierarchy = parseHierarchy(
    hierarchyXml([
      uiNode({ class: 'Page', bounds: '[0,0][100,100]' }, [
        uiNode({ class: 'Heading', text: heading, bounds: '[0,0][100,20]' }),
        uiNode({ class: 'Button', text: `${heading} 1`, bounds: '[0,20][50,100]' }),
        uiNode({ class: 'Button', text: `${heading} 2`, bounds: '[50,20][100,100]' }),
      ]),
    ]),
  );
  return {
    activity: `${heading}Activity`,
    action: { type: 'click', target: { type: 'point', point: [25, 50] }, ...action },
    hierarchy: () => Promise.resolve(hierarchy),
  };
}

const STOP: TraceAction = { type: 'stop' };
const TYPING: Partial<TraceAction> = { type: 'input', message: 'hello' };
/** Home, click; Form, type; List, click; End, stop. */
const TRACE = [step('Home'), step('Form', TYPING), step('List'), { ...step('End'), action: STOP }];

const EQUAL = { match_type: 'equal', check_type: 'equal' };
const findAction = (match: object, check: object = {}): object => ({
  type: 'findaction',
  ...EQUAL,
  match_rules: match,
  check_rules: check,
});
const findElement = (match: object, check: object = {}): object => ({
  ...findAction(match, check),
  type: 'findelement',
});
const stoppage = (match: object, check: object = {}): object => ({
  ...findAction(match, check),
  type: 'stoppage',
});
const lastAction = (check: object): object => ({
  type: 'lastaction',
  check_type: 'equal',
  check_rules: check,
});
const byAction = (action: object, element: object, check: object): object => ({
  type: 'findelementbyaction',
  action_match_type: 'equal',
  action_match_rules: action,
  element_match_type: 'equal',
  element_match_rules: element,
  check_type: 'equal',
  check_rules: check,
});
const ordered = (order: string, ...evaluators: object[]): object => ({ type: 'rule', order, evaluators });

/** Result and index of one rule; the exception's name where the published code breaks. */
async function verdict(
  rule: object,
  {
    mode = 'reference',
    steps = TRACE,
    ownElement = false,
  }: { mode?: Mode; steps?: TraceStep[]; ownElement?: boolean } = {},
): Promise<[boolean | string, number | null]> {
  const { rules } = await evaluateTrace(parseTreeRules([rule], 'test'), steps, { mode, ownElement });
  const [result] = rules;
  return [result?.holds ?? result?.exception ?? 'nothing', result?.index ?? null];
}

describe('the explanation of a rule', () => {
  const said = async (rule: object, mode: Mode = 'corrected', steps = TRACE): Promise<string | undefined> => {
    const { rules } = await evaluateTrace(parseTreeRules([rule], 'test'), steps, {
      mode,
      ownElement: false,
    });
    return rules[0]?.explanation;
  };

  it.each<[object, string]>([
    [stoppage({ text: 'End' }), 'stoppage: a node of the last page matches and passes (step 4)'],
    [stoppage({ text: 'No' }), 'stoppage: no node of the last page matches (step 4)'],
    [
      stoppage({ class: 'Button' }, { text: 'No' }),
      'stoppage: the first node that matches on the last page fails the check (step 4)',
    ],
    [lastAction({}), 'lastaction: the action before the final one passes (step 3)'],
    [
      lastAction({ action_type: 'swipe' }),
      'lastaction: the action before the final one fails the check (step 3)',
    ],
    [findAction({ action_type: 'input' }), 'findaction: an action matches and passes (step 2)'],
    [
      findAction({ action_type: 'input' }, { message: 'no' }),
      'findaction: the first action that matches fails the check (step 2)',
    ],
    [findAction({ action_type: 'swipe' }), 'findaction: no action matches'],
    [findElement({ text: 'Form' }), 'findelement: a node matches and passes (step 2)'],
    [
      findElement({ text: 'Form' }, { text: 'No' }),
      'findelement: the first node that matches fails the check (step 2)',
    ],
    [findElement({ text: 'No' }), 'findelement: no node of any page matches'],
    [
      byAction({ action_type: 'input' }, { text: 'Form' }, {}),
      'findelementbyaction: a node on the page of an action that matches passes (step 2)',
    ],
    [
      byAction({ action_type: 'input' }, { text: 'Form' }, { text: 'No' }),
      'findelementbyaction: the page of the first action that matches has a first matching node that fails the check (step 2)',
    ],
    [
      byAction({ action_type: 'input' }, { text: 'No' }, {}),
      'findelementbyaction: the page of the first action that matches has no node that matches (step 2)',
    ],
    [byAction({ action_type: 'swipe' }, {}, {}), 'findelementbyaction: no action matches'],
    [
      ordered('sequential', findElement({ text: 'Home' }), findElement({ text: 'List' })),
      'rule (sequential): all hold one after the other (step 3)',
    ],
    [
      ordered('sequential', findElement({ text: 'Home' }), findElement({ text: 'No' })),
      'rule (sequential): part 2 (findelement): no node of any page matches',
    ],
    [
      ordered('consecutive', findElement({ text: 'Home' }), findElement({ text: 'Form' })),
      'rule (consecutive): all hold close together (step 2)',
    ],
    [
      ordered('consecutive', findElement({ text: 'Home' }), findElement({ text: 'End' })),
      'rule (consecutive): nowhere do all hold close together',
    ],
    [
      ordered('present', findElement({ text: 'Home' }), findElement({ text: 'End' })),
      'rule (present): all hold (step 4)',
    ],
    [
      ordered('present', findElement({ text: 'No' }), findElement({ text: 'End' })),
      'rule (present): part 1 (findelement): no node of any page matches',
    ],
  ])('is a sentence with the step (%#)', async (rule, sentence) => {
    expect(await said(rule)).toBe(sentence);
  });

  it('says where the published code breaks', async () => {
    const short = ordered('consecutive', findElement({ text: 'Home' }), lastAction({}));
    expect(await said(short, 'reference')).toBe(
      'rule (consecutive): the published evaluator breaks here (AttributeError): the window starts with a page',
    );
    const alone = [{ ...step('End'), action: STOP }];
    expect(await said(lastAction({}), 'corrected', alone)).toBe(
      'lastaction: there is no action before the final one',
    );
  });
});

describe('evaluateRule, in both modes', () => {
  it.each<[string, object, [boolean, number]]>([
    ['stoppage looks at the last page', stoppage({ text: 'End' }), [true, 6]],
    ['stoppage checks the first node found', stoppage({ class: 'Button' }, { text: 'End 2' }), [false, 6]],
    ['stoppage compares the activity', stoppage({ text: 'End' }, { activity: 'EndActivity' }), [true, 6]],
    ['stoppage compares the activity exactly', stoppage({ text: 'End' }, { activity: 'End' }), [false, 6]],
    ['stoppage fails on a missing attribute', stoppage({ text: 'End' }, { hint: '' }), [false, 6]],
    ['lastaction looks at the action before the final one', lastAction({ text: 'List 1' }), [true, 5]],
    ['lastaction sees any node under the point', lastAction({ class: 'Page' }), [true, 5]],
    ['lastaction sees no node beside the point', lastAction({ text: 'List 2' }), [false, 5]],
    ['lastaction without rules holds', lastAction({}), [true, 5]],
    ['findaction finds by type', findAction({ action_type: 'input' }), [true, 3]],
    ['findaction compares typed text', findAction({ class: 'Page', message: 'hello' }), [true, 3]],
    ['findaction finds nothing', findAction({ message: 'bye' }), [false, 0]],
    ['findaction knows no point of a stop', findAction({ action_type: 'stop', class: 'Page' }), [false, 0]],
    ['findelement finds the first page', findElement({ class: 'Heading' }, { text: 'Home' }), [true, 0]],
    [
      'findelement passes over other activities',
      findElement({ activity: 'ListActivity', class: 'Heading' }, { text: 'List' }),
      [true, 4],
    ],
    [
      'findelement compares the activity',
      findElement({ text: 'Form' }, { activity: 'HomeActivity' }),
      [false, 2],
    ],
    [
      'findelementbyaction looks at the page before the effect',
      byAction({ message: 'hello' }, { text: 'Form 2' }, {}),
      [true, 3],
    ],
    [
      'findelementbyaction fails without the node',
      byAction({ message: 'hello' }, { text: 'List' }, {}),
      [false, 3],
    ],
    [
      'present wants all',
      ordered('present', findElement({ text: 'List' }), findElement({ text: 'Home' })),
      [true, 4],
    ],
    [
      'present fails with one',
      ordered('present', findElement({ text: 'List' }), findElement({ text: 'None' })),
      [false, 4],
    ],
    [
      'sequential holds in order',
      ordered('sequential', findElement({ text: 'Home' }), findElement({ text: 'List' })),
      [true, 4],
    ],
    [
      'consecutive holds close together',
      ordered('consecutive', findAction({ action_type: 'input' }), findElement({ text: 'List' })),
      [true, 4],
    ],
    [
      'consecutive fails far apart',
      ordered('consecutive', findElement({ text: 'Home' }), findElement({ text: 'List' })),
      [false, 0],
    ],
  ])('%s', async (_, rule, expected) => {
    expect(await verdict(rule)).toEqual(expected);
    expect(await verdict(rule, { mode: 'corrected' })).toEqual(expected);
  });

  it.each<[string, object]>([
    ['stoppage', stoppage({})],
    ['lastaction', lastAction({})],
    ['findaction', findAction({})],
    ['findelement', findElement({})],
    ['findelementbyaction', byAction({}, {}, {})],
    ['consecutive', ordered('consecutive')],
  ])('%s fails on a trace without steps', async (_, rule) => {
    expect(await verdict(rule, { steps: [] })).toEqual([false, 0]);
  });

  it('includes by substring', async () => {
    expect(await verdict({ ...findElement({ text: 'is' }), match_type: 'include' })).toEqual([true, 4]);
  });
});

describe('evaluateRule, where the modes differ', () => {
  it.each<[string, object]>([
    ['findaction searches on behind a match that fails', findAction({ class: 'Page' }, { text: 'List 1' })],
    ['findelement searches on over pages', findElement({ class: 'Heading' }, { text: 'List' })],
    ['findelement searches on over nodes', findElement({ class: 'Button' }, { text: 'Home 2' })],
    [
      'findelementbyaction searches on over nodes',
      byAction({ message: 'hello' }, { class: 'Button' }, { text: 'Form 2' }),
    ],
    [
      'findelementbyaction searches on over actions',
      byAction({ class: 'Page' }, { class: 'Heading' }, { text: 'List' }),
    ],
  ])('%s', async (_, rule) => {
    expect((await verdict(rule))[0]).toBe(false);
    expect((await verdict(rule, { mode: 'corrected' }))[0]).toBe(true);
  });

  it('sequential wants an order', async () => {
    const rule = ordered('sequential', findElement({ text: 'List' }), findElement({ text: 'Home' }));
    expect(await verdict(rule)).toEqual([false, 4]);
    expect(await verdict(rule, { mode: 'corrected' })).toEqual([false, 5]);
  });

  it('sequential asks one action for two only when corrected', async () => {
    const twice = ordered(
      'sequential',
      findAction({ action_type: 'input' }),
      findAction({ action_type: 'input' }),
    );
    expect(await verdict(twice)).toEqual([true, 3]);
    expect((await verdict(twice, { mode: 'corrected' }))[0]).toBe(false);
  });

  it.each<[string, object, string]>([
    ['stoppage', stoppage({}), 'KeyError'],
    ['lastaction', lastAction({}), 'AttributeError'],
  ])('%s breaks on a window that starts at the wrong entry', async (_, rule, exception) => {
    const window = ordered('consecutive', rule);
    expect(await verdict(window)).toEqual([exception, null]);
    expect((await verdict(window, { mode: 'corrected' }))[0]).toBe(true);
  });

  it('takes the index of an empty rule as Python takes -1', async () => {
    const rule = ordered('sequential', ordered('present'), findElement({ text: 'End' }));
    expect((await verdict(rule))[0]).toBe(false);
    expect(
      await verdict(ordered('sequential', ordered('present'), findAction({ action_type: 'stop' }))),
    ).toEqual([true, -1]);
    expect(await verdict(rule, { mode: 'corrected' })).toEqual([true, 6]);
  });
});

describe('evaluateRule, on request', () => {
  it('compares the node an action names, not any under its point', async () => {
    const element = { class: 'Button', text: 'Home 1', bounds: '[0,20][50,100]' };
    const steps = [
      step('Home', { target: { type: 'element', attributes: element } }),
      step('Form', { target: { type: 'widget', index: 0 } }),
    ];
    expect((await verdict(findAction({ class: 'Page' }), { steps }))[0]).toBe(true);
    expect((await verdict(findAction({ class: 'Page' }), { steps, ownElement: true }))[0]).toBe(false);
    expect((await verdict(findAction({ text: 'Home 1' }), { steps, ownElement: true }))[0]).toBe(true);
    expect((await verdict(findAction({ class: 'Page' }), { ownElement: true }))[0]).toBe(true);
  });
});

describe('evaluateTrace', () => {
  it('gives success, completion and each rule with the step that decided it', async () => {
    const rules = parseTreeRules([findElement({ text: 'Home' }), findAction({ message: 'bye' })], 'test');
    expect(await evaluateTrace(rules, TRACE, { mode: 'reference' })).toEqual({
      success: false,
      completion: 0.5,
      rules: [
        {
          type: 'findelement',
          holds: true,
          index: 0,
          step: 0,
          explanation: 'findelement: a node matches and passes (step 1)',
        },
        {
          type: 'findaction',
          holds: false,
          index: 0,
          step: null,
          explanation: 'findaction: no action matches',
        },
      ],
    });
  });

  it('has no completion where a rule breaks, and no success unless an earlier one fails', async () => {
    const broken = ordered('consecutive', stoppage({}));
    const run = (...rules: object[]): ReturnType<typeof evaluateTrace> =>
      evaluateTrace(parseTreeRules(rules, 'test'), TRACE, { mode: 'reference' });
    expect(await run(broken, findAction({ message: 'bye' }))).toMatchObject({
      success: null,
      completion: null,
    });
    expect(await run(findAction({ message: 'bye' }), broken)).toMatchObject({
      success: false,
      completion: null,
    });
  });
});
