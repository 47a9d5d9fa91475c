import { describe, expect, it } from 'vitest';
import type { Action } from '../../domain/action.js';
import { AppDocuments } from '../../domain/app-documents.js';
import { pixelPoint } from '../../domain/geometry.js';
import type { TrajectoryStep } from '../../domain/trajectory.js';
import type { ModelRequest } from '../../models/model.js';
import { scriptedModel, type ScriptedAnswer } from '../../models/scripted.js';
import { requestPictures, requestText } from '../../testing/models/listening-model.js';
import { toyButtonBox, toyObservation, toyScreenIn, type ToyPhone } from '../../testing/phones/toy-phone.js';
import { learnFromDemonstration, type LearnOptions } from './learn-from-demonstration.js';

const PHONE: ToyPhone = {
  home: [{ label: 'A' }, { label: 'B', to: 'list' }],
  list: [{ label: 'C', to: 'vault' }],
  vault: [{ label: 'D' }],
};

function middleOf(row: number): ReturnType<typeof pixelPoint> {
  const [x1, y1, x2, y2] = toyButtonBox(row);
  return pixelPoint((x1 + x2) / 2, (y1 + y2) / 2);
}

const tapRow = (row: number): Action => ({ type: 'tap', target: { type: 'point', point: middleOf(row) } });

function stepOn(screen: string, action: Action | null): TrajectoryStep {
  return { screen: toyObservation(PHONE, screen).screen, state: screen, action };
}

const WAY = [
  stepOn('home', tapRow(1)),
  stepOn('list', tapRow(0)),
  stepOn('vault', { type: 'stop', status: 'success' }),
];

async function learn(
  steps: readonly TrajectoryStep[],
  answer: (request: ModelRequest, call: number) => ScriptedAnswer,
  options: Partial<LearnOptions> = {},
) {
  const requests: ModelRequest[] = [];
  const model = scriptedModel((request, call) => {
    requests.push(request);
    return answer(request, call);
  });
  const documents = options.documents ?? new AppDocuments();
  const learned = await learnFromDemonstration(
    { instruction: 'Open the vault', trajectory: { steps } },
    { model, documents, name: 'vault#0', signal: new AbortController().signal, ...options },
  );
  return { learned, requests, documents };
}

describe('learning from a demonstration', () => {
  it('asks of each used element, with the screens before and after, and writes down what is said', async () => {
    const { learned, requests, documents } = await learn(WAY, (_, call) => `Leads on, said ${call}.`);
    expect(learned).toEqual({ written: 2, known: 0, passedOver: 1, unanswered: 0 });
    expect(requests.map((request) => requestText(request))).toEqual([
      expect.stringMatching(/Open the vault[^]*element 2 was tapped/),
      expect.stringMatching(/Open the vault[^]*element 1 was tapped/),
    ]);
    const [first] = requests;
    const seen = await Promise.all(
      (first === undefined ? [] : requestPictures(first)).map((picture) => toyScreenIn(PHONE, picture)),
    );
    expect(seen).toEqual(['home', 'list']);
    const texts = documents.all().map(({ app, slot, text }) => `${app} ${slot} ${text}`);
    expect(new Set(texts)).toEqual(
      new Set(['org.example.toy tap Leads on, said 0.', 'org.example.toy tap Leads on, said 1.']),
    );
  });

  it('asks nothing about what is known, unless it is to be refined', async () => {
    const { documents } = await learn(WAY, () => 'Leads on.');
    const again = await learn(WAY, () => 'Never asked.', { documents });
    expect(again.learned).toMatchObject({ written: 0, known: 2 });
    expect(again.requests).toEqual([]);
    const refined = await learn(WAY, (request) => `Better: ${requestText(request).includes('Leads on.')}`, {
      documents,
      refine: true,
    });
    expect(refined.learned).toMatchObject({ written: 2, known: 0 });
    expect(documents.all().map(({ text }) => text)).toEqual(['Better: true', 'Better: true']);
  });

  it('tells ways of using an element apart', async () => {
    const [x1, y1] = [middleOf(0).x, middleOf(0).y];
    const uses: Action[] = [
      { type: 'long_press', target: { type: 'point', point: middleOf(0) } },
      { type: 'type', text: 'secret words', target: { type: 'point', point: middleOf(0) } },
      { type: 'swipe', direction: 'up', from: pixelPoint(x1, y1), to: pixelPoint(x1, 0) },
      { type: 'swipe', direction: 'left', at: pixelPoint(x1, y1) },
      tapRow(0),
    ];
    const steps = [...uses.map((action) => stepOn('home', action)), stepOn('home', null)];
    const { documents, requests } = await learn(steps, () => 'A button.');
    expect(documents.all().map(({ slot }) => slot)).toEqual([
      'tap',
      'text',
      'long_press',
      'v_swipe',
      'h_swipe',
    ]);
    expect(requests.map((request) => requestText(request)).join('\n')).not.toContain('secret');
  });

  it('passes over what uses no labelled element, and what nobody saw the end of', async () => {
    const steps = [
      stepOn('home', { type: 'tap', target: { type: 'point', point: pixelPoint(1, 479) } }),
      stepOn('home', { type: 'key', key: 'BACK' }),
      stepOn('home', { type: 'type', text: 'hello' }),
      stepOn('home', null),
      stepOn('home', tapRow(0)),
    ];
    const { learned, requests } = await learn(steps, () => 'A button.');
    expect(learned).toEqual({ written: 0, known: 0, passedOver: 5, unanswered: 0 });
    expect(requests).toEqual([]);
  });

  it('writes nothing where the model refuses, says nothing, or only thinks', async () => {
    const answers: ScriptedAnswer[] = [
      { text: 'I cannot', finishReason: 'refusal' },
      '<think>a button</think>',
    ];
    const { learned, documents } = await learn(WAY, (_, call) => answers[call] ?? '');
    expect(learned).toMatchObject({ written: 0, unanswered: 2 });
    expect(documents.all()).toEqual([]);
  });
});
