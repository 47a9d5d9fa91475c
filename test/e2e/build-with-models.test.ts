import type { ChildProcess } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { readSurvey } from '../../src/formats/survey/read-survey.js';
import { chatCompletion, openChatEndpoint, sendJson } from '../../src/testing/models/chat-endpoint.js';
import { temporaryFolder } from '../../src/testing/run-fakes/run-fake.js';
import { runTouchstone } from './run-touchstone.js';

/** Answers from the texts of a request alone. */
function answerTo(text: string): string {
  if (text.includes('You write a test task')) {
    const last = (text.match(/Screen \d+, app/g) ?? []).length;
    const texts = text
      .slice(text.lastIndexOf('Texts: '))
      .replaceAll(/[^A-Za-z ]+/g, ' ')
      .trim();
    return JSON.stringify({ goals: [last], instruction: `I want to see ${texts.slice(6, 60).trim()}.` });
  }
  if (text.includes('gets to know a mobile app')) return '{"purpose": "a page", "elements": [], "texts": []}';
  if (text.includes('You check the wording')) return '{"says": true, "complete": true, "reveals": false}';
  if (text.includes('Say what to do at this step')) return '{"instruction": "Go on to the next page."}';
  if (text.includes('sum up what has been done'))
    return '{"context": "So far, the settings are open. A page is shown."}';
  if (text.includes('Write two texts')) {
    return JSON.stringify({
      description: 'This is a screenshot of a phone. Some of it matters.',
      intention: 'To get there, I choose to go on. This allows me to see it.',
    });
  }
  return '{"passes": true, "reason": "it is done"}';
}

const STARTER = fileURLToPath(new URL('../../worlds/starter', import.meta.url));

/** Screens of a survey, with what was tried on each. */
async function triedIn(folder: string): Promise<ReadonlySet<string>> {
  const { captures, steps, end } = await readSurvey(folder, { signal: new AbortController().signal });
  expect(end).toBe('nothing-new');
  const screens = captures.map(({ hierarchy }) => String(hierarchy));
  return new Set([
    ...screens,
    ...steps.flatMap(({ from, tried }) => (tried === undefined ? [] : [`${screens[from]} ${tried}`])),
  ]);
}

/** Calls the command line with models that are served, and can kill it when it asks. */
async function openStages(cwd: string) {
  let child: ChildProcess | null = null;
  let killAt = -1;
  const endpoint = await openChatEndpoint(({ body }, response, index) => {
    if (index === killAt) child?.kill('SIGKILL');
    else
      sendJson(response, 200, chatCompletion(answerTo(JSON.stringify(body).replaceAll(String.raw`\"`, '"'))));
  });
  const model = ['--model', 'm', '--base-url', endpoint.baseUrl, '--concurrency', '1'];
  const call = (args: readonly string[]) =>
    runTouchstone([...args, ...model], {
      cwd,
      onSpawn: (started) => {
        child = started;
      },
    });
  return {
    call,
    /** Kills a call at a question, and calls again. */
    killedAndResumed: async (args: readonly string[], after: number): Promise<Record<string, unknown>> => {
      const before = endpoint.calls.length;
      killAt = before + after;
      const killed = await call(args);
      expect(killed.signal).toBe('SIGKILL');
      const done = await call([...args, '--json']);
      expect([done.code, done.stderr]).toEqual([0, '']);
      const asked = endpoint.calls.slice(before).map(({ body }) => JSON.stringify(body['messages']));
      // What was on its way when the process ended, and nothing else, was asked again.
      expect(asked.filter((one, at) => asked.indexOf(one) !== at)).toEqual([asked[after]]);
      killAt = -1;
      return JSON.parse(done.stdout) as Record<string, unknown>;
    },
    [Symbol.asyncDispose]: () => endpoint[Symbol.asyncDispose](),
  };
}

describe('stages of the builder that ask a model over HTTP', () => {
  it('explore: a survey that was cut off ends as one that was not', async () => {
    await using folder = await temporaryFolder();
    const cwd = folder.path;
    await using stages = await openStages(cwd);
    const explore = ['build', 'explore', STARTER, '--out'];
    await stages.killedAndResumed([...explore, 'rough'], 1);
    expect((await stages.call([...explore, 'smooth'])).code).toBe(0);
    expect(await triedIn(join(cwd, 'rough'))).toEqual(await triedIn(join(cwd, 'smooth')));
  });

  it('are killed, go on, and ask nothing twice', async () => {
    await using folder = await temporaryFolder();
    const cwd = folder.path;
    await using stages = await openStages(cwd);
    const { call, killedAndResumed } = stages;
    const proposals = ['build', 'tasks', 'pocket', '--out', 'proposals', '--count', '4', '--no-pictures'];
    const built = await killedAndResumed(proposals, 3);
    expect((built['tasks'] as readonly unknown[]).length).toBeGreaterThan(1);

    const annotate = [
      'build',
      'annotate',
      'pocket',
      '--limit',
      '1',
      '--max-side',
      '120',
      '--out',
      'annotated',
    ];
    expect(await killedAndResumed(annotate, 4)).toMatchObject({ episodes: 1, whole: 1 });
    const quality = await call(['build', 'quality', 'annotated', '--max-side', '120', '--json']);
    expect(JSON.parse(quality.stdout)).toMatchObject({ episodes: 1, kept: 1, open: 0 });
    const exported = ['export', 'guiodyssey-episodes', 'annotated', '--wordless', 'skip', '--out'];
    expect((await runTouchstone([...exported, 'odyssey'], { cwd })).code).toBe(0);
    const [file = ''] = await readdir(join(cwd, 'odyssey', 'annotations'));
    const text = await readFile(join(cwd, 'odyssey', 'annotations', file), 'utf8');
    expect(text).toContain('"low_level_instruction": "Go on to the next page."');
  });
});
