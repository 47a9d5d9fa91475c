import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { splitCommand } from './split-command.js';

describe('splitCommand', () => {
  it.each([
    ['python3 agent.py', ['python3', 'agent.py']],
    [`  "my agent"  --name 'a "b" c' `, ['my agent', '--name', 'a "b" c']],
    [String.raw`run a\ b "c\"d" ''`, ['run', 'a b', 'c"d', '']],
    ['echo $HOME | cat *', ['echo', '$HOME', '|', 'cat', '*']],
  ])('reads %s', (command, words) => {
    expect(splitCommand(command)).toEqual(words);
  });

  it.each(['', '  ', `''`, 'python3 "agent.py'])('refuses %j', (command) => {
    expect(() => splitCommand(command)).toThrow(expect.objectContaining({ code: 'AGENT_COMMAND' }));
  });

  it('gives back any words that were quoted', () => {
    const word = fc.string({ minLength: 1, maxLength: 8 });
    fc.assert(
      fc.property(fc.array(word, { minLength: 1 }), (words) => {
        const quoted = words.map((text) => `"${text.replaceAll(/[\\"]/g, String.raw`\$&`)}"`).join(' ');
        expect(splitCommand(quoted)).toEqual(words);
      }),
    );
  });
});
