import { expect, it } from 'vitest';
import type { SuiteFile } from '../../formats/suite/suite-file.js';
import { partsWithoutTask } from './recorded-suite.js';

it('tells recordings that came after the suite was written', () => {
  const parts = ['Open the settings.', 'Turn the sound off.'].map((instruction) => ({
    recording: { instruction },
  }));
  const suite = { tasks: [{ instructions: { en: 'Open the settings.' } }] } as unknown as SuiteFile;
  expect(partsWithoutTask(parts, suite)).toEqual([parts[1]]);
});
