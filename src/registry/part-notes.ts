import type { Protocol } from '../benchmarks/benchmark.js';
import { COLORBENCH_CAUSES } from '../benchmarks/colorbench/failure-causes.js';
import { PROBENCH_CAUSES } from '../benchmarks/probench/failure-causes.js';
import { SPHINX_CAUSES } from '../benchmarks/sphinx/failure-causes.js';
import type { FailureCauses } from '../domain/scores/failure-causes.js';

/*
 * What is said of Touchstone's own parts where none of them is used. All agents and benchmarks together take a second to load and some
 * fifty megabytes, which a program that shows runs, and waits, would have for a few words. `part-notes.test.ts` sees to it that these
 * are the words of the definitions.
 */

/** Titles of agents, by name. */
export const AGENT_TITLES: ReadonlyMap<string, string> = new Map([
  ['oracle', 'takes the shortest route through the milestones, which it is shown'],
  ['random', 'acts at random, seeded'],
  ['tap-text', "taps what the instruction's words name among the texts of the UI hierarchy; sees no picture"],
  ['no-op', 'waits at every step'],
  ['always-complete', 'declares success at once'],
  ['home-spam', 'presses HOME at every step'],
  ['direct', 'asks a model once per step, in any dialect'],
  ['colorbench-multi-agent', 'plans, acts, reflects and remembers: the multi-agent system of ColorBench'],
  ['m3a', 'M3A (AndroidWorld): selects among marked elements, then sums up each step'],
  ['t3a', 'T3A (AndroidWorld): selects among listed elements without pictures, then sums up each step'],
  ['odyssey', "acts on a history of earlier steps: GUIOdyssey's history agent"],
  ['seeact', 'SeeAct: describes the next action, then chooses among lettered elements'],
  ['seeact-v', 'SeeAct-V: describes what to touch, has it found by UGround, then sums up each step'],
  ['mobile-agent-v2', 'Mobile-Agent-v2: acts, judges each operation, undoes what went wrong, keeps notes'],
  [
    'mobile-agent-e',
    'Mobile-Agent-E: a manager plans, an operator acts, each action is judged; tips and shortcuts',
  ],
  [
    'mobile-agent-v3',
    'Mobile-Agent-v3: a manager plans, an executor acts, each action is judged; the agent of GUI-Owl',
  ],
  ['react', 'ReAct (SPHINX): reasons, then acts; remembers its last action alone'],
  ['reflexion', 'Reflexion (SPHINX): judges its last action, and chooses again where it failed'],
  ['llm-planner', 'LLM planner (SPHINX): plans in words, then takes one action for each step of the plan'],
  ['appagent', 'AppAgent: numbered elements, a grid where it asks for one, documents of what elements do'],
  [
    'appagent-explore',
    'AppAgent exploring: uses elements, judges what they did, writes documents (`touchstone documents`)',
  ],
  [
    'planner-grounder',
    'a planner describes what to touch, a grounder finds it (closed models of ColorBench; UGround)',
  ],
  ['process', 'a program of your own, in any language (--agent-option command="…"; docs/agents/process.md)'],
  [
    'adb',
    'a command of your own that drives a phone by adb, unmodified (`touchstone phone run`; docs/phone)',
  ],
  ['human', 'asks a person in this terminal, one episode at a time'],
  ['replay', 'repeats recorded actions without looking (--trajectories FILE)'],
]);

/** What of a benchmark concerns those who show its runs. */
export interface BenchmarkNote {
  readonly protocol: Protocol;
  readonly showsPersonalData: boolean;
}

/** Notes of benchmarks, by name. */
export const BENCHMARK_NOTES: ReadonlyMap<string, BenchmarkNote> = new Map<string, BenchmarkNote>([
  ['pocket', { protocol: 'interactive', showsPersonalData: false }],
  ['colorbench', { protocol: 'interactive', showsPersonalData: false }],
  ['guiodyssey', { protocol: 'stepwise', showsPersonalData: false }],
  ['androidcontrol', { protocol: 'stepwise', showsPersonalData: false }],
  ['aitw', { protocol: 'stepwise', showsPersonalData: false }],
  ['sphinx', { protocol: 'question', showsPersonalData: true }],
  ['androidlens', { protocol: 'stepwise', showsPersonalData: false }],
  ['probench', { protocol: 'interactive', showsPersonalData: false }],
  ['tiny', { protocol: 'interactive', showsPersonalData: false }],
]);

/** Sets of causes that papers have, as benchmarks bring them. */
export const PUBLISHED_CAUSES: readonly FailureCauses[] = [COLORBENCH_CAUSES, SPHINX_CAUSES, PROBENCH_CAUSES];
