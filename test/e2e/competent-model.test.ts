import { beforeAll, describe, expect, it } from 'vitest';
import type { MarkStyle } from '../../src/domain/observation-rule.js';
import { parseHierarchy } from '../../src/domain/hierarchy/parse-hierarchy.js';
import { genericCall } from '../../src/models/dialects/generic-call/generic-call.js';
import { markPicture } from '../../src/observations/marks/mark-picture.js';
import { preparePicture } from '../../src/observations/pictures/prepare-picture.js';
import type { SeenRequest } from '../../src/testing/models/model-endpoint.js';
import { chooseVisit } from '../../src/testing/competent-model/choose-visit.js';
import { competentModel } from '../../src/testing/competent-model/competent-model.js';
import { learnPocket, type PocketMemory } from '../../src/testing/competent-model/pocket-memory.js';

const PLACE = { file: 'screen' };
/** One in so many screens of the phone is checked. */
const STRIDE = 48;
let memory: PocketMemory;

beforeAll(async () => {
  memory = await learnPocket();
});

async function pictureOf(id: string): Promise<{ data: Uint8Array; xml: Uint8Array }> {
  const screen = memory.screens.get(id);
  const { signal } = new AbortController();
  const data = await screen?.picture?.load({ signal });
  const xml = await screen?.hierarchy?.load({ signal });
  if (data === undefined || xml === undefined) throw new Error(`${id} has no picture or no hierarchy`);
  return { data, xml };
}

function resized(data: Uint8Array, maxSide: number): Promise<{ data: Uint8Array }> {
  const picture = { mediaType: 'image/png', data };
  return preparePicture(picture, { resize: { algorithm: 'longest_side', maxSide }, format: 'jpeg' }, PLACE);
}

describe('a memory of pictures', () => {
  it.each<[string, (data: Uint8Array, xml: Uint8Array) => Promise<{ data: Uint8Array }>]>([
    ['small and as JPEG', (data) => resized(data, 640)],
    ...(['sphinx', 'm3a', 'appagent'] as const satisfies readonly MarkStyle[]).map(
      (style): [string, (data: Uint8Array, xml: Uint8Array) => Promise<{ data: Uint8Array }>] => [
        `with the marks of ${style}`,
        (data, xml) => markPicture(data, parseHierarchy(xml, PLACE), style, PLACE),
      ],
    ),
  ])(
    'knows screens again %s',
    async (_, change) => {
      const ids = [...memory.screens.keys()].filter((__, index) => index % STRIDE === 0);
      for (const id of ids) {
        const { data, xml } = await pictureOf(id);
        const found = await memory.pictures.recognise((await change(data, xml)).data);
        expect(found).toContain(id);
        // Several only where the pictures themselves are equal.
        for (const other of found) expect((await pictureOf(other)).data).toEqual(data);
      }
    },
    120_000,
  );

  it('knows no picture that it has never seen', async () => {
    const { default: sharp } = await import('sharp');
    const stripes = Buffer.from(Array.from({ length: 54 * 117 }, (_, index) => (index % 2) * 255));
    const data = await sharp(stripes, { raw: { width: 54, height: 117, channels: 1 } })
      .png()
      .toBuffer();
    expect(await memory.pictures.recognise(data)).toEqual([]);
  });
});

describe('a competent model', () => {
  const dialect = genericCall.create();

  function seen(text: string, data?: Uint8Array): SeenRequest {
    const pictures = data === undefined ? [] : [{ mediaType: 'image/png', data: Buffer.from(data) }];
    const words = { type: 'text' as const, text };
    const parts = [words, ...pictures.map((picture) => ({ type: 'image' as const, ...picture }))];
    return {
      wire: 'chat',
      model: 'm',
      turns: [{ role: 'user', parts }],
      texts: [text],
      pictures,
      stream: false,
      path: '',
      headers: {},
      body: {},
      index: 0,
    };
  }

  it('does the next step of the task that the text names, on the screen that the picture shows', async () => {
    const model = competentModel({ memory, dialect });
    const task = memory.tasks.find(({ id }) => id === 'dark-theme');
    const [instruction = ''] = task?.instructions ?? [];
    for (const { screen, action } of task?.route ?? []) {
      const answer = await model.answerTo(seen(`Task: ${instruction}`, (await pictureOf(screen)).data));
      const read = dialect.parse(answer, { profile: 'tolerant', screen: { width: 540, height: 1170 } });
      expect(read.type === 'actions' ? read.actions[0].type : read.error.message).toBe(action.type);
    }
  });

  it('finds back to its way, and goes back where it knows nothing', async () => {
    const model = competentModel({ memory, dialect });
    const task = memory.tasks.find(({ id }) => id === 'dark-theme');
    const [instruction = ''] = task?.instructions ?? [];
    const [detour] = task?.detours.keys() ?? [];
    if (detour === undefined) throw new Error('there is no detour');
    expect(await model.answerTo(seen(instruction, (await pictureOf(detour)).data))).toContain('off my way');
    expect(await model.answerTo(seen('Something nobody asked before'))).toContain('Action: Back()');
  });
});

describe('chooseVisit', () => {
  const told = ['Open A', 'Home', 'Open B', 'Home', 'Done'];

  it('takes the visit whose steps are shown last', () => {
    expect(chooseVisit([0, 2, 4], { text: 'nothing yet', told })).toBe(0);
    expect(chooseVisit([0, 2, 4], { text: '1. Open A\n2. Home', told })).toBe(2);
    expect(chooseVisit([0, 2, 4], { text: '1. Open A\n2. Home\n3. Open B\n4. Home', told })).toBe(4);
    expect(chooseVisit([0, 2, 4], { text: '3. Open B\n4. Home', told })).toBe(4);
  });

  it('believes its own words about the step before', () => {
    expect(chooseVisit([0, 2, 4], { text: 'Step 2 of 5 of my way. I went home.', told: [] })).toBe(2);
  });
});
