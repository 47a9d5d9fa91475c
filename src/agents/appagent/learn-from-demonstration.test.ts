import { describe, expect, it } from 'vitest';
import type { Action, Target } from '../../domain/action.js';
import { AppDocuments } from '../../domain/app-documents.js';
import { pixelPoint } from '../../domain/geometry.js';
import type { TrajectoryStep } from '../../domain/trajectory.js';
import type { ModelRequest } from '../../models/model.js';
import { scriptedModel, type ScriptedAnswer } from '../../models/scripted.js';
import { requestPictures, requestText } from '../../testing/models/listening-model.js';
import { toyButtonBox, toyObservation, toyScreenIn, type ToyPhone } from '../../testing/phones/toy-phone.js';
import { hierarchyXml, uiNode } from '../../testing/hierarchy-xml.js';
import { namedTexts } from '../../testing/models/prompt-texts.js';
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

function boundsOf(row: number): string {
  const [x1, y1, x2, y2] = toyButtonBox(row);
  return `[${x1},${y1}][${x2},${y2}]`;
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

  it('asks in official texts by the way in which an element is used, and has a text refined', async () => {
    const [x1, y1] = [middleOf(0).x, middleOf(0).y];
    const uses: Action[] = [
      tapRow(0),
      { type: 'long_press', target: { type: 'point', point: middleOf(0) } },
      { type: 'type', text: 'secret words', target: { type: 'point', point: middleOf(0) } },
      { type: 'swipe', direction: 'up', from: pixelPoint(x1, y1), to: pixelPoint(x1, 0) },
      { type: 'swipe', direction: 'left', at: pixelPoint(x1, y1) },
      tapRow(0),
    ];
    const steps = [...uses.map((action) => stepOn('home', action)), stepOn('home', null)];
    const { requests } = await learn(steps, () => 'A button.', { official: namedTexts(), refine: true });
    const about = 'task_desc=Open the vault; ui_element=1';
    expect(requests.map((request) => requestText(request).trim())).toEqual([
      `[appagent.tap-doc ${about}]`,
      `[appagent.long-press-doc ${about}]`,
      `[appagent.text-doc ${about}]`,
      `[appagent.swipe-doc swipe_dir=up; ${about}]`,
      `[appagent.swipe-doc swipe_dir=left; ${about}]`,
      `[appagent.tap-doc ${about}][appagent.refine-doc-suffix old_doc=A button.]`,
    ]);
    expect(requests.map(({ temperature, maxOutputTokens }) => [temperature, maxOutputTokens])).toEqual(
      requests.map(() => [0, 300]),
    );
  });

  it.each<[string, Target, string]>([
    ['by its bounds', { type: 'selector', attributes: { bounds: boundsOf(1) } }, 'element 2'],
    ['by bounds within it', { type: 'selector', attributes: { bounds: '[30,75][50,85]' } }, 'element 2'],
    ['by its number, which nobody has located', { type: 'element', element: 1 }, 'element 2'],
    ['at a place, with no size to convert it by', { type: 'point', point: middleOf(1) }, 'element 2'],
  ])('finds the element that a recording names %s', async (_, target, element) => {
    const steps = [stepOn('home', { type: 'tap', target }), stepOn('list', null)].map((step) => ({
      ...step,
      screen: { ...step.screen, ...(target.type === 'point' ? { size: null } : {}) },
    }));
    const { learned, requests } = await learn(steps, () => 'A button.');
    expect(learned).toMatchObject({ written: 1, passedOver: 1 });
    expect(requests.map((request) => requestText(request))).toEqual([expect.stringContaining(element)]);
  });

  it.each<[string, Target]>([
    ['bounds that no label is under', { type: 'selector', attributes: { bounds: '[0,478][2,479]' } }],
    ['no bounds at all', { type: 'selector', attributes: { text: 'B' } }],
    ['a number beyond the screen', { type: 'element', element: 99 }],
    ['words that nobody has located', { type: 'description', text: 'B' }],
  ])('passes over a recording that names %s', async (_, target) => {
    const { learned } = await learn(
      [stepOn('home', { type: 'tap', target }), stepOn('list', null)],
      () => 'x',
    );
    expect(learned).toMatchObject({ written: 0, passedOver: 2 });
  });

  it('takes the element that is named before a smaller one under its middle', async () => {
    const inner = { clickable: 'true', bounds: '[40,90][60,110]', text: 'inner' };
    const outer = { clickable: 'true', bounds: '[0,0][100,200]', text: 'outer' };
    const xml = hierarchyXml([uiNode({}, [uiNode(outer), uiNode(inner)])]);
    const [first, last] = [stepOn('home', null), stepOn('list', null)];
    const hierarchy = { mediaType: 'application/xml', load: async () => new TextEncoder().encode(xml) };
    const target: Target = { type: 'selector', attributes: { bounds: outer.bounds } };
    const steps: TrajectoryStep[] = [
      { ...first, screen: { ...first.screen, hierarchy }, action: { type: 'tap', target } },
      last,
    ];
    const { requests } = await learn(steps, () => 'A frame.');
    expect(requests.map((request) => requestText(request))).toEqual([expect.stringContaining('element 1')]);
  });

  it.each(['before', 'after'])('asks about no step without a screenshot %s it', async (which) => {
    const steps = [stepOn('home', tapRow(1)), stepOn('list', null)].map((step, index) => ({
      ...step,
      screen: { ...step.screen, ...(index === (which === 'before' ? 0 : 1) ? { picture: null } : {}) },
    }));
    const { learned, requests } = await learn(steps, () => 'A button.');
    expect(learned).toMatchObject({ written: 0, passedOver: 2 });
    expect(requests).toEqual([]);
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
