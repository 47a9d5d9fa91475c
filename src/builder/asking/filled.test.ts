import { describe, expect, it } from 'vitest';
import { filled } from './filled.js';

describe('a prompt', () => {
  it('is filled in one pass, whatever the values hold', () => {
    const values = { TASK: 'NUMBER $& TASK', NUMBER: 'TASK', ELEMENTS: '' };
    expect(filled('Do TASK (NUMBER), SUBTASK.ELEMENTS', values)).toBe('Do NUMBER $& TASK (TASK), SUBTASK.');
  });
});
