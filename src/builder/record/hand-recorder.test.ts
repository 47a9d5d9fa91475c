import { appendFileSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { tap, type Action } from '../../domain/action.js';
import { pixelPoint } from '../../domain/geometry.js';
import type { Observation } from '../../domain/screen.js';
import type { Environment } from '../../environments/environment.js';
import { readHandRecording } from '../../formats/recording/read-hand-recording.js';
import { hierarchyXml, uiNode } from '../../testing/hierarchy-xml.js';
import { smallPng } from '../../testing/small-png.js';
import { episodeOfRecording } from './episode-of-recording.js';
import { HandRecorder, type HandRecorderOptions } from './hand-recorder.js';
import { MASKED_TEXT } from './mask-screen.js';

const { signal } = new AbortController();
const size = { width: 40, height: 80 };
const now = (): Date => new Date('2030-01-02T03:04:05.000Z');

/** A phone whose screen is a shade of grey: each action makes it lighter by ten. `drift` changes it by itself. */
class GreyPhone implements Environment {
  readonly capabilities = {
    snapshot: false,
    pictures: true,
    hierarchy: true,
    activity: true,
    deterministic: false,
    stable: false,
  };
  shade = 10;
  isPassword = false;
  isClosed = false;
  readonly done: Action[] = [];

  get state(): string {
    return `grey-${this.shade}`;
  }
  async reset(): Promise<Observation> {
    return this.#screen();
  }
  async observe(): Promise<Observation> {
    return this.#screen();
  }
  async step(action: Action) {
    this.done.push(action);
    this.shade += 10;
    return {
      type: 'observed' as const,
      observation: this.#screen(),
      transition: { rule: 'acted', next: this.state, detail: `did ${JSON.stringify(action)}` },
    };
  }
  async [Symbol.asyncDispose](): Promise<void> {
    this.isClosed = true;
  }
  #screen(): Observation {
    const node = uiNode({
      text: `shade ${this.shade}`,
      clickable: 'true',
      focused: 'true',
      bounds: '[0,0][40,40]',
      ...(this.isPassword ? { password: 'true' } : {}),
    });
    const xml = Buffer.from(hierarchyXml([node]));
    const png = smallPng(size, this.shade);
    return {
      screen: {
        id: 'x',
        size,
        activity: { package: 'org.grey', activity: '.Main' },
        picture: { mediaType: 'image/png', load: async () => png },
        hierarchy: { mediaType: 'text/xml', load: async () => xml },
      },
    };
  }
}

const opened: HandRecorder[] = [];
const folders: string[] = [];
afterEach(async () => {
  for (const one of opened.splice(0)) await one[Symbol.asyncDispose]();
  for (const one of folders.splice(0)) rmSync(one, { recursive: true, force: true });
});

async function begin(phone = new GreyPhone(), given: Partial<HandRecorderOptions> = {}) {
  folders.push(mkdtempSync(join(tmpdir(), 'recording-')));
  const folder = join(folders.at(-1) ?? '', 'recording');
  const recorder = await HandRecorder.begin({
    environment: phone,
    start: { task: 't', repeat: 0, seed: 1 },
    folder,
    header: {
      touchstone: '0',
      environment: { kind: 'grey' },
      task: 't',
      language: 'en',
      instruction: 'Lighten it',
      masks: [],
    },
    signal,
    now,
    ...given,
  });
  opened.push(recorder);
  return { recorder, folder, phone };
}

const touch = tap(pixelPoint(5, 5));

describe('HandRecorder', () => {
  it('records screens, actions and the end, which become an episode', async () => {
    const { recorder, folder } = await begin();
    const { number } = await recorder.act(recorder.screen.number, touch);
    await recorder.act(number, { type: 'key', key: 'BACK' });
    await recorder.end({ status: 'complete', apps: [], notes: 'quick' });
    const recording = await readHandRecording(folder);
    const episode = await episodeOfRecording(recording, { signal });
    expect(episode.steps.map(({ action }) => action.type)).toEqual(['tap', 'key', 'stop']);
    expect(episode.apps).toEqual(['org.grey']);
    expect(episode.instructions).toEqual({ en: 'Lighten it' });
    expect(episode.steps[0]?.box).toEqual([0, 0, 40, 40]);
    const shades = await Promise.all(
      episode.steps.map(async ({ screen }) => screen.picture?.load({ signal })),
    );
    expect(shades.map((png) => Buffer.from(png ?? []).equals(smallPng(size, 10)))).toEqual([
      true,
      false,
      false,
    ]);
    expect(Buffer.from(shades[2] ?? []).equals(smallPng(size, 30))).toBe(true);
  });

  it('keeps the picture that the person saw, also where the screen has changed meanwhile', async () => {
    const { recorder, folder, phone } = await begin();
    const saw = recorder.screen.number;
    phone.shade = 99;
    await recorder.look();
    expect(recorder.screen.number).toBe(saw + 1);
    await recorder.act(saw, touch);
    const { steps, screens } = await readHandRecording(folder);
    expect(screens.get(steps[0]?.screen ?? '')?.state).toBe('grey-10');
  });

  it('gives an unchanged screen no new number', async () => {
    const { recorder } = await begin();
    const { number } = recorder.screen;
    expect((await recorder.look()).number).toBe(number);
  });

  it('keeps no text that is typed into a password field, in a masked area, or said to be secret', async () => {
    const { recorder, folder, phone } = await begin();
    const type: Action = { type: 'type', text: 'hunter2' };
    await recorder.act(recorder.screen.number, type, { isSecret: true });
    phone.isPassword = true;
    await recorder.look();
    await recorder.act(recorder.screen.number, type);
    phone.isPassword = false;
    await recorder.mask([0, 0, 0.1, 0.1]);
    await recorder.look();
    await recorder.act(recorder.screen.number, type);
    // The phone itself gets what was typed.
    expect(phone.done).toEqual([type, type, type]);
    const { steps } = await readHandRecording(folder);
    expect(steps.map(({ action, isMasked }) => [action, isMasked])).toEqual(
      Array.from({ length: 3 }, () => [{ type: 'type', text: MASKED_TEXT }, true]),
    );
    expect(readFileSync(join(folder, 'recording.jsonl'), 'utf8')).not.toContain('hunter2');
  });

  it('marks milestones with the words of the area, and takes them back', async () => {
    const { recorder, folder } = await begin();
    await recorder.act(recorder.screen.number, touch);
    const seen = recorder.screen.number;
    await recorder.mark(seen, { subTarget: 'lighter', box: [0, 0, 1, 0.5], group: null });
    await recorder.mark(seen, { subTarget: 'wrong', box: null, group: null });
    expect(await recorder.unmark('m2')).toBe(true);
    expect(await recorder.unmark('m2')).toBe(false);
    await recorder.mark(seen, {
      subTarget: 'own words',
      box: [0, 0, 1, 1],
      text: 'x',
      state: [],
      group: 'g',
    });
    const { milestones } = await readHandRecording(folder);
    expect(milestones.map(({ id, step, text, state, group }) => [id, step, text, state, group])).toEqual([
      ['m1', 1, 'shade 20', ['focused'], null],
      ['m3', 1, 'x', [], 'g'],
    ]);
  });

  it('says nothing of what is masked, and ends on the screen as it is then', async () => {
    const phone = new GreyPhone();
    const { recorder, folder } = await begin(phone);
    const { number } = await recorder.act(recorder.screen.number, touch);
    expect(await recorder.words(number, [0, 0, 1, 1])).toMatchObject({ text: 'shade 20' });
    await recorder.mask([0, 0, 0.1, 0.1]);
    expect(await recorder.words(number, [0, 0, 1, 1])).toMatchObject({ text: MASKED_TEXT });
    phone.shade = 77;
    await recorder.look();
    await recorder.end({ status: 'complete', apps: [], notes: '' });
    const { lastScreen, screens } = await readHandRecording(folder);
    expect(screens.get(lastScreen ?? '')?.state).toBe('grey-77');
  });

  it('takes nothing any more once it has ended, and needs a reason for what is impossible', async () => {
    const { recorder } = await begin();
    await expect(recorder.end({ status: 'impossible', reason: ' ', apps: [], notes: '' })).rejects.toThrow(
      'needs a reason',
    );
    await recorder.end({ status: 'impossible', reason: 'no such button', apps: ['Grey'], notes: '' });
    await expect(recorder.act(recorder.screen.number, touch)).rejects.toMatchObject({
      code: 'RECORDING_OVER',
    });
  });

  it('refuses a screen that was shown too long ago', async () => {
    const { recorder, phone } = await begin();
    for (let count = 0; count < 50; count += 1) {
      phone.shade = 100 + count;
      await recorder.look();
    }
    await expect(recorder.act(1, touch)).rejects.toMatchObject({ code: 'STALE_SCREEN' });
    expect(phone.done).toEqual([]);
    expect(recorder.seen(2).number).toBe(2);
  });

  it('refuses a folder that holds a recording, and closes the phone', async () => {
    const first = await begin();
    const phone = new GreyPhone();
    await expect(begin(phone, { folder: first.folder })).rejects.toThrow('holds a recording already');
    expect(phone.isClosed).toBe(true);
  });

  it('can be read where it was cut off, at every byte of its last line', async () => {
    const { recorder, folder } = await begin();
    await recorder.act(recorder.screen.number, touch);
    const whole = await readHandRecording(folder);
    const line = '{"at":"2030-01-02T03:04:05.000Z","kind":"instruction","instruction":"x"}';
    for (const cut of [1, 20, line.length - 1]) {
      const file = join(folder, 'recording.jsonl');
      const before = readFileSync(file);
      appendFileSync(file, line.slice(0, cut));
      expect({ ...(await readHandRecording(folder)), screens: 0 }).toEqual({ ...whole, screens: 0 });
      writeFileSync(file, before);
    }
    expect(existsSync(join(folder, 'screens'))).toBe(true);
  });
});
