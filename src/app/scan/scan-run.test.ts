import { describe, expect, it } from 'vitest';
import { generateRun } from '../../../test/fixtures/generated-run.js';
import { NO_COST } from '../../formats/run/model-cost.js';
import { indexRun, isVoidEnd } from '../../formats/run/run-index.js';
import { ModelOutageError } from '../../models/model-errors.js';
import type { Model } from '../../models/model.js';
import { scriptedModel } from '../../models/scripted.js';
import { modelScanner } from '../../scanners/model/model-scanner.js';
import { temporaryFolder } from '../../testing/run-fakes/run-fake.js';
import { scanRun } from './scan-run.js';

const { signal } = new AbortController();
const QUESTION = 'Does it tap where nothing is?';

function scan(directory: string, model: Model, onWarnings?: (said: readonly string[]) => void) {
  const options = { scanners: [modelScanner], dataDirectory: null, signal };
  const heard = onWarnings === undefined ? {} : { onWarnings };
  return scanRun(directory, { ...options, ...heard, asking: { question: QUESTION, model } });
}

describe('a scan that asks a model', () => {
  it('counts who it says nothing of, what it costs, and asks nothing twice', async () => {
    await using folder = await temporaryFolder();
    await generateRun(folder.path, { run: 'r', tasks: 6, steps: 3 });
    const answers = [
      '{"found": "yes", "steps": [1], "finding": "It does."}',
      '{"found": "unknown"}',
      '{"found": "no"}',
    ];
    const script = scriptedModel((_, call) => answers[Math.min(call, 2)] ?? '', { name: 'm' });
    const first = await scan(folder.path, script);
    const index = await indexRun(folder.path);
    const voided = [...index.items.values()].filter(({ end }) => isVoidEnd(end)).length;
    expect(first.found.map(({ finding }) => finding)).toEqual([
      { scanner: 'model@1', message: 'It does.', steps: [0] },
    ]);
    expect([first.episodes, first.untold.get('model')]).toEqual([6, voided + 1]);
    expect(first.cost.calls).toBe(6 - voided);
    // Nobody is left to answer: all of it is in the record.
    const again = await scan(folder.path, scriptedModel([], { name: 'm' }));
    expect([again.found, again.untold, again.cost]).toEqual([first.found, first.untold, NO_COST]);
  });

  it('finds nothing while the model is away, and says so', async () => {
    await using folder = await temporaryFolder();
    await generateRun(folder.path, { run: 'r', tasks: 1, steps: 2 });
    const warnings: string[] = [];
    const away = scriptedModel([new ModelOutageError('it is down')], { name: 'm' });
    const { found, untold } = await scan(folder.path, away, (said) => void warnings.push(...said));
    expect([found, untold.get('model')]).toEqual([[], 1]);
    expect(warnings.some((warning) => warning.includes('it is down'))).toBe(true);
  });
});
