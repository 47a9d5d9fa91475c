import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { COMMAND_NAMES, fillCommand, type CommandValues } from './fill-command.js';

const VALUES: CommandValues = {
  instruction: 'Set an alarm for {serial}',
  language: 'en',
  apps: 'Clock, Mail',
  maxSteps: 30,
  seed: 7,
  repeat: 2,
  serial: 'touchstone-1',
  port: 40_123,
  output: '/runs/r/attempts/x.files',
};

describe('fillCommand', () => {
  it('puts each value in its place, wherever the name stands', () => {
    const filled = fillCommand(
      [
        'python3',
        'a.py',
        '--task={instruction}',
        '{max_steps}/{seed}/{repeat}',
        '{port}',
        '{language} {apps}',
      ],
      VALUES,
    );
    expect(filled).toEqual([
      'python3',
      'a.py',
      '--task=Set an alarm for {serial}',
      '30/7/2',
      '40123',
      'en Clock, Mail',
    ]);
  });

  it('leaves other braces alone', () => {
    const words: readonly [string, ...string[]] = [
      'x',
      '{"a": {"b": 1}}',
      '{unknown}',
      '${HOME}/${instruction}',
      '{toString}',
    ];
    expect(fillCommand(words, VALUES)).toEqual(words);
  });

  it('never parses what a value holds, and keeps the number of words', () => {
    fc.assert(
      fc.property(fc.string(), fc.constantFrom(...Object.keys(COMMAND_NAMES)), (instruction, name) => {
        const filled = fillCommand(['run', '{instruction}', `{${name}}`], { ...VALUES, instruction });
        expect(filled).toHaveLength(3);
        expect(filled[1]).toBe(instruction);
      }),
    );
  });
});
