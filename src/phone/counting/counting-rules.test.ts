import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { buildGraph } from '../../domain/graph/build-graph.js';
import type { ScreenContent } from '../../domain/screen.js';
import { GraphEnvironment } from '../../environments/graph/graph-environment.js';
import { GraphWorld } from '../../environments/graph/graph-world.js';
import type { PhoneEvent } from '../../formats/phone/phone-event.js';
import { hierarchyXml, uiNode } from '../../testing/hierarchy-xml.js';
import { shellLine } from '../../testing/phones/phone-client.js';
import { actionEvents } from '../log/phone-actions.js';
import { EnvironmentWorld } from '../device/environment-world.js';
import { PhoneDevice } from '../device/phone-device.js';
import { profileOfGraph } from '../device/phone-profile.js';
import type { PhoneOptions } from '../phone-options.js';
import { phoneParts } from '../phone-parts.js';

const SIZE = { width: 400, height: 800 };
const EDIT = 'android.widget.EditText';

/** An empty field with focus, one with text, one that shows its hint, and a label; then a screen whose hierarchy nobody recorded. */
const FORM = hierarchyXml([
  uiNode({ bounds: '[0,0][400,800]' }, [
    uiNode({ class: EDIT, bounds: '[0,100][400,200]', text: '', focused: 'true' }),
    uiNode({ class: EDIT, bounds: '[0,200][400,300]', text: 'Lin' }),
    uiNode({ class: EDIT, bounds: '[0,300][400,400]', text: 'Name', hint: 'Name' }),
    uiNode({ class: 'android.widget.TextView', bounds: '[0,500][400,600]', text: 'label' }),
  ]),
]);
const PLAIN = hierarchyXml([uiNode({ bounds: '[0,0][400,800]' })]);

const EMPTY = 'input tap 200 150';
const FILLED = 'input tap 200 250';
const HINT = 'input tap 200 350';
const CLEAR = 'am broadcast -a ADB_CLEAR_TEXT';
const LOOK = 'screencap -p /sdcard/s.png';

async function openPhone(start: 'form' | 'plain' | 'bare', options: Partial<PhoneOptions> = {}) {
  const xml = { form: FORM, plain: PLAIN } as const;
  const contents = new Map<string, ScreenContent>(
    Object.entries(xml).map(([id, text]) => [
      `${id}.xml`,
      { mediaType: 'application/xml', load: async () => new TextEncoder().encode(text) },
    ]),
  );
  const done = { to: 'plain', actions: [{ type: 'type' as const, text: 'tea' }] };
  const save = {
    to: 'plain',
    actions: [{ type: 'click' as const, box: [0, 700, 400, 800] as [number, number, number, number] }],
  };
  const graph = buildGraph({
    name: 'form',
    screenSize: SIZE,
    root: start,
    launcher: { apps: [] },
    nodes: [
      { id: 'form', screens: [{ id: 'form', hierarchy: 'form.xml' }], edges: [done, save] },
      { id: 'plain', screens: [{ id: 'plain', hierarchy: 'plain.xml' }], edges: [] },
      { id: 'bare', screens: [{ id: 'bare' }], edges: [done] },
    ],
  });
  const world = new GraphWorld(graph, { content: { open: (path) => contents.get(path) ?? null } });
  const environment = new GraphEnvironment(world, { mode: 'corrected', startOf: () => null });
  const started = await EnvironmentWorld.start(environment, {
    profile: await profileOfGraph(world, { density: 160 }),
    start: { task: 'form', repeat: 0, seed: 0 },
    signal: new AbortController().signal,
  });
  const phone = await PhoneDevice.start({
    serial: 'counted',
    world: started,
    parts: phoneParts(),
    options: { adbKeyboard: 'active', ...options },
  });
  const events: PhoneEvent[] = [];
  phone.log.listen((event) => events.push(event));
  const drive = async (...lines: readonly string[]) => {
    for (const line of lines) await shellLine(phone, line);
    await phone.settle();
    const actions = actionEvents(events).map(({ action }) =>
      action.type === 'type' ? `type ${action.text}` : action.type === 'key' ? action.key : action.type,
    );
    const absorbed = events.flatMap((event) => (event.kind === 'absorbed' ? [event.what] : []));
    return { actions, absorbed };
  };
  return { phone, events, drive };
}

async function counted(
  start: 'form' | 'plain' | 'bare',
  lines: readonly string[],
  options: Partial<PhoneOptions> = {},
): Promise<readonly string[]> {
  const { phone, drive } = await openPhone(start, options);
  await using _phone = phone;
  return (await drive(...lines)).actions;
}

describe('counting as a person does', () => {
  it.each<[string, readonly string[], readonly string[], readonly string[]]>([
    ['a tap on a field and typing', [EMPTY, 'input text tea'], ['type tea'], ['tap', 'type tea']],
    ['emptying an empty field', [CLEAR, LOOK], [], ['clear_text']],
    ['emptying a field that shows its hint', [HINT, CLEAR, LOOK], ['tap'], ['tap', 'clear_text']],
    ['emptying a field with text', [FILLED, CLEAR, LOOK], ['tap', 'clear_text'], ['tap', 'clear_text']],
    [
      'replacing what a field has',
      [FILLED, CLEAR, 'input text tea'],
      ['type tea'],
      ['tap', 'clear_text', 'type tea'],
    ],
    [
      'Ctrl+A, DEL and typing',
      ['input keycombination 113 29 && input keyevent 67', 'input text tea'],
      ['type tea'],
      ['clear_text', 'type tea'],
    ],
    [
      'many DEL and typing',
      ['input keyevent 123 67 67 67 67', 'input text tea'],
      ['type tea'],
      ['clear_text', 'type tea'],
    ],
    [
      'a look between tap and typing',
      [EMPTY, LOOK, 'input text tea'],
      ['tap', 'type tea'],
      ['tap', 'type tea'],
    ],
    ['a tap on a field and nothing', [EMPTY], ['tap'], ['tap']],
    [
      'a tap elsewhere and typing',
      ['input tap 200 550', 'input text tea'],
      ['tap', 'type tea'],
      ['tap', 'type tea'],
    ],
    ['two fields', [EMPTY, FILLED, 'input text tea'], ['tap', 'type tea'], ['tap', 'tap', 'type tea']],
    [
      'a tap that was recorded',
      ['input tap 200 750', 'input text tea'],
      ['tap', 'type tea'],
      ['tap', 'type tea'],
    ],
    [
      'a key pressed often in one command',
      ['input keyevent 20 20 20'],
      ['DPAD_DOWN'],
      ['DPAD_DOWN', 'DPAD_DOWN', 'DPAD_DOWN'],
    ],
    [
      'keys that go one step each',
      ['input keyevent 4 4 20 92 20'],
      ['BACK', 'BACK', 'DPAD_DOWN', 'PAGE_UP', 'DPAD_DOWN'],
      ['BACK', 'BACK', 'DPAD_DOWN', 'PAGE_UP', 'DPAD_DOWN'],
    ],
    [
      'a key pressed in two commands',
      ['input keyevent 20', 'input keyevent 20'],
      ['DPAD_DOWN', 'DPAD_DOWN'],
      ['DPAD_DOWN', 'DPAD_DOWN'],
    ],
    [
      'text taken back and typed again',
      [EMPTY, 'input text x', CLEAR, 'input text tea'],
      ['type tea'],
      ['tap', 'clear_text', 'type tea'],
    ],
  ])('%s', async (_, lines, person, literal) => {
    expect(await counted('form', lines)).toEqual(person);
    expect(await counted('form', lines, { counting: 'literal' })).toEqual(literal);
  });

  it('takes what no hierarchy tells for what was commanded, but for emptying before typing', async () => {
    expect(await counted('bare', [EMPTY, 'input text tea'])).toEqual(['tap', 'type tea']);
    expect(await counted('bare', [CLEAR, 'input text tea'])).toEqual(['type tea']);
    expect(await counted('bare', [CLEAR, LOOK])).toEqual(['clear_text']);
  });

  it('counts emptying where there is no field as the mistake it is', async () => {
    expect(await counted('plain', [CLEAR, 'input text tea'])).toEqual(['clear_text', 'type tea']);
  });

  it('keeps the commands that the typing came from, and says what was counted with it', async () => {
    const { phone, events, drive } = await openPhone('form');
    await using _phone = phone;
    const { absorbed } = await drive(FILLED, CLEAR, 'input text tea');
    const [typed] = actionEvents(events);
    const commands = events.filter(({ kind }) => kind === 'command').map(({ seq }) => seq);
    expect(typed?.commands).toEqual(commands);
    expect(absorbed).toEqual([
      'tap, counted with what is typed',
      'emptying the field, counted with what is typed',
    ]);
  });

  it('does at the end what was held back, or says that it did not happen', async () => {
    const { phone, events } = await openPhone('form');
    await shellLine(phone, FILLED);
    expect(actionEvents(events)).toEqual([]);
    await phone[Symbol.asyncDispose]();
    expect(events.flatMap((event) => (event.kind === 'ignored' ? [event.what] : []))).toEqual([
      'the phone closed before it happened: tap',
    ]);
  });

  it('leads where literal counting leads, by no more actions, with the same texts', async () => {
    const line = fc.constantFrom(
      EMPTY,
      FILLED,
      HINT,
      CLEAR,
      LOOK,
      'input text tea',
      'input text x',
      'input tap 200 750',
      'input tap 200 550',
      'input keyevent 67 67',
      'input keyevent 20 20',
      'input keyevent 4',
      'input keyevent 66',
    );
    await fc.assert(
      fc.asyncProperty(fc.array(line, { maxLength: 10 }), async (lines) => {
        const ends = [];
        for (const counting of ['person', 'literal'] as const) {
          const { phone, drive } = await openPhone('form', { counting });
          const { actions } = await drive(...lines);
          ends.push({
            state: phone.state,
            actions,
            typed: actions.filter((each) => each.startsWith('type ')),
          });
          await phone[Symbol.asyncDispose]();
        }
        const [person, literal] = ends;
        expect(person?.state).toBe(literal?.state);
        expect(person?.typed).toEqual(literal?.typed);
        expect(person?.actions.length).toBeLessThanOrEqual(literal?.actions.length ?? 0);
      }),
      { numRuns: 60 },
    );
  });
});
