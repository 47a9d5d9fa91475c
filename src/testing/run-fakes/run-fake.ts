import { access, constants, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Agent } from '../../agents/agent.js';
import type { Benchmark } from '../../benchmarks/benchmark.js';
import type { RunConfiguration, RunOperation } from '../../domain/run.js';
import type { EngineEvent } from '../../engine/engine-event.js';
import { identifyRun, type RunSettings } from '../../engine/run-identity.js';
import type { RunOptions } from '../../engine/run.js';
import type { ModelRoles } from '../../models/model.js';
import { fakeAgent } from '../fake-agent.js';
import { fakeBenchmark } from '../fake-benchmark.js';

export interface FakeRunParts {
  readonly benchmark?: Benchmark;
  readonly agent?: Agent;
  readonly models?: ModelRoles;
  readonly settings?: Partial<RunSettings>;
  readonly operation?: Partial<RunOperation>;
}

/** Options of a run in a folder, with fakes for everything not given, and the list of its events. */
export function buildRun(
  directory: string,
  parts: FakeRunParts = {},
): RunOptions & { readonly run: string; readonly events: EngineEvent[] } {
  const { benchmark = fakeBenchmark(), agent = fakeAgent(), models = {} } = parts;
  const settings: RunSettings = {
    touchstone: '0.0.0-test',
    seed: 1,
    repeats: 1,
    retry: { attempts: 3, firstDelayMs: 1, maxDelayMs: 4 },
    ...parts.settings,
  };
  const configuration: RunConfiguration = {
    identity: identifyRun({ benchmark, agent, models }, settings),
    operation: {
      concurrency: 2,
      budgets: { seconds: null, tokens: null, money: null },
      ...parts.operation,
    },
  };
  const events: EngineEvent[] = [];
  const onEvent = (event: EngineEvent): void => {
    events.push(event);
  };
  return { run: 'test-run', directory, benchmark, agent, models, configuration, onEvent, events };
}

/** A folder that is gone after its use; in memory where that is possible, unless it is to be on disk. */
export async function temporaryFolder(
  options: { readonly onDisk?: boolean } = {},
): Promise<{ readonly path: string } & AsyncDisposable> {
  const above = options.onDisk === true ? tmpdir() : await scratch();
  const path = await mkdtemp(join(above, 'touchstone-'));
  return {
    path,
    [Symbol.asyncDispose]: async () => {
      await rm(path, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** In memory where there is such a place: tests sync by the thousand. */
async function scratch(): Promise<string> {
  try {
    await access('/dev/shm', constants.W_OK);
    return '/dev/shm';
  } catch {
    return tmpdir();
  }
}
