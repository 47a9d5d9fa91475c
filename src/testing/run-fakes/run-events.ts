import { identifyRun, identityHash } from '../../engine/run-identity.js';
import type { JournalEventOf } from '../../formats/run/journal/event.js';
import { fakeAgent } from '../fake-agent.js';
import { fakeBenchmark } from '../fake-benchmark.js';

/** The first event of a journal of a fake run. */
export function runStartEvent(): JournalEventOf<'run-start'> {
  const parts = { benchmark: fakeBenchmark(), agent: fakeAgent(), models: {} };
  const identity = identifyRun(parts, { touchstone: '0.0.0-test', seed: 1, repeats: 1 });
  return {
    type: 'run-start',
    at: '2025-01-01T00:00:00.000Z',
    formatVersion: 1,
    run: 'test-run',
    writer: 'main',
    identity,
    identityHash: identityHash(identity),
    operation: { concurrency: 1, budgets: { seconds: null, tokens: null, money: null } },
    resume: 'step',
    planned: 3,
    warnings: [],
    node: 'v0',
    platform: 'test',
  };
}
