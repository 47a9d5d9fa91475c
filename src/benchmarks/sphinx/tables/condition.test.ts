import { describe, expect, it } from 'vitest';
import { UserError } from '../../../errors.js';
import { savedCondition } from '../saved-runs/saved-condition.js';
import { conditionOfRun, modalityOf } from './condition.js';

function run(
  name: string,
  kind: string,
  options: Record<string, unknown> = {},
  models: Record<string, Record<string, unknown>> = { actor: { model: 'm' } },
) {
  return {
    agent: { name, version: '1', settings: { options }, privileged: false },
    observation: { kind, picture: 'none' },
    models,
  };
}

describe('conditionOfRun', () => {
  it.each([
    ['text:sphinx_simplified', 'text', 'Text', 0],
    ['text:sphinx_leaves', 'text', 'Text', 1],
    ['text:sphinx_tree', 'tree', 'Text', 0],
    ['marked:sphinx', 'annotated_image', 'Vision', 0],
    ['screenshot', 'image', 'Vision', 0],
    ['screenshot+text:list', null, null, 0],
    ['marked:appagent', null, null, 0],
  ])('takes %s for %s', (kind, observation, modality, remarks) => {
    const condition = conditionOfRun(run('react', kind));
    expect(condition).toMatchObject({ agent: 'ReAct', observation, documents: null, model: 'm' });
    expect(condition.remarks).toHaveLength(remarks);
    expect(modalityOf(condition)).toBe(modality);
  });

  it('knows AppAgent with documents from AppAgent without, and other agents by their name', () => {
    expect(conditionOfRun(run('appagent', 'x', { documents: null }))).toMatchObject({ documents: false });
    expect(conditionOfRun(run('appagent', 'x', { documents: 'sha' }))).toMatchObject({
      agent: 'AppAgent',
      documents: true,
    });
    expect(conditionOfRun(run('direct', 'x', { documents: null }))).toMatchObject({
      agent: 'direct',
      documents: null,
    });
  });

  it('names no model where several were asked, or none', () => {
    const several = { actor: { model: 'a' }, repair: { model: 'b' } };
    expect(conditionOfRun(run('react', 'x', {}, several)).model).toBeNull();
    expect(conditionOfRun(run('react', 'x', {}, {})).model).toBeNull();
    expect(conditionOfRun(null)).toMatchObject({ agent: null, observation: null, model: null });
  });
});

describe('savedCondition', () => {
  it.each([
    ['trace/gpt-4o/tree', { agent: 'ReAct', observation: 'tree', model: 'gpt-4o', label: 'gpt-4o/tree' }, 1],
    ['trace/gpt-4o/image_skill', { observation: 'image', label: 'gpt-4o/image_skill' }, 2],
    ['trace/gpt-4o/runs', { agent: null, observation: null, model: null, label: 'runs' }, 0],
    ['mine.jsonl', { agent: null, observation: null, model: null, label: 'mine.jsonl' }, 0],
  ])('reads %s as the reference code names its folders', (path, expected, remarks) => {
    const condition = savedCondition(path, {});
    expect(condition).toMatchObject({ ...expected, documents: null });
    expect(condition.remarks).toHaveLength(remarks);
  });

  it('believes the user rather than the folder', () => {
    const said = { observation: 'annotated_image', agent: 'appagent', documents: 'yes', model: 'q' };
    expect(savedCondition('trace/gpt-4o/tree', said)).toMatchObject({
      agent: 'AppAgent',
      observation: 'annotated_image',
      documents: true,
      model: 'q',
      remarks: [],
    });
  });

  it.each([
    ['observation', 'tre'],
    ['documents', 'maybe'],
    ['documents', true],
  ] as const)('refuses %s=%s', (name, value) => {
    expect(() => savedCondition('runs', { [name]: value })).toThrow(UserError);
  });
});
