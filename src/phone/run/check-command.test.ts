import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkCommand } from './check-command.js';
import { COMMAND_NAMES } from './fill-command.js';

describe('checkCommand', () => {
  it('says nothing of names that are filled in, and of braces that are no names', () => {
    const words = [
      'agent',
      ...Object.keys(COMMAND_NAMES).map((name) => `--${name}={${name}}`),
      '{"a":1}',
      '{"task": "{instruction}"}',
      '{}',
      '{0}',
      '${HOME} ${instructions:-x} $x',
      '{print $1}',
      '{a,b}',
      'echo { ls; }',
    ];
    expect(checkCommand(words)).toEqual([]);
  });

  it.each([
    ['{instructions}', '{instruction}'],
    ['--task={instuction}', '{instruction}'],
    ['{"prompt": "{Instruction}"}', '{instruction}'],
    ['{max-steps}', '{max_steps}'],
    ['{maxSteps}', '{max_steps}'],
    ['{app}', '{apps}'],
    ['{lang} {languages}', '{language}'],
    ['{SERIAL}', '{serial}'],
  ])('refuses %s and names what is meant', (word, meant) => {
    expect(() => checkCommand(['agent', word])).toThrow(
      expect.objectContaining({
        code: 'COMMAND_PLACEHOLDER',
        fault: 'user',
        hint: expect.stringContaining(`Did you mean ${meant}? Filled in: {instruction} `),
      }),
    );
  });

  it('names words in braces that stay, once each', () => {
    expect(checkCommand(['{goal}', '{host} {goal}'])).toEqual([
      expect.stringMatching(/^\{goal\} \{host\} stays as it is .*: \{instruction\} /),
    ]);
    expect(checkCommand(['sh', '-c', 'echo ${port}'])).toEqual([expect.stringContaining('${port} is left')]);
  });

  it('refuses one letter too many or too few in any name of six letters or more', () => {
    const long = Object.keys(COMMAND_NAMES).filter((name) => name.length >= 6);
    fc.assert(
      fc.property(fc.constantFrom(...long), fc.nat(), fc.boolean(), (name, at, isMissing) => {
        const place = 1 + (at % (name.length - 1));
        const slip = isMissing
          ? name.slice(0, place) + name.slice(place + 1)
          : `${name.slice(0, place)}x${name.slice(place)}`;
        expect(() => checkCommand([`{${slip}}`])).toThrow(`{${slip}}`);
      }),
    );
  });
});
