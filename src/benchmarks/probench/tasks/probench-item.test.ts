import { describe, expect, it } from 'vitest';
import type { ProbenchTask } from './task-file.js';
import { probenchItem } from './probench-item.js';

const TASK: ProbenchTask = { id: 't', language: 'zh', app: 'notes', instruction: '写', type: 'process' };

describe('probenchItem', () => {
  it('begins in the task’s app, with its own bound of steps', () => {
    expect(probenchItem({ ...TASK, stepLimit: 9, category: 'tool' })).toMatchObject({
      id: 't',
      task: { instructions: { zh: '写' }, start: 'notes', maxSteps: 9, tags: ['zh', 'process', 'tool'] },
    });
    expect(probenchItem(TASK).task).not.toHaveProperty('maxSteps');
  });
});
