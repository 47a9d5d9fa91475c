import * as fc from 'fast-check';
import { SaxesParser } from 'saxes';
import { describe, expect, it } from 'vitest';
import type { EpisodeEnd, Outcome } from '../domain/episode.js';
import type { ItemResult } from '../domain/score.js';
import { junitXml } from './junit.js';

interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: Element[];
  text: string;
}

function result(item: string, repeat: number, outcome: Outcome, explanation = 'half done'): ItemResult {
  const end: EpisodeEnd =
    outcome === 'model_error'
      ? { reason: 'model_error', fault: 'model', message: 'no answer in 60 s' }
      : outcome === 'not_run'
        ? { reason: 'money_budget', message: 'the budget ran out' }
        : { reason: 'agent_stop' };
  return {
    key: { item, repeat },
    task: {
      id: item,
      instructions: { en: `Do ${item}` },
      apps: [],
      tags: [],
      milestones: [],
      evaluators: [],
    },
    end,
    steps: 3,
    outcome,
    result: {
      mode: 'corrected',
      success: outcome === 'passed',
      completion: 0.5,
      scores: [
        {
          evaluator: 'milestones',
          version: '1',
          mode: 'corrected',
          score: { status: 'scored', value: outcome === 'passed' ? 1 : 0.5, explanation },
        },
      ],
    },
  };
}

async function written(
  results: readonly ItemResult[],
): Promise<{ suites: Element; cases: readonly Element[] }> {
  const suites = parse(await junitXml([{ name: 'pocket · direct', className: 'pocket', results }]));
  return { suites, cases: suites.children[0]?.children.filter(({ name }) => name === 'testcase') ?? [] };
}

describe('junitXml', () => {
  it('writes one case per task, however often it was tried', async () => {
    const { suites, cases } = await written([
      result('a', 0, 'passed'),
      result('a', 1, 'passed'),
      result('b', 0, 'failed'),
    ]);
    expect(cases.map(({ attributes }) => attributes['name'])).toEqual(['a', 'b']);
    expect(suites.attributes).toMatchObject({ tests: '2', failures: '1', errors: '0', skipped: '0' });
  });

  it('explains a failure', async () => {
    const { cases } = await written([result('b', 0, 'failed', '1 of 2 milestones reached')]);
    const [failure] = childrenOf(cases[0], 'failure');
    expect(failure?.attributes).toEqual({ message: '1 of 2 milestones reached', type: 'failed' });
    expect(failure?.text).toBe('repeat 1, failed: 1 of 2 milestones reached');
  });

  it('marks a task that passes some of its repeats as flaky, which is no failure', async () => {
    const { suites, cases } = await written([
      result('a', 0, 'passed'),
      result('a', 1, 'failed'),
      result('a', 2, 'agent_error'),
    ]);
    expect(suites.attributes['failures']).toBe('0');
    expect(propertiesOf(cases[0])).toMatchObject({ flaky: 'true', repeats: '3', passed: '1' });
    expect(childrenOf(cases[0], 'flakyFailure').map(({ attributes }) => attributes['type'])).toEqual([
      'failed',
      'agent_error',
    ]);
  });

  it('skips what was voided or never run, with the reason', async () => {
    const { suites, cases } = await written([result('a', 0, 'model_error'), result('b', 0, 'not_run')]);
    expect(suites.attributes).toMatchObject({ tests: '2', failures: '0', skipped: '2' });
    expect(cases.map((one) => childrenOf(one, 'skipped')[0]?.attributes['message'])).toEqual([
      'model_error: no answer in 60 s',
      'not_run: the budget ran out',
    ]);
  });

  it('does not let a voided repeat decide over the others', async () => {
    const { cases } = await written([result('a', 0, 'model_error'), result('a', 1, 'passed')]);
    expect(childrenOf(cases[0], 'skipped')).toEqual([]);
    expect(propertiesOf(cases[0])).toMatchObject({ voided: '1' });
    expect(propertiesOf(cases[0])).not.toHaveProperty('flaky');
  });

  it('is well-formed for any text of a model or a benchmark', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.string({ unit: 'binary' }),
        fc.string({ unit: 'grapheme' }),
        async (explanation, item) => {
          const { cases } = await written([result(`t${item}`, 0, 'failed', explanation)]);
          expect(cases).toHaveLength(1);
        },
      ),
    );
  });

  it('holds an empty run', async () => {
    const { suites } = await written([]);
    expect(suites.attributes).toMatchObject({ tests: '0', failures: '0' });
  });
});

function childrenOf(element: Element | undefined, name: string): readonly Element[] {
  return element?.children.filter((child) => child.name === name) ?? [];
}

function propertiesOf(element: Element | undefined): Readonly<Record<string, string>> {
  const properties = childrenOf(element, 'properties')[0]?.children ?? [];
  return Object.fromEntries(properties.map(({ attributes }) => [attributes['name'], attributes['value']]));
}

function parse(xml: string): Element {
  const root: Element = { name: '', attributes: {}, children: [], text: '' };
  const open = [root];
  const parser = new SaxesParser();
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes, children: [], text: '' };
    open.at(-1)?.children.push(element);
    open.push(element);
  });
  parser.on('text', (text) => {
    const last = open.at(-1);
    if (last !== undefined) last.text += text;
  });
  parser.on('closetag', () => open.pop());
  parser.write(xml).close();
  const [found] = root.children;
  if (found === undefined) throw new Error('no element');
  return found;
}
