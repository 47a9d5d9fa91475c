import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { describe, expect, it } from 'vitest';
import {
  chatCompletion,
  openChatEndpoint,
  sendJson,
  type ChatCall,
} from '../../src/testing/models/chat-endpoint.js';
import { temporaryFolder } from '../../src/testing/run-fakes/run-fake.js';
import { NO_CHROMIUM } from '../fixtures/chromium.js';
import { writeProbenchPocket } from '../fixtures/probench-pocket.js';
import { runTouchstone } from './run-touchstone.js';

/** Taps texts one after the other, the last one again and again where the plan does not end; sees the hierarchy alone. */
const AGENT = `
  import { createInterface } from 'node:readline';
  const say = (message) => process.stdout.write(JSON.stringify(message) + '\\n');
  const plans = PLANS;
  let plan = [], step = 0;
  for await (const line of createInterface({ input: process.stdin })) {
    const message = JSON.parse(line);
    if (message.type === 'open') {
      plan = plans[message.instruction] ?? ['END'];
      step = 0;
      say({ type: 'ready' });
    }
    if (message.type !== 'observe') continue;
    const word = plan[Math.min(step++, plan.length - 1)];
    if (word === 'END') { say({ type: 'decide', action: { type: 'stop', status: 'success' } }); continue; }
    const nodes = [...message.screen.hierarchy.matchAll(/<node[^>]*>/g)].map(([node]) => node);
    const found = nodes.findLast((node) => node.includes('text="' + word + '"'));
    if (found === undefined) { say({ type: 'decide', action: { type: 'wait' } }); continue; }
    const [x1, y1, x2, y2] = found.match(/bounds="([^"]*)"/)[1].match(/\\d+/g).map(Number);
    const point = { x: Math.round((x1 + x2) / 2), y: Math.round((y1 + y2) / 2), space: 'pixel' };
    say({ type: 'decide', action: { type: 'tap', target: { type: 'point', point } } });
  }
`;

const CLOCK = 'Add Lisbon to the world clock.';
const DARK = 'Switch the phone to its dark theme.';
const PLANS = {
  [CLOCK]: ['World clock'],
  [DARK]: ['Display', 'Theme', 'Dark', 'END'],
  'Put the cheapest desk lamp that the shop has into the cart.': ['Lighting', 'END'],
  '把手机切换成深色主题。': ['Display', 'Theme', 'Dark', 'END'],
};

/** Texts and pictures of a request, as a model gets them. */
function seen({ body }: ChatCall): { readonly text: string; readonly pictures: readonly Buffer[] } {
  const parts = (body['messages'] as readonly { readonly content: unknown }[]).flatMap(({ content }) =>
    typeof content === 'string'
      ? [{ type: 'text', text: content }]
      : (content as readonly { type: string; text?: string; image_url?: { url: string } }[]),
  );
  return {
    text: parts.map((part) => ('text' in part ? (part.text ?? '') : '')).join('\n'),
    pictures: parts.flatMap((part) =>
      'image_url' in part && part.image_url !== undefined
        ? [Buffer.from(part.image_url.url.replace(/^data:[^,]*,/, ''), 'base64')]
        : [],
    ),
  };
}

async function isDark(picture: Buffer | undefined): Promise<boolean> {
  if (picture === undefined) return false;
  const { channels } = await sharp(picture).greyscale().stats();
  return (channels[0]?.mean ?? 255) < 100;
}

/** The agent in the folder, and how a benchmark is run with it on Pocket's live apps. */
async function prepared(folder: string) {
  const agent = join(folder, 'agent.mjs');
  await writeFile(agent, AGENT.replace('PLANS', JSON.stringify(PLANS)));
  const runs = ['--runs', join(folder, 'runs')];
  const by = ['--agent', 'process', '--agent-option', `command=node ${agent}`];
  const call = (benchmark: string) =>
    runTouchstone([
      'run',
      benchmark,
      '--data',
      folder,
      '--env',
      'chromium',
      '--run-id',
      'r',
      '--json',
      ...by,
      ...runs,
    ]);
  return { call, runs };
}

/** Texts of the first row of a table. */
function cellsOf(document: string, id: string): readonly string[] {
  return rowsOf(document, id)[0] ?? [];
}

/** Texts of a table. */
function rowsOf(document: string, id: string): readonly (readonly string[])[] {
  const { tables } = JSON.parse(document) as {
    readonly tables: readonly {
      readonly id: string;
      readonly rows: readonly { readonly text: string }[][];
    }[];
  };
  return tables.find((table) => table.id === id)?.rows.map((row) => row.map(({ text }) => text)) ?? [];
}

describe.skipIf(NO_CHROMIUM !== null)(
  `judged tasks on live Pocket${NO_CHROMIUM === null ? '' : ` (${NO_CHROMIUM})`}`,
  () => {
    it('give the outcomes and ratios of ProBench that were worked out by hand', async () => {
      await using folder = await temporaryFolder({ onDisk: true });
      // The process judge wants to read of sorting; the state judge looks whether the screen is dark.
      await using endpoint = await openChatEndpoint((call, response) => {
        const { text, pictures } = seen(call);
        void (async () => {
          const isProcess = text.includes('Click ');
          const isDone = isProcess
            ? /\bsort/i.test(text.split('Click ').slice(1).join(''))
            : await isDark(pictures.at(-1));
          const answer = `<think>I looked.</think><answer>${isDone ? 'True' : 'False'}</answer>`;
          sendJson(response, 200, chatCompletion(answer));
        })();
      });
      await writeProbenchPocket(folder.path);
      const { call, runs } = await prepared(folder.path);
      const done = await call('probench');
      expect(JSON.parse(done.stdout)).toMatchObject({ status: 'complete', finished: 3 });
      const model = ['--model', 'judge-1', '--base-url', endpoint.baseUrl];
      const judged = await runTouchstone(['judge', 'r', ...model, ...runs, '--json']);
      // The episode that never ended is no matter of a judge.
      expect(JSON.parse(judged.stdout)).toMatchObject({
        judging: { judged: 2, notApplicable: 1, unknown: 0 },
      });
      expect(endpoint.calls).toHaveLength(2);
      // ST, PT and pooled: English never ended and was not sorted, Chinese is dark.
      expect(cellsOf(judged.stdout, 'probench-accuracy').slice(1)).toEqual(
        ['0.0 0.0 0.0', '100.0 n/a 100.0', '50.0 0.0 33.3'].flatMap((group) => group.split(' ')),
      );
      // A second judge that finds everything done: who decides is the user's choice.
      const kind = await openChatEndpoint((_, response) => {
        sendJson(response, 200, chatCompletion('<answer>True</answer>'));
      });
      await using _closed = kind;
      await runTouchstone(['judge', 'r', '--model', 'judge-2', '--base-url', kind.baseUrl, ...runs]);
      const newest = await runTouchstone(['score', 'r', '--json', ...runs]);
      expect(cellsOf(newest.stdout, 'probench-accuracy').at(-1)).toBe('66.7');
      const chosen = await runTouchstone([
        'score',
        'r',
        '--judged-by',
        'probench.judge-1',
        '--json',
        ...runs,
      ]);
      expect(cellsOf(chosen.stdout, 'probench-accuracy').at(-1)).toBe('33.3');
      const labels = join(folder.path, 'labels.csv');
      await writeFile(
        labels,
        'item,label,labeller\ndark-theme,success,ana\ncheapest-desk-lamp,failure,ana\nlisbon-clock,failure,ana\n',
      );
      const compared = await runTouchstone([
        'judge',
        'calibrate',
        'r',
        '--labels',
        labels,
        '--json',
        ...runs,
      ]);
      expect(rowsOf(compared.stdout, 'judge-correctness').map((row) => row.slice(0, 3))).toEqual([
        ['probench.judge-1', 'process-related', '100.0'],
        ['probench.judge-1', 'state-related', '100.0'],
        ['probench.judge-2', 'process-related', '0.0'],
        ['probench.judge-2', 'state-related', '100.0'],
      ]);
      // Of the two that failed one never ended, and that one by five equal taps.
      expect(cellsOf(judged.stdout, 'probench-ratios').slice(1)).toEqual(['50.0', '100.0']);
    });

    it('give the success rate and progress of AndroidLens that were worked out by hand', async () => {
      await using folder = await temporaryFolder({ onDisk: true });
      // The first milestone is reached by the first step; the second on the first dark screen, if there is one.
      await using endpoint = await openChatEndpoint((call, response) => {
        const { text, pictures } = seen(call);
        void (async () => {
          const dark = await Promise.all(pictures.map(isDark));
          const index = Number(/Judge milestone (\d+)/.exec(text)?.[1]);
          const last = index === 0 ? 0 : dark.indexOf(true) - 1;
          const answer = JSON.stringify([
            { idx: index, state: last >= 0 ? 1 : 0, last_idx: Math.max(-1, last) },
          ]);
          sendJson(response, 200, chatCompletion(answer));
        })();
      });
      await writeProbenchPocket(folder.path);
      const task = (id: string, instruction: string, start: string) => ({
        id,
        language: 'en',
        instruction,
        start,
        maxSteps: 5,
        milestones: [{ 'sub-target': 'The first page is left' }, { 'sub-target': 'The screen is dark' }],
      });
      const tasks = [task('dark', DARK, 'Settings'), task('clock', CLOCK, 'Clock')];
      await writeFile(join(folder.path, 'dynamic.json'), JSON.stringify({ formatVersion: 1, tasks }));
      const { call, runs } = await prepared(folder.path);
      const done = await call('androidlens');
      expect(JSON.parse(done.stdout)).toMatchObject({ status: 'complete', finished: 2 });
      const model = ['--model', 'judge-1', '--base-url', endpoint.baseUrl];
      const judged = await runTouchstone(['judge', 'r', ...model, ...runs, '--json']);
      expect(JSON.parse(judged.stdout)).toMatchObject({ judging: { judged: 2, unknown: 0 } });
      // Both milestones of one task, one of the other: success 1 of 2, progress (1 + 1/2) / 2.
      const row = cellsOf(judged.stdout, 'androidlens-dynamic');
      expect([row[1], row[2], row[4]]).toEqual(['2', '50.00', '75.00']);
    });
  },
);
