import { describe, expect, it } from 'vitest';
import { BugError, TouchstoneError, UserError, type Fault } from '../errors.js';
import { endReasonOf, failureOf, isRetryable } from './failure.js';

class Trouble extends TouchstoneError {
  readonly code = 'TROUBLE';
  readonly fault: Fault;
  override readonly retryable: boolean;
  constructor(fault: Fault, retryable: boolean) {
    super('trouble');
    this.fault = fault;
    this.retryable = retryable;
  }
}

describe('failureOf', () => {
  it('says owner, code and message, and what to do where that is known', () => {
    expect(failureOf(new Trouble('model', true))).toStrictEqual({
      fault: 'model',
      code: 'TROUBLE',
      message: 'trouble',
    });
    expect(failureOf(new UserError('no key', { hint: 'Set one.' }))).toStrictEqual({
      fault: 'user',
      code: 'USER',
      message: 'no key (Set one.)',
    });
  });

  it('calls what nobody expected a bug, with its stack', () => {
    expect(failureOf(new RangeError('out'))).toStrictEqual({
      fault: 'bug',
      code: 'UNEXPECTED',
      message: 'RangeError: out',
      stack: expect.stringContaining('failure.test') as unknown,
    });
    expect(failureOf(new BugError('us'))).toStrictEqual({
      fault: 'bug',
      code: 'BUG',
      message: 'us',
      stack: expect.stringContaining('failure.test') as unknown,
    });
    expect(failureOf('just text')).toStrictEqual({ fault: 'bug', code: 'UNEXPECTED', message: 'just text' });
    const bare = new BugError('us');
    delete bare.stack;
    expect(failureOf(bare)).not.toHaveProperty('stack');
    const plain = new Error('x');
    delete plain.stack;
    expect(failureOf(plain)).not.toHaveProperty('stack');
  });
});

describe('endReasonOf', () => {
  it.each<[Fault, string]>([
    ['agent', 'agent_error'],
    ['model', 'model_error'],
    ['environment', 'environment_error'],
    ['user', 'user_error'],
    ['dataset', 'invalid_task'],
    ['bug', 'bug'],
  ])('ends an episode with fault %s as %s', (fault, reason) => {
    expect(endReasonOf(fault)).toBe(reason);
  });
});

describe('isRetryable', () => {
  it('is true of models and environments that say so, of nobody else', () => {
    const retried = (['agent', 'model', 'environment', 'dataset', 'user', 'bug'] as const).filter((fault) =>
      isRetryable(new Trouble(fault, true)),
    );
    expect(retried).toEqual(['model', 'environment']);
    expect(isRetryable(new Trouble('model', false))).toBe(false);
    expect(isRetryable(Object.assign(new Error('x'), { retryable: true, fault: 'model' }))).toBe(false);
  });
});
