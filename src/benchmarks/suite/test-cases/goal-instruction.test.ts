import { describe, expect, it } from 'vitest';
import { stepInstruction, type TestCase } from '../../../domain/test-case.js';
import { goalInstruction, languageOf } from './goal-instruction.js';

function testCase(title: string, more: Partial<TestCase> = {}): TestCase {
  return { title, file: 'x', steps: [{ action: 'Open Settings.' }, { action: 'Tap "Display"' }], ...more };
}

describe('goalInstruction', () => {
  it.each([
    ['Verify that user can switch to the dark theme', 'Switch to the dark theme.'],
    ['Check whether the user is able to add an alarm.', 'Add an alarm.'],
    ['TC - Set an alarm', 'Set an alarm.'],
    ['Can I pay?', 'Can I pay?: Open Settings; then Tap "Display".'],
    ['Dark theme', 'Dark theme: Open Settings; then Tap "Display".'],
    ['验证用户可以切换深色主题', '切换深色主题。'],
    ['静音', '静音：Open Settings；Tap "Display"。'],
  ])('of %s', (title, goal) => {
    expect(goalInstruction(testCase(title))).toBe(goal);
  });

  it('takes the objective where the title is no goal, and says the data to use', () => {
    expect(goalInstruction(testCase('Login 01', { objective: 'To verify that users can log in' }))).toBe(
      'Log in.',
    );
    const steps = [
      { action: 'Type the name', data: 'mira' },
      { action: 'Go', data: 'pin: 1\nonce' },
    ];
    expect(goalInstruction(testCase('Log in', { steps }))).toBe('Log in. Use: mira; pin: 1; once.');
    expect(goalInstruction(testCase('Login', { steps }))).toBe(
      'Login: Type the name (mira); then Go (pin: 1; once).',
    );
  });

  it('knows Chinese by its characters', () => {
    expect(languageOf(testCase('Set'))).toBe('en');
    expect(languageOf(testCase('Set', { steps: [{ action: '打开' }] }))).toBe('zh');
  });
});

describe('stepInstruction', () => {
  it('says the steps one after the other, with their data', () => {
    const steps = [
      { action: 'Type\nthe name', data: 'mira' },
      { action: 'Go', expected: ['Gone'] },
    ];
    expect(stepInstruction(testCase('x', { steps }))).toBe('1. Type the name (mira)\n2. Go');
  });
});
