import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { exploreApp } from '../../src/app/build/explore-app.js';
import { loadSettings } from '../../src/app/settings/load-settings.js';
import { readSurvey } from '../../src/formats/survey/read-survey.js';
import { temporaryFolder } from '../../src/testing/run-fakes/run-fake.js';
import { NO_CHROMIUM } from '../fixtures/chromium.js';
import { serveGeneratedApp } from '../fixtures/generated-app/generated-app.js';

const { signal } = new AbortController();

describe.skipIf(NO_CHROMIUM !== null)('touchstone build explore', () => {
  it('writes what it saw of a web app as a survey, and goes on with it', async () => {
    await using folder = await temporaryFolder();
    await using app = await serveGeneratedApp(3, { lists: 1, entries: 3, toggles: 1 });
    const context = { workingDirectory: folder.path, environment: {}, interrupted: signal, killed: signal };
    const { values } = await loadSettings({}, context);
    const explore = async (maxSteps: number) =>
      exploreApp(values, {
        phone: { type: 'url', url: app.url },
        out: 'survey',
        app: null,
        mode: 'corrected',
        maxSteps,
        maxSeconds: 60,
        usesModel: true,
        at: null,
        workingDirectory: folder.path,
        environment: {},
        signal,
        onProgress: () => undefined,
      });
    const first = await explore(6);
    expect(first).toMatchObject({ end: 'steps', steps: 6, questions: 0 });
    const second = await explore(14);
    expect(second.steps).toBeGreaterThan(6);
    expect(second.screens).toBeGreaterThan(first.screens);
    const survey = await readSurvey(join(folder.path, 'survey'), { signal });
    expect(survey.captures.length).toBeGreaterThan(second.screens - 1);
    expect(survey.steps.length).toBeGreaterThan(0);
    expect(survey.walks).toHaveLength(survey.walks.length);
    expect(survey.end).toBe('steps');
  });
});
