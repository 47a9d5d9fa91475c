import { describe, expect, it, vi } from 'vitest';
import type { Action } from '../../domain/action.js';
import type { Observation } from '../../domain/screen.js';
import { DatasetError } from '../../errors.js';
import type { PhoneEvent, PhoneEventKind } from '../../formats/phone/phone-event.js';
import { hierarchyXml, uiNode } from '../../testing/hierarchy-xml.js';
import { PhoneClient, shellLine } from '../../testing/phones/phone-client.js';
import { smallPng } from '../../testing/small-png.js';
import { phoneParts } from '../phone-parts.js';
import type { ActionOrigin, Performed, PhoneProfile, PhoneWorld } from '../phone-world.js';
import { PhoneDevice, type PhoneSetup } from './phone-device.js';
import { makeProfile } from './phone-profile.js';

const SIZE = { width: 1080, height: 2400 };
const APPS = [
  { package: 'com.example.notes', name: 'Notes', activity: '.Main', isSystem: false },
  { package: 'com.example.share', name: null, activity: '.Share', isSystem: false },
];

/** A world of one screen that remembers what it was asked for. */
class OneScreen implements PhoneWorld {
  readonly profile: PhoneProfile = makeProfile({ size: SIZE, apps: APPS, hasWaits: true }, { density: 440 });
  readonly observation: Observation = {
    screen: {
      id: 'only',
      size: SIZE,
      activity: { package: 'com.example.share', activity: '.Share' },
      picture: null,
      hierarchy: null,
    },
  };
  readonly state = 'only';
  readonly done: Action[] = [];
  readonly origins: ActionOrigin[] = [];
  /** What the world responds to. */
  knows: (action: Action) => boolean = () => false;
  answers: () => Promise<Performed> = async () => ({
    type: 'acted',
    transition: { rule: 'stay', next: 'only' },
    from: 'only',
    to: 'only',
  });

  hasTransition(action: Action): boolean {
    return this.knows(action);
  }

  perform(action: Action, origin: ActionOrigin): Promise<Performed> {
    this.done.push(action);
    this.origins.push(origin);
    return this.answers();
  }
}

async function open(setup: Partial<PhoneSetup> = {}) {
  const world = new OneScreen();
  const phone = await PhoneDevice.start({ serial: 'test', parts: phoneParts(), ...setup, world });
  const events: PhoneEvent[] = [];
  phone.log.listen((event) => events.push(event));
  const kinds = (...wanted: PhoneEventKind[]) => events.filter(({ kind }) => wanted.includes(kind));
  const notes = () => events.flatMap((event) => ('what' in event ? [`${event.kind}: ${event.what}`] : []));
  return { world, phone, events, kinds, notes };
}

/** An action in a word or two. */
function brief(action: Action): string {
  switch (action.type) {
    case 'tap':
      return action.count === 2 ? 'double tap' : 'tap';
    case 'key':
      return `key ${action.key}`;
    case 'type':
      return `type ${action.text}`;
    default:
      return action.type;
  }
}

describe('PhoneDevice', () => {
  it('puts typed text, keys and gestures to the world in the order in which they came', async () => {
    const { world, phone } = await open();
    for (const line of ['input text he', 'input keyevent 40 40 43', 'input tap 5 6', 'input keyevent 82 4']) {
      await shellLine(phone, line);
    }
    expect(world.done.map(brief)).toEqual(['type hello', 'tap', 'key MENU', 'key BACK']);
    expect(world.origins[0]?.commands).toHaveLength(2);
  });

  it('counts the looks before an action, so that blind ones are known', async () => {
    const { world, phone } = await open();
    for (const line of ['input tap 5 6', 'screencap', 'uiautomator dump', 'input tap 90 90']) {
      await shellLine(phone, line);
    }
    expect(world.origins.map(({ observations }) => observations)).toEqual([0, 2]);
  });

  it('makes one double tap of two taps where the screen responds to one, and keeps both', async () => {
    const { world, phone, kinds } = await open();
    world.knows = (action) => action.type === 'tap' && action.count === 2;
    await shellLine(phone, 'input tap 5 6');
    expect(world.done).toEqual([]);
    await shellLine(phone, 'input tap 9 9');
    expect(world.done.map(brief)).toEqual(['double tap']);
    expect(world.origins[0]?.commands).toHaveLength(2);
    expect(kinds('turn')).toHaveLength(4);
  });

  it.each([
    ['a tap elsewhere', 'input tap 500 600', ['tap', 'tap']],
    ['a look', 'screencap', ['tap']],
    ['a question', 'wm size', ['tap']],
    ['a line without a tap', 'sleep 0', ['tap']],
    ['typing', 'input text a', ['tap', 'type a']],
    ['a swipe', 'input swipe 5 6 5 600', ['tap', 'swipe']],
  ])('lets the first tap happen before %s', async (_, line, expected) => {
    const { world, phone } = await open();
    world.knows = (action) => action.type === 'tap' && action.count === 2;
    await shellLine(phone, 'input tap 5 6');
    await shellLine(phone, line);
    await phone.settle();
    expect(world.done.map(brief)).toEqual(expected);
  });

  it.each([
    'input tap 5 6; sleep 30; input tap 5 6',
    'input tap 5 6; true && input tap 5 6',
    'input tap 5 6; (echo); input tap 5 6',
    'for i in 1 2; do input tap 5 6; sleep 0.1; done',
    'input tap 5 6; input roll 1 1; input tap 5 6',
    'input tap 5 6; getprop; input tap 5 6',
  ])('makes two taps of two with a command in between: %s', async (line) => {
    const { world, phone } = await open();
    world.knows = (action) => action.type === 'tap' && action.count === 2;
    await shellLine(phone, line);
    await phone.settle();
    expect(world.done.map(brief)).toEqual(['tap', 'tap']);
    expect(world.origins.map(({ isRepeat = false }) => isRepeat)).toEqual([false, false]);
  });

  it.each([
    ['shell:cat /sdcard/input.txt', ['tap', 'tap']],
    ['shell:sleep 1; input tap 5 6', ['tap', 'double tap']],
    ['shell:input tap 5 6 && wm size', ['double tap', 'tap']],
    ['sync:', ['tap', 'tap']],
  ])('makes two taps of two with %s in between', async (service, expected) => {
    const { world, phone } = await open();
    world.knows = (action) => action.type === 'tap' && action.count === 2;
    await shellLine(phone, 'input tap 5 6');
    const client = new PhoneClient();
    client.end();
    await phone.open(service)?.(client);
    await shellLine(phone, 'input tap 5 6');
    await phone.settle();
    expect(world.done.map(brief)).toEqual(expected);
  });

  it('makes a double tap of two in one line, and lets a tap of nobody happen at once', async () => {
    const { world, phone } = await open();
    world.knows = (action) => action.type === 'tap' && action.count === 2;
    await shellLine(phone, 'input tap 5 6; input touchscreen swipe 5 6 5 6 100');
    expect(world.done.map(brief)).toEqual(['double tap']);
    await phone.controls.gesture({ type: 'tap', x: 5, y: 6 });
    expect(world.done.map(brief)).toEqual(['double tap', 'tap']);
    expect(phone.counts.actions).toBe(2);
  });

  it('flags the second of two taps in one place, not one after something else', async () => {
    const { world, phone } = await open();
    const lines = [
      'input tap 5 6',
      'input tap 5 6',
      'input tap 5 6',
      'wm size',
      'input tap 5 6',
      'input tap 99 6',
    ];
    for (const line of lines) await shellLine(phone, line);
    expect(world.origins.map(({ isRepeat = false }) => isRepeat)).toEqual([false, true, false, false, false]);
  });

  it('takes ENTER after typing for no step unless something was recorded for it', async () => {
    const { world, phone, notes } = await open();
    await shellLine(phone, 'input text a');
    await shellLine(phone, 'input keyevent 66');
    expect(world.done.map(brief)).toEqual(['type a']);
    expect(notes()).toContain('absorbed: key ENTER');
    await shellLine(phone, 'screencap; input keyevent 66 160');
    expect(world.done.map(brief)).toEqual(['type a']);
    // Not after typing any more: an action like any other.
    await shellLine(phone, 'input tap 5 6; input keyevent 66');
    world.knows = ({ type }) => type === 'key';
    await shellLine(phone, 'input text b; input keyevent 66');
    expect(world.done.map(brief)).toEqual(['type a', 'tap', 'key ENTER', 'type b', 'key ENTER']);
  });

  it('says of touches that met nothing whether the recorded hierarchy offers something there', async () => {
    const { world, phone, kinds } = await open();
    await shellLine(phone, 'input tap 50 50');
    const xml = hierarchyXml([
      uiNode({ bounds: '[0,0][1080,2400]', scrollable: 'true' }),
      uiNode({ bounds: '[0,0][100,100]', clickable: 'true' }),
      uiNode({ bounds: '[500,500][600,600]', class: 'android.widget.EditText' }),
      uiNode({ bounds: '[0,900][100,1000]', clickable: 'true', 'visible-to-user': 'false' }),
    ]);
    Object.assign(world.observation.screen, {
      hierarchy: { mediaType: 'application/xml', load: async () => Buffer.from(xml) },
    });
    for (const line of [
      'input tap 50 50',
      'input tap 550 550',
      'input tap 300 300',
      'input tap 50 950',
      'input swipe 50 50 50 50 900',
      'input swipe 300 300 300 300 900',
      'input swipe 300 900 300 300',
      'input keyevent 82',
    ])
      await shellLine(phone, line);
    const offered = kinds('action').map((event) => 'offered' in event && event.offered);
    expect(offered).toEqual([false, true, true, false, false, true, false, true, false]);
    expect(kinds('action').map((event) => 'offered' in event)).toEqual([
      false,
      ...Array(7).fill(true),
      false,
    ]);
    world.answers = async () => ({
      type: 'acted',
      transition: { rule: 'edge', next: 'only' },
      from: 'only',
      to: 'only',
    });
    await shellLine(phone, 'input tap 50 50');
    expect(kinds('action').at(-1)).not.toHaveProperty('offered');
  });

  it('does nothing where a touch begins outside the screen', async () => {
    const { world, phone, kinds } = await open();
    for (const line of ['input tap -5 10', 'input tap 5 2401', 'input swipe 540 1000 540 -960 300']) {
      await shellLine(phone, line);
    }
    expect(kinds('out_of_bounds')).toHaveLength(2);
    expect(world.done.map(brief)).toEqual(['swipe']);
  });

  it('follows a finger from down to up, and drops one that never comes up', async () => {
    const { world, phone, notes } = await open();
    const lines = ['DOWN 5 6', 'UP 5 6', 'UP 1 1', 'DOWN 5 900', 'MOVE 5 700', 'UP 5 6', 'DOWN 1 1'].map(
      (event) => `input motionevent ${event}`,
    );
    for (const line of [...lines, 'input keyevent 3']) await shellLine(phone, line);
    expect(world.done.map(brief)).toEqual(['tap', 'swipe', 'key HOME']);
    expect(notes()).toEqual(['ignored: motionevent UP without DOWN', 'ignored: motionevent DOWN without UP']);
  });

  it.each([
    ['DOWN 5 6', 'input motionevent CANCEL 5 6', 'UP 5 6'],
    ['DOWN 5 6', 'wm size', 'UP 5 6'],
    ['DOWN 5 6', 'cat /sdcard/a', 'UP 5 6'],
    ['DOWN 5 6', 'input keyevent 24', 'UP 5 6'],
  ])('drops a finger between %s and a later UP when %s comes', async (down, line, up) => {
    const { world, phone, notes } = await open();
    for (const each of [`input motionevent ${down}`, line, `input motionevent ${up}`]) {
      await shellLine(phone, each);
    }
    expect(world.done.filter(({ type }) => type === 'tap')).toEqual([]);
    expect(notes().filter((note) => note.startsWith('ignored'))).toEqual([
      'ignored: motionevent DOWN without UP',
      'ignored: motionevent UP without DOWN',
    ]);
  });

  it('takes real time for gestures where it shall, until the client is gone and ten seconds at most', async () => {
    const waits: { milliseconds: number; signal: AbortSignal | undefined }[] = [];
    const wait = (milliseconds: number, signal?: AbortSignal): Promise<void> => {
      waits.push({ milliseconds, signal });
      if (signal?.aborted === true) return Promise.resolve();
      return new Promise((resolve) => signal?.addEventListener('abort', () => resolve()));
    };
    const time = { wall: () => 0, wait };
    const { world, phone } = await open({ options: { timeMode: 'real' }, time });
    const client = new PhoneClient();
    const start = phone.clock.now;
    const served = phone.open('shell:input swipe 1 1 1 900 60000')?.(client);
    await vi.waitFor(() => expect(waits).toHaveLength(1));
    expect(waits[0]?.milliseconds).toBe(10_000);
    const size = shellLine(phone, 'wm size');
    client.leave();
    await served;
    expect(await size).toBe('Physical size: 1080x2400\n');
    expect(phone.clock.now - start).toBe(60_000);
    const keys = phone.controls.keys(Array<number>(5).fill(24)).catch(() => {});
    await vi.waitFor(() => expect(waits).toHaveLength(2));
    await phone[Symbol.asyncDispose]();
    await keys;
    expect(world.done.map(brief)).toContain('swipe');
  });

  it('opens apps by package, fails for packages it does not have, and starts the app in front anew', async () => {
    const { world, phone } = await open();
    expect(await phone.controls.openApp('com.example.notes', null)).toBe(true);
    expect(await phone.controls.openApp('com.nobody', null)).toBe(false);
    expect(await phone.controls.openApp('com.example.share', null)).toBe(true);
    await phone.controls.stopApp('com.example.notes');
    await phone.controls.stopApp('com.example.share');
    expect(world.done.map(brief)).toEqual(['open_app', 'restart_app', 'key HOME']);
    expect(world.done[0]).toMatchObject({
      app: 'Notes',
      native: { arguments: { package: 'com.example.notes' } },
    });
  });

  it('infers waiting from a second screenshot where waiting leads somewhere', async () => {
    let wall = 0;
    const time = { wall: () => wall, wait: async () => {} };
    const { world, phone } = await open({ time });
    const looks = async (after: number) => {
      wall += after;
      await phone.controls.look('screenshot');
    };
    await looks(0);
    await looks(5000);
    expect(world.done).toEqual([]);
    await shellLine(phone, 'input tap 5 6');
    world.knows = ({ type }) => type === 'wait';
    await looks(0);
    // Counted from the first since the last action, however often somebody looks in between.
    await looks(1000);
    await looks(499);
    expect(world.done.map(brief)).toEqual(['tap']);
    await phone.controls.look('hierarchy');
    await looks(1);
    expect(world.origins).toMatchObject([{}, { isInferred: true }]);
    await looks(1000);
    await looks(499);
    expect(world.done.map(brief)).toEqual(['tap', 'wait']);
    await looks(1);
    expect(world.done.map(brief)).toEqual(['tap', 'wait', 'wait']);
  });

  it('keeps turns apart, for any open streams', async () => {
    const { world, phone } = await open();
    let inside = 0;
    let most = 0;
    world.answers = async () => {
      inside += 1;
      most = Math.max(most, inside);
      await new Promise((next) => setImmediate(next));
      inside -= 1;
      return { type: 'acted', transition: null, from: null, to: null };
    };
    await Promise.all(
      Array.from({ length: 40 }, (_, index) => shellLine(phone, `sleep 1; input tap ${index * 20} 6`)),
    );
    expect(world.done).toHaveLength(40);
    expect(most).toBe(1);
  });

  it('refuses everything from a limit on, and ends what is open', async () => {
    const { world, phone, kinds } = await open({ limits: { maxActions: 2 } });
    const logcat = new PhoneClient();
    const served = phone.open('shell:logcat')?.(logcat);
    for (const x of [100, 300, 500]) await shellLine(phone, `input tap ${x} 6`);
    await served;
    expect(world.done).toHaveLength(2);
    expect(phone.status).toBe('limit');
    expect(kinds('limit')).toMatchObject([{ limit: 'maxActions', value: 2 }]);
    expect(phone.open('shell:wm size')).toBeNull();
    expect(kinds('refused')).toHaveLength(1);
  });

  it('has limits on looks, bytes, streams and time', async () => {
    const looking = await open({ limits: { maxObservations: 1 } });
    await shellLine(looking.phone, 'screencap');
    await shellLine(looking.phone, 'screencap');
    expect(looking.phone.status).toBe('limit');

    const sending = await open({ limits: { maxBytesIn: 10 } });
    const client = new PhoneClient();
    client.send('x'.repeat(11));
    await sending.phone.open('shell:cat')?.(client);
    expect(sending.phone.status).toBe('limit');

    const streaming = await open({ limits: { maxStreams: 1 } });
    const first = new PhoneClient();
    const served = streaming.phone.open('shell:cat')?.(first);
    expect(streaming.phone.open('shell:wm size')).toBeNull();
    first.end();
    await served;
    expect(await shellLine(streaming.phone, 'wm size')).toBe('Physical size: 1080x2400\n');

    const late = await open({ limits: { maxWallMs: 20 } });
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(late.phone.status).toBe('limit');
  });

  it('closes with the failure of its world, and says so', async () => {
    const { world, phone, kinds } = await open();
    const error = new DatasetError('the screen is missing');
    world.answers = () => Promise.reject(error);
    await shellLine(phone, 'input tap 5 6');
    expect(phone.status).toBe('failed');
    expect(phone.failure).toBe(error);
    expect(kinds('failure')[0]).toMatchObject({ code: 'DATASET', message: 'the screen is missing' });
    expect(phone.open('shell:ls')).toBeNull();
  });

  it('closes where a picture is not of the size of its screen, and tells the world', async () => {
    const { world, phone } = await open();
    const failed: unknown[] = [];
    Object.assign(world, { fail: (error: unknown) => failed.push(error) });
    Object.assign(world.observation.screen, {
      picture: {
        mediaType: 'image/png',
        load: async () => smallPng({ width: 540, height: 1200 }),
        locate: async () => '/world/screens/only.png',
      },
    });
    expect(await shellLine(phone, 'wm size')).toBe('Physical size: 1080x2400\n');
    await shellLine(phone, 'screencap -p');
    expect(phone.status).toBe('failed');
    expect(phone.failure).toMatchObject({
      code: 'SCREEN_PICTURE',
      fault: 'dataset',
      place: { file: '/world/screens/only.png' },
      message: expect.stringMatching(/540 x 1200 pixels, and the screen 1080 x 2400/) as string,
    });
    expect(failed).toEqual([phone.failure]);
  });

  it('keeps answering after the episode has ended, and does nothing any more', async () => {
    const { world, phone, notes } = await open();
    await shellLine(phone, 'am broadcast -a touchstone.FINISH --es status success');
    expect(phone.status).toBe('over');
    await shellLine(phone, 'input tap 5 6');
    expect(world.done.map(brief)).toEqual(['stop']);
    expect(notes()).toContain('ignored: the episode is over: tap');
    expect(await shellLine(phone, 'wm size')).toBe('Physical size: 1080x2400\n');
  });

  it('ends what a client left behind, and keeps what it sent', async () => {
    const { phone, events, kinds } = await open();
    const client = new PhoneClient();
    client.send('hello');
    client.send(Uint8Array.of(0xff, 0xfe));
    client.send(new Uint8Array(70_000));
    const served = phone.open('shell:cat')?.(client);
    for (let round = 0; round < 20; round += 1) await new Promise((next) => setImmediate(next));
    client.leave();
    await served;
    expect(kinds('input')).toMatchObject([
      { bytes: 5, text: 'hello' },
      { bytes: 2, base64: '//4=' },
      { bytes: 70_000, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) as string },
    ]);
    expect(events.at(-1)).toMatchObject({ kind: 'done', gone: true, bytesIn: 70_007 });
    expect(phone.counts.streams).toBe(0);
  });

  it('answers the plain services of a daemon, and refuses those it does not have', async () => {
    const { phone, kinds } = await open();
    const said = async (service: string) => {
      const client = new PhoneClient();
      await phone.open(service)?.(client);
      return client.output.toString('utf8');
    };
    expect(await said('root:')).toBe('adbd cannot run as root in production builds\n');
    expect(await said('tcpip:5555')).toBe('restarting in TCP mode port: 5555\n');
    expect(await said('reverse:forward:tcp:7;tcp:8')).toBe('OKAY');
    expect(await said('reverse:forward:norebind:tcp:7;tcp:9')).toBe('OKAY');
    expect(await said('reverse:forward:tcp:0;tcp:8')).toMatch(/^OKAY0005\d{5}$/);
    expect(await said('reverse:forward:tcp:7')).toMatch(/^FAIL/);
    expect(await said('reverse:list-forward')).toBe('0000');
    expect(await said('reverse:killforward-all')).toBe('OKAY');
    for (const service of ['jdwp', 'localabstract:x', 'tcp:1', 'backup:', 'abb:x']) {
      expect(phone.open(service)).toBeNull();
    }
    expect(kinds('unknown_service')).toHaveLength(5);
  });

  it('selects keyboards by ime and by settings alike', async () => {
    const { phone } = await open();
    const id = 'com.android.adbkeyboard/.AdbIME';
    await shellLine(phone, `settings put secure default_input_method ${id}`);
    expect(phone.keyboards.selected).toBe(id);
    await shellLine(phone, `ime disable ${id}`);
    expect(phone.keyboards.selected).not.toBe(id);
    expect(phone.keyboards.select(id)).toBe(false);
    expect(phone.keyboards.enable(id)).toBe(true);
    expect(phone.keyboards.select(id)).toBe(true);
    phone.keyboards.reset();
    expect(phone.keyboards.list('enabled')).toHaveLength(1);
    const active = await open({ options: { adbKeyboard: 'active' } });
    expect(active.phone.keyboards.selected).toBe(id);
    const absent = await open({ options: { adbKeyboard: 'absent' } });
    const { keyboards } = absent.phone;
    expect(keyboards.list('all')).not.toContain(id);
    keyboards.install(id);
    keyboards.install(id);
    expect(keyboards.list('all').filter((other) => other === id)).toEqual([id]);
    expect(keyboards.select(id)).toBe(false);
    expect([keyboards.enable(id), keyboards.select(id), keyboards.selected]).toEqual([true, true, id]);
    keyboards.uninstall(id);
    expect(keyboards.selected).not.toBe(id);
    expect([keyboards.enable(id), keyboards.list('all').includes(id)]).toEqual([false, false]);
  });

  it('has a clock of its own, which advances by what commands take', async () => {
    const { phone } = await open();
    const start = phone.clock.now;
    await shellLine(phone, 'input tap 5 6; input swipe 5 6 5 900 700; input text abc');
    await phone.clock.pass(2000);
    expect(phone.clock.now - start).toBe(50 + 700 + 60 + 2000);
    // Nothing moves, and still it takes as long as it says.
    await shellLine(phone, 'input swipe 5 6 5 6 400; input swipe 5 6 5 6 900');
    expect(phone.clock.now - start).toBe(50 + 700 + 60 + 2000 + 1300);
  });

  it('lets what was held back happen at a limit that others keep, and writes the limit down', async () => {
    const { world, phone, events } = await open();
    world.knows = (action) => action.type === 'tap' && action.count === 2;
    await shellLine(phone, 'input text held');
    await shellLine(phone, 'input tap 5 6');
    expect(world.done.map(brief)).toEqual(['type held']);
    const ending = phone.endAt('maxWallMs', 4_000, { settles: true });
    expect(phone.open('shell:input tap 1 1')).toBeNull();
    await ending;
    expect(world.done.map(brief)).toEqual(['type held', 'tap']);
    expect(phone.status).toBe('limit');
    const last = events.slice(-4).map((event) => ('what' in event ? event.what : event.kind));
    expect(last).toEqual(['shell:input tap 1 1 (limit)', 'turn', 'action', 'limit']);
    expect(events.at(-1)).toMatchObject({ kind: 'limit', limit: 'maxWallMs', value: 4_000 });
  });

  it('brings a turn to its end that a limit comes into', async () => {
    const { world, phone, notes } = await open();
    world.answers = async () => {
      phone.meetLimit('maxBytesIn', 7);
      return { type: 'acted', transition: null, from: null, to: null };
    };
    await shellLine(phone, 'input keyevent 3 29 30 66 31');
    expect(phone.status).toBe('limit');
    expect(world.done.map(brief)).toEqual(['key HOME', 'type ab']);
    expect(notes().at(-1)).toBe('ignored: the phone closed before it happened: type c');
  });

  it('says what was held back and does not happen', async () => {
    const { world, phone, notes, kinds } = await open();
    await shellLine(phone, 'input text gone');
    await phone.endAt('maxActions', 3, { settles: false });
    await phone[Symbol.asyncDispose]();
    expect(world.done).toEqual([]);
    expect(notes()).toEqual(['ignored: the phone closed before it happened: type gone']);
    expect(kinds('limit')).toMatchObject([{ limit: 'maxActions', value: 3 }]);
    const closed = await open();
    await shellLine(closed.phone, 'input text gone');
    await closed.phone[Symbol.asyncDispose]();
    expect(closed.notes()).toEqual(['ignored: the phone closed before it happened: type gone']);
  });

  it('lets nothing happen any more once it is put away', async () => {
    const { world, phone } = await open();
    await phone.controls.type('left behind', 'test');
    await phone[Symbol.asyncDispose]();
    await phone[Symbol.asyncDispose]();
    await expect(phone.controls.gesture({ type: 'tap', x: 1, y: 1 })).rejects.toThrow(/closed/);
    expect(world.done).toEqual([]);
    expect(phone.status).toBe('closed');
  });
});
