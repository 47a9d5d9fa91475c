import { describe, expect, it } from 'vitest';
import type { Agent } from '../../agents/agent.js';
import type { Benchmark } from '../../benchmarks/benchmark.js';
import type { Task } from '../../domain/task.js';
import { stepsAllowed } from './steps-allowed.js';

describe('stepsAllowed', () => {
  it.each([
    ['the benchmark’s where nobody else has a limit', undefined, undefined, 40],
    ['the task’s', 12, undefined, 12],
    ['the agent’s rule in place of the benchmark’s', undefined, 30, 30],
    ['the agent’s rule where it asks for more than the task', 12, 30, 30],
    ['the task’s where the rule asks for less', 36, 30, 36],
    ['the task’s where the rule has nothing to say', 12, null, 12],
  ])('is %s', (_, maxSteps, asked, expected) => {
    const task = { id: 'a', ...(maxSteps === undefined ? {} : { maxSteps }) } as Task;
    const agent = (asked === undefined ? {} : { stepsFor: () => asked }) as Agent;
    const benchmark = { items: { defaultMaxSteps: 40 } } as Benchmark;
    expect(stepsAllowed(task, { agent, benchmark })).toBe(expected);
  });
});
