import { describe, expect, it } from 'vitest';
import { openModelEndpoint } from '../../src/testing/models/model-endpoint.js';
import { temporaryFolder } from '../../src/testing/run-fakes/run-fake.js';
import { runTouchstone } from './run-touchstone.js';

interface Printed {
  readonly tables: readonly { readonly rows: readonly (readonly { readonly text: string }[])[] }[];
}

async function firstColumn(what: string): Promise<(string | undefined)[]> {
  const { stdout, code } = await runTouchstone(['list', what, '--json']);
  expect(code).toBe(0);
  const [table] = (JSON.parse(stdout) as Printed).tables;
  return (table?.rows ?? []).map(([cell]) => cell?.text);
}

describe('touchstone list', () => {
  it('names dialects, providers and agents', async () => {
    expect(await firstColumn('dialects')).toContain('generic_call');
    expect(await firstColumn('providers')).toEqual(
      expect.arrayContaining(['openai-compatible', 'openai', 'anthropic', 'google', 'completions']),
    );
    expect(await firstColumn('agents')).toEqual(expect.arrayContaining(['direct', 'react', 'oracle']));
  });
});

describe('touchstone probe', () => {
  it('says what the numbers mean, and ends with 1 where there are none', async () => {
    let answer = '(500, 500)';
    await using endpoint = await openModelEndpoint(() => answer);
    const args = [
      'probe',
      '--model',
      'm',
      '--base-url',
      endpoint.baseUrl,
      '--targets',
      '3',
      '--screen',
      '300x600',
    ];
    const told = await runTouchstone(args);
    expect(told.stdout).toContain('3 of 3 answers held a position');
    expect(told.stdout).toContain('Best: --coordinates');
    expect(told.code).toBe(0);
    expect(endpoint.requests.every(({ pictures }) => pictures.length === 1)).toBe(true);
    answer = 'Somewhere.';
    const untold = await runTouchstone([...args, '--json']);
    expect(JSON.parse(untold.stdout)).toMatchObject({ asked: 3, samples: [], fits: [] });
    expect(untold.code).toBe(1);
  });

  it.each(['0', '201'])('refuses %s pictures before it asks', async (count) => {
    await using endpoint = await openModelEndpoint(() => '(1, 1)');
    const args = ['probe', '--model', 'm', '--base-url', endpoint.baseUrl, '--targets', count];
    const { stderr, code } = await runTouchstone(args);
    expect(stderr).toContain(`--targets: ${count} pictures`);
    expect(stderr).toContain('Name 1 to 200');
    expect(code).toBe(2);
    expect(endpoint.requests).toEqual([]);
  });

  it('asks for a model where none is named', async () => {
    const { stderr, code } = await runTouchstone(['probe']);
    expect(stderr).toContain('--model');
    expect(code).toBe(2);
  });
});

describe('touchstone run', () => {
  it('refuses a model for an agent that asks none', async () => {
    const { stderr, code } = await runTouchstone([
      'run',
      'pocket',
      '--agent',
      'random',
      '--model',
      'm',
      '--dialect',
      'd',
    ]);
    expect(stderr).toContain('the agent random asks no model, so --model, --dialect would change nothing');
    expect(code).toBe(2);
  });

  it('takes direct where a model is named and no agent', async () => {
    await using folder = await temporaryFolder({ onDisk: true });
    await using endpoint = await openModelEndpoint(() => 'A');
    const asked = ['run', 'pocket', '--dimensions', 'goal', '--limit', '1', '--runs', folder.path];
    const model = ['--model', 'm', '--base-url', endpoint.baseUrl];
    const { stderr, code } = await runTouchstone([...asked, ...model]);
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining('note: no --agent is named, so direct asks the model'),
    ]);
    expect(endpoint.requests).toHaveLength(1);
  });
});
