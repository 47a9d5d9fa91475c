import { scriptedModel } from '../../src/models/scripted.js';
import { fakeAgent } from '../../src/testing/fake-agent.js';
import { fakeBenchmark } from '../../src/testing/fake-benchmark.js';
import type { FakeRunParts } from '../../src/testing/run-fakes/run-fake.js';

/** The run that the child carries out, stretched so that kills land in its middle; alike in child and test. */
export function childParts(
  stepMs: number,
  onDecide: (item: string, step: number) => void = () => undefined,
): FakeRunParts {
  return {
    benchmark: fakeBenchmark({ items: 4, stepMs }),
    agent: fakeAgent({
      asksModel: true,
      delayMs: stepMs,
      onDecide: ({ task, repeat }, step) => {
        onDecide(`${task.id}#${repeat}`, step);
        return undefined;
      },
    }),
    models: { actor: scriptedModel((request) => `about ${JSON.stringify(request).length}`) },
    settings: { repeats: 2 },
    operation: { concurrency: 2 },
  };
}
