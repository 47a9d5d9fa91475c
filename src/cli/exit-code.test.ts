import { describe, expect, it } from 'vitest';
import { BugError, DatasetError, UserError } from '../errors.js';
import { exitCodeOf, exitCodeOfFault } from './exit-code.js';

describe('the exit code', () => {
  it('names the owner of the failure, as docs/errors.md lists them', () => {
    const faults = ['user', 'dataset', 'environment', 'model', 'agent', 'bug'] as const;
    expect(faults.map(exitCodeOfFault)).toEqual([2, 3, 4, 5, 6, 70]);
  });

  it('of an error is that of its owner, and of an unknown one that of a bug', () => {
    const errors = [new UserError('x'), new DatasetError('x'), new BugError('x'), new TypeError('x')];
    expect(errors.map(exitCodeOf)).toEqual([2, 3, 70, 70]);
  });
});
