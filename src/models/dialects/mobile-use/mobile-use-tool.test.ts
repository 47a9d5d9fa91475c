import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MOBILE_USE_ACTIONS, MOBILE_USE_BUTTONS, mobileUseSignature } from './mobile-use-tool.js';

interface Signature {
  readonly function: {
    readonly parameters: {
      readonly properties: Readonly<
        Record<string, { readonly description: string; readonly enum?: unknown[] }>
      >;
    };
  };
}

/** Arguments of a signature by name. */
function argumentsOf(actions: readonly (typeof MOBILE_USE_ACTIONS)[number][]) {
  const offer = { actions, buttons: [...MOBILE_USE_BUTTONS.keys()], description: 'A phone.' };
  return (JSON.parse(mobileUseSignature(offer)) as Signature).function.parameters.properties;
}

describe('mobileUseSignature', () => {
  it('has every argument where every action is offered', () => {
    const all = argumentsOf(MOBILE_USE_ACTIONS);
    expect(Object.keys(all)).toEqual([
      'action',
      'coordinate',
      'coordinate2',
      'text',
      'time',
      'button',
      'status',
    ]);
    expect(all['coordinate']?.description).toContain('for click, long_press and swipe');
    expect(all['text']?.description).toBe('for key, type, answer, interact and open');
  });

  it.each([
    [['click'], ['coordinate']],
    [
      ['click', 'long_press'],
      ['coordinate', 'time'],
    ],
    [['swipe'], ['coordinate', 'coordinate2']],
    [['system_button'], ['button']],
    [['terminate'], ['status']],
    [['open'], ['text']],
    [['wait'], ['time']],
  ] as const)('gives %j no argument but those it takes', (actions, names) => {
    expect(Object.keys(argumentsOf(actions)).slice(1)).toEqual(names);
  });

  it('names no action that is not offered, and lists no empty choice', () => {
    fc.assert(
      fc.property(fc.subarray([...MOBILE_USE_ACTIONS], { minLength: 1 }), (actions) => {
        const { action, ...others } = argumentsOf(actions);
        expect(action?.enum).toEqual(actions);
        for (const argument of Object.values(others)) {
          expect(argument.enum).not.toEqual([]);
          const named = MOBILE_USE_ACTIONS.filter((name) =>
            new RegExp(`\\b${name}\\b`).test(argument.description),
          );
          expect(actions).toEqual(expect.arrayContaining(named));
        }
      }),
    );
  });
});
