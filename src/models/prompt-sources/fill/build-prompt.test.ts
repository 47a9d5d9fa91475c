import { describe, expect, it } from 'vitest';
import { buildPrompt, type PromptFragment } from './build-prompt.js';

const field = (name: string): { readonly field: string; readonly name: string } => ({ field: name, name });
function fragment(guards: readonly string[], ...pieces: PromptFragment['pieces']): PromptFragment {
  return { operator: '+=', guards, pieces };
}

/** prompt = 'Task: {task}.'; for row in rows: if row.shown: …; if late: … else: … */
const FRAGMENTS: readonly PromptFragment[] = [
  { operator: '=', guards: [], pieces: ['Task: ', field('task'), '.'] },
  fragment(['for row in rows', 'if row.shown'], ' ', field('row.name')),
  fragment(['for row in rows'], ';'),
  fragment(['if late'], ' Late:'),
  fragment(['if late', 'for i in steps'], ' ', field('i')),
  fragment(['else of late'], ' First.'),
  fragment([], ' End.'),
];

describe('buildPrompt', () => {
  it('goes through conditions and loops as the source does', () => {
    const scope = {
      values: { task: 'Save {row.name}' },
      conditions: { late: true },
      loops: {
        'row in rows': [
          { values: { 'row.name': 'a' }, conditions: { 'row.shown': true } },
          { conditions: { 'row.shown': false } },
          { values: { 'row.name': 'b' }, conditions: { 'row.shown': true } },
        ],
        'i in steps': [{ values: { i: '1' } }, { values: { i: '2' } }],
      },
    };
    expect(buildPrompt(FRAGMENTS, scope)).toBe('Task: Save {row.name}. a;; b; Late: 1 2 End.');
  });

  it('takes the other branch, and loops without rounds', () => {
    const scope = { values: { task: 't' }, conditions: { late: false }, loops: { 'row in rows': [] } };
    expect(buildPrompt(FRAGMENTS, scope)).toBe('Task: t. First. End.');
  });

  it('begins anew where the source assigns again', () => {
    const again: PromptFragment[] = [
      { operator: '=', guards: ['if empty'], pieces: ['none'] },
      { operator: '=', guards: ['else of empty'], pieces: ['some'] },
      fragment([], '!'),
    ];
    expect(buildPrompt(again, { conditions: { empty: true } })).toBe('none!');
    expect(buildPrompt(again, { conditions: { empty: false } })).toBe('some!');
    expect(buildPrompt([fragment([], 'lost'), ...again], { conditions: { empty: true } })).toBe('none!');
  });

  it('names what nobody decides', () => {
    expect(() => buildPrompt(FRAGMENTS, { values: { task: 't' } })).toThrow('row in rows');
    expect(() => buildPrompt(FRAGMENTS, { loops: { 'row in rows': [] } })).toThrow('task');
    expect(() =>
      buildPrompt(FRAGMENTS, {
        values: { task: 't' },
        loops: { 'row in rows': [] },
        conditions: { toString: true },
      }),
    ).toThrow('late');
  });
});
