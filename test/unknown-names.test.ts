import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readControlSplit } from '../src/benchmarks/androidcontrol/control-splits.js';
import { stepPreset } from '../src/benchmarks/androidlens/step-presets.js';
import { aitwSplit } from '../src/benchmarks/aitw/aitw-splits.js';
import { readOdysseySplit } from '../src/benchmarks/guiodyssey/splits/odyssey-split.js';
import { temporaryFolder } from '../src/testing/run-fakes/run-fake.js';
import { runInProcess } from './fixtures/run-in-process.js';

const RUN = 'run pocket --limit 1';
/** Nobody listens there: each name is refused before anything is asked. */
const MODEL = '--model m --base-url http://127.0.0.1:9/v1';
const ASKING = `${RUN} ${MODEL}`;

/** A command line with one name a little wrong, and the name that was meant. */
const WRONG: readonly (readonly [command: string, meant: string])[] = [
  ['run pockt', 'pocket'],
  ['lint pockt', 'pocket'],
  ['audit pockt', 'pocket'],
  ['stats pockt', 'pocket'],
  ['export sharegpt pockt --dialect ui_tars --out out', 'pocket'],
  ['data check colorbenc .', 'colorbench'],
  [`${RUN} --agent randm`, 'random'],
  ['prompts show --agent direkt', 'direct'],
  [`${ASKING} --agent direct --dialect generic_cal`, 'generic_call'],
  ['parse --dialect ui_tar', 'ui_tars'],
  ['export sharegpt runs/nightly --dialect ui_tar --out out', 'ui_tars'],
  [`${ASKING} --provider antropic`, 'anthropic'],
  [`${ASKING} --api chats --provider openai`, 'chat'],
  [`${ASKING} --observation hierachy`, 'hierarchy'],
  [`${RUN} --mode refrence`, 'reference'],
  [`${ASKING} --agent m3a --role summarize=x.json`, 'summarise'],
  [`${ASKING} --agent m3a --role-dialect summarize=ui_tars`, 'summarise'],
  [`${ASKING} --agent react --agent-option histry=family`, 'history'],
  [`${ASKING} --agent direct --dialect qwen25_mobile_use@colorbenc`, 'colorbench'],
  [`${RUN} --split crss`, 'cross'],
  [`${RUN} --tasks dark-them`, 'dark-theme'],
  ['score nightli', 'nightly'],
  ['report nightli', 'nightly'],
  ['resume nightli', 'nightly'],
  ['compare nightli nightly', 'nightly'],
  ['score nightly --evaluator milestone', 'milestones'],
  ['export sharegp nightly --out out', 'sharegpt'],
  ['export parquet nightli --out out', 'nightly'],
  ['export sharegpt nightli --dialect ui_tars --out out', 'nightly'],
  ['lint pocket --fail-on eror', 'error'],
  [`${ASKING} --agent direct --dimensions gol`, 'goal'],
  [`${ASKING} --agent direct --dimensions goal --modality visoin`, 'vision'],
  ['phone serve pocket --task dark-them', 'dark-theme'],
  ['list agnts', 'agents'],
  ['schema graph.jsn', 'graph.json'],
  ['prompts show --agent m3a --name sumarise', 'summarise'],
  ['phone run pocket --preset apagent -- true', 'appagent'],
  ['compare nightly later --metric sucess', 'success'],
  ['reproduce colorbnch', 'colorbench'],
  ['reproduce colorbench/tabel-2', 'colorbench/table-2'],
  ['reproduce colorbench/table-2 --row gui-owl-7', 'gui-owl-7b'],
  ['rnu pocket', 'run'],
  ['run pocket --agnet random', '--agent'],
];

let place: Awaited<ReturnType<typeof temporaryFolder>>;

beforeAll(async () => {
  place = await temporaryFolder({ onDisk: true });
  for (const id of ['nightly', 'later']) {
    const done = await runInProcess([...RUN.split(' '), '--agent', 'no-op', '--run-id', id], {
      cwd: place.path,
    });
    expect(done.code).toBe(0);
  }
  const other = join(place.path, 'configured');
  await mkdir(other);
  await writeFile(join(other, 'touchstone.config.json'), '{"concurency": 2}');
}, 120_000);

afterAll(async () => {
  await place[Symbol.asyncDispose]();
});

describe('a name that is a little wrong', () => {
  it.each(WRONG)('%s: did you mean %s?', async (command, meant) => {
    const { code, stderr } = await runInProcess(command.split(' '), { cwd: place.path });
    expect(stderr).toMatch(new RegExp(`Did you mean ${meant}\\?`, 'i'));
    expect(code).toBe(2);
  });

  it('in a configuration', async () => {
    const { code, stderr } = await runInProcess(['config'], { cwd: join(place.path, 'configured') });
    expect(stderr).toContain('Did you mean concurrency? ');
    expect(code).toBe(2);
  });

  it.each([
    ['aitw', () => aitwSplit('standrd'), 'standard'],
    ['androidlens', () => stepPreset('androidlense'), 'androidlens'],
    ['guiodyssey', () => readOdysseySplit('.', 'randm', { signal: new AbortController().signal }), 'random'],
    ['androidcontrol', () => readControlSplit('.', 'tset', { signal: new AbortController().signal }), 'test'],
  ])('of a split, or a protocol of steps, of %s', async (_, ask, meant) => {
    const asked = (async () => ask())();
    await expect(asked).rejects.toMatchObject({
      hint: expect.stringContaining(`Did you mean ${meant}? `) as string,
    });
  });
});
