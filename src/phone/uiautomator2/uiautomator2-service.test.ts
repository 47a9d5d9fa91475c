import { describe, expect, it } from 'vitest';
import type { Observation } from '../../domain/screen.js';
import { hierarchyXml, uiNode } from '../../testing/hierarchy-xml.js';
import {
  phoneScreen,
  scriptedControls,
  type ScriptedControls,
} from '../../testing/phones/scripted-controls.js';
import { isSamePicture } from '../../testing/rgba-of.js';
import { smallPng } from '../../testing/small-png.js';
import { uiautomator2Service } from './uiautomator2-service.js';

const PNG = smallPng({ width: 4, height: 4 });
const XML = hierarchyXml([
  uiNode({ class: 'android.widget.FrameLayout', bounds: '[0,0][1080,2400]' }, [
    uiNode({ text: 'Network & internet', class: 'android.widget.TextView', bounds: '[0,100][1080,200]' }),
    uiNode({ class: 'android.widget.LinearLayout', bounds: '[0,200][1080,400]', scrollable: 'true' }, [
      uiNode({ text: 'Wi-Fi', class: 'android.widget.TextView', bounds: '[0,200][500,400]', index: '0' }),
      uiNode({
        text: 'On',
        'content-desc': 'Wi-Fi switch',
        'resource-id': 'org.example:id/switch',
        class: 'android.widget.Switch',
        checked: 'true',
        bounds: '[900,250][1000,350]',
        index: '1',
      }),
    ]),
    uiNode({ text: '', class: 'android.widget.EditText', focused: 'true', bounds: '[0,400][1080,500]' }),
    uiNode({ text: 'old', class: 'android.widget.EditText', bounds: '[0,500][1080,600]' }),
  ]),
]);

function phone(): ScriptedControls {
  return scriptedControls({ observation: phoneScreen({ hierarchy: XML, picture: PNG }) });
}

/** Sends these bytes, cut into chunks of a size, and gives what came back. */
async function exchange(request: string, controls = phone(), chunk = 65_536): Promise<string> {
  const bytes = Buffer.from(request);
  const answered: Uint8Array[] = [];
  const client = new AbortController();
  async function* input(): AsyncGenerator<Uint8Array> {
    for (let at = 0; at < bytes.byteLength; at += chunk)
      yield await Promise.resolve(bytes.subarray(at, at + chunk));
    // Clients keep their side open until they have been answered.
    await new Promise((resolve) => client.signal.addEventListener('abort', resolve, { once: true }));
  }
  await uiautomator2Service(controls)({
    input: input(),
    write: (data) => {
      answered.push(data);
      return Promise.resolve();
    },
    gone: client.signal,
  });
  client.abort();
  return Buffer.concat(answered).toString('utf8');
}

async function call(
  method: string,
  params: readonly unknown[],
  controls = phone(),
): Promise<Record<string, unknown>> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const answer = await exchange(
    `POST /jsonrpc/0 HTTP/1.1\r\nHost: localhost\r\nContent-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    controls,
  );
  const [head = '', json = ''] = answer.split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  expect(head.toLowerCase()).toContain('connection: close');
  return JSON.parse(json) as Record<string, unknown>;
}

async function result(method: string, ...params: readonly unknown[]): Promise<unknown> {
  const answer = await call(method, params);
  expect(answer).not.toHaveProperty('error');
  return answer['result'];
}

async function done(method: string, ...params: readonly unknown[]): Promise<readonly (readonly unknown[])[]> {
  const controls = phone();
  await call(method, params, controls);
  return controls.done;
}

const SWITCH = {
  mask: 0x20_0000,
  childOrSibling: [],
  childOrSiblingSelector: [],
  resourceId: 'org.example:id/switch',
};
const LIST = { mask: 0x4000, scrollable: true };
const LOOK = ['look', 'hierarchy'];

describe('uiautomator2Service', () => {
  it('answers a ping and closes the connection', async () => {
    const answer = await exchange('GET /ping HTTP/1.1\r\nHost: x\r\n\r\n');
    expect(answer).toMatch(/^HTTP\/1\.1 200 OK\r\n[^]*\r\n\r\npong$/);
  });

  it('takes a request byte by byte', async () => {
    const body = '{"jsonrpc":"2.0","id":7,"method":"ping","params":[]}';
    const request = `POST /jsonrpc/0 HTTP/1.1\r\nHost: x\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
    expect(await exchange(request, phone(), 1)).toContain('{"jsonrpc":"2.0","id":7,"result":"pong"}');
  });

  it.each([
    ['no HTTP at all', 'what is this?\r\n\r\n', 'HTTP/1.1 400 Bad Request'],
    ['another path', 'GET /etc/passwd HTTP/1.1\r\nHost: x\r\n\r\n', 'HTTP/1.1 404 Not Found'],
    [
      'a body without end',
      `POST /jsonrpc/0 HTTP/1.1\r\nHost: x\r\nContent-Length: 99999999\r\n\r\n${'x'.repeat(5_000_000)}`,
      'HTTP/1.1 413 Payload Too Large',
    ],
    ['no JSON', 'POST /jsonrpc/0 HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\n{', 'HTTP/1.1 200 OK'],
  ])('refuses %s', async (_, request, start) => {
    expect((await exchange(request)).startsWith(start)).toBe(true);
  });

  it('ends when the client goes in the middle of a request', async () => {
    const client = new AbortController();
    async function* input(): AsyncGenerator<Uint8Array> {
      yield Buffer.from('POST /jsonrpc/0 HTTP/1.1\r\nContent-Length: 50\r\n\r\n{');
      await new Promise((resolve) => client.signal.addEventListener('abort', resolve, { once: true }));
    }
    const serving = uiautomator2Service(phone())({
      input: input(),
      write: () => Promise.resolve(),
      gone: client.signal,
    });
    setImmediate(() => client.abort());
    await expect(serving).resolves.toBeUndefined();
  });

  it.each([
    ['all of a request', 'GET /ping HTTP/1.1\r\nHost: x\r\n\r\n', 'pong'],
    ['part of one', 'POST /jsonrpc/0 HTTP/1.1\r\nHost: x\r\nContent-Length: 50\r\n\r\n{', ''],
    ['nothing', '', ''],
  ])('comes to an end with a client that sends %s and then no more', async (_, request, end) => {
    const answered: Uint8Array[] = [];
    async function* input(): AsyncGenerator<Uint8Array> {
      if (request !== '') yield await Promise.resolve(Buffer.from(request));
    }
    await uiautomator2Service(phone())({
      input: input(),
      write: (data) => {
        answered.push(data);
        return Promise.resolve();
      },
      gone: new AbortController().signal,
    });
    expect(Buffer.concat(answered).toString('utf8').endsWith(end)).toBe(true);
  });

  it('does not know other methods', async () => {
    const controls = phone();
    expect(await call('dance', [], controls)).toMatchObject({ error: { code: -32_601 } });
    expect(controls.done).toEqual([['note', 'unknown_command', 'uiautomator2 dance']]);
  });
});

describe('methods of uiautomator2', () => {
  it('describes the device', async () => {
    expect(await result('deviceInfo')).toMatchObject({
      currentPackageName: 'org.example.home',
      displayWidth: 1080,
      displayHeight: 2400,
      displayRotation: 0,
      sdkInt: 33,
      screenOn: true,
    });
  });

  it('looks', async () => {
    expect(await result('dumpWindowHierarchy', false, 50)).toBe(XML);
    const screenshot = Buffer.from(String(await result('takeScreenshot', 1, 80)), 'base64');
    expect(await isSamePicture(screenshot, PNG)).toBe(true);
    expect(await call('dumpWindowHierarchy', [], scriptedControls())).toMatchObject({
      error: { code: -32_001 },
    });
  });

  it.each([
    ['click', [5, 6], ['gesture', { type: 'tap', x: 5, y: 6 }]],
    ['click', [5, 6, 800], ['gesture', { type: 'swipe', from: [5, 6], to: [5, 6], durationMs: 800 }]],
    ['swipe', [1, 2, 3, 4, 20], ['gesture', { type: 'swipe', from: [1, 2], to: [3, 4], durationMs: 100 }]],
    ['drag', [1, 2, 3, 4, 20], ['gesture', { type: 'drag', from: [1, 2], to: [3, 4], durationMs: 100 }]],
    [
      'swipePoints',
      [[1, 2, 9, 9, 3, 4], 10],
      ['gesture', { type: 'swipe', from: [1, 2], to: [3, 4], durationMs: 100 }],
    ],
    ['injectInputEvent', [0, 5, 6, 0], ['gesture', { type: 'down', x: 5, y: 6 }]],
    ['injectInputEvent', [1, 5, 6, 0], ['gesture', { type: 'up', x: 5, y: 6 }]],
    ['pressKey', ['home'], ['keys', [3]]],
    ['pressKeyCode', [66], ['keys', [66]]],
    ['pressKeyCode', [66, null], ['keys', [66]]],
    ['pressKeyCode', [29, 0x1000], ['keysTogether', [113, 29]]],
    ['pressKeyCode', [29, 0x1003], ['keysTogether', [59, 57, 113, 29]]],
    ['pasteClipboard', [], ['keys', [279]]],
    ['wakeUp', [], ['note', 'absorbed', 'uiautomator2 wakeUp']],
  ])('does %s %j', async (method, params, expected) => {
    expect(await done(method, ...params)).toEqual([expected]);
  });

  it.each([
    ['click', [5, 'b']],
    ['click', [{ mask: 1, text: 7 }]],
    ['swipe', [1, 2, 3]],
    ['swipePoints', [[1, 2], 3]],
    ['injectInputEvent', [9, 1, 2]],
    ['objInfo', [5]],
    ['childByText', ['no selector', {}, 'Wi-Fi']],
    ['scrollTo', [{}, 'no selector']],
    ['exist', [{ mask: 4, textMatches: '(?=x)' }]],
  ])('refuses %s %j', async (method, params) => {
    expect(await call(method, params)).toMatchObject({ error: { code: -32_602 } });
  });

  it('keeps a clipboard', async () => {
    const controls = phone();
    await call('setClipboard', ['label', 'kept'], controls);
    expect(await call('getClipboard', [], controls)).toMatchObject({ result: 'kept' });
  });
});

describe('selectors of uiautomator2', () => {
  it.each([
    [{ mask: 1, text: 'Wi-Fi' }, 1],
    [{ mask: 1, text: 'wi-fi' }, 0],
    [{ mask: 2, textContains: 'NETWORK' }, 1],
    [{ mask: 8, textStartsWith: 'net' }, 1],
    [{ mask: 4, textMatches: '(?i)wi.?fi' }, 1],
    [{ mask: 0x10, className: 'android.widget.TextView' }, 2],
    [{ mask: 0x80, descriptionContains: 'switch' }, 1],
    [{ mask: 0x800, checked: true }, 1],
    [{ mask: 0x80_0010, className: 'android.widget.TextView', index: 0 }, 2],
    [{ mask: 0x10, className: 'android.widget.TextView', text: 'not in the mask' }, 2],
    [{ className: 'android.widget.TextView', text: 'Wi-Fi' }, 1],
    [
      {
        mask: 0x10,
        className: 'android.widget.LinearLayout',
        childOrSibling: ['child'],
        childOrSiblingSelector: [{ mask: 0x10, className: 'android.widget.Switch' }],
      },
      1,
    ],
    [
      {
        mask: 1,
        text: 'Wi-Fi',
        childOrSibling: ['sibling'],
        childOrSiblingSelector: [{ mask: 0x10, className: 'android.widget.Switch' }],
      },
      1,
    ],
    [
      {
        mask: 1,
        text: 'Wi-Fi',
        childOrSibling: ['child'],
        childOrSiblingSelector: [{ mask: 0x10, className: 'android.widget.Switch' }],
      },
      0,
    ],
  ])('finds by %j: %i', async (selector, count) => {
    expect(await result('count', selector)).toBe(count);
    expect(await result('exist', selector)).toBe(count > 0);
  });

  it('takes the instance that is asked for', async () => {
    const selector = { mask: 0x100_0010, className: 'android.widget.TextView', instance: 1 };
    expect(await result('getText', selector)).toBe('Wi-Fi');
    expect(await call('getText', [{ ...selector, instance: 2 }])).toMatchObject({
      error: { code: -32_002, message: expect.stringContaining('UiObjectNotFoundException') as unknown },
    });
  });

  it('describes what it finds', async () => {
    expect(await result('objInfo', SWITCH)).toMatchObject({
      bounds: { left: 900, top: 250, right: 1000, bottom: 350 },
      className: 'android.widget.Switch',
      contentDescription: 'Wi-Fi switch',
      resourceName: 'org.example:id/switch',
      checked: true,
      childCount: 0,
    });
  });

  it('clicks in the middle', async () => {
    expect(await done('click', SWITCH)).toEqual([LOOK, ['gesture', { type: 'tap', x: 950, y: 300 }]]);
    expect(await done('longClick', SWITCH)).toEqual([
      LOOK,
      ['gesture', { type: 'swipe', from: [950, 300], to: [950, 300], durationMs: 1000 }],
    ]);
  });

  it('waits, and looks again', async () => {
    expect(await done('waitForExists', SWITCH, 20_000)).toEqual([LOOK]);
    expect(await done('waitForExists', { mask: 1, text: 'missing' }, 20_000)).toEqual([LOOK, LOOK]);
    expect(await result('waitUntilGone', { mask: 1, text: 'missing' }, 20_000)).toBe(true);
    expect(await result('waitUntilGone', SWITCH, 10)).toBe(false);
  });

  it('types into the field in focus, and empties what holds text before', async () => {
    expect(await done('setText', { mask: 0x2_0000, focused: true }, '你好')).toEqual([
      LOOK,
      ['type', '你好', 'uiautomator2'],
    ]);
    expect(await done('setText', { mask: 1, text: 'old' }, 'new')).toEqual([
      LOOK,
      ['clearText', 'uiautomator2'],
      ['type', 'new', 'uiautomator2'],
    ]);
    expect(await done('clearTextField', { mask: 0x2_0000, focused: true })).toEqual([
      LOOK,
      ['clearText', 'uiautomator2'],
    ]);
  });

  it('clicks close to a corner where asked', async () => {
    for (const [corner, x, y] of [
      ['tl', 905, 255],
      ['bottomright', 995, 345],
      ['center', 950, 300],
    ]) {
      expect(await done('click', SWITCH, corner)).toEqual([LOOK, ['gesture', { type: 'tap', x, y }]]);
    }
    expect(await done('click', SWITCH, 'elsewhere')).toEqual([LOOK]);
  });

  it('swipes across the node', async () => {
    const left = [LOOK, ['gesture', { type: 'swipe', from: [1075, 300], to: [5, 300], durationMs: 50 }]];
    expect(await done('swipe', LIST, 'left', 10)).toEqual(left);
    // A share of the node may come first.
    expect(await done('swipe', LIST, 'left', 0.5, 10)).toEqual(left);
  });

  it('looks for what two fingers go to, and keeps what no recorded world has a word for', async () => {
    for (const method of ['pinchIn', 'pinchOut', 'gesture']) {
      expect(await done(method, LIST, 100, 50)).toEqual([
        LOOK,
        ['note', 'ignored', `uiautomator2 ${method}: two fingers`],
      ]);
    }
    expect(await result('pinchOut', LIST, 100, 50)).toBe(true);
    expect(await call('pinchIn', [{ mask: 1, text: 'missing' }, 100, 50])).toMatchObject({
      error: { code: -32_002 },
    });
    const narrow = hierarchyXml([uiNode({ text: 'narrow', bounds: '[0,0][40,400]' })]);
    const controls = scriptedControls({ observation: phoneScreen({ hierarchy: narrow }) });
    expect(await call('pinchIn', [{ mask: 1, text: 'narrow' }, 100, 50], controls)).toMatchObject({
      error: { code: -32_001, message: expect.stringContaining('too small') as unknown },
    });
  });

  it('finds nothing where no hierarchy was recorded', async () => {
    expect(await call('exist', [SWITCH], scriptedControls())).toMatchObject({ result: false });
  });
});

describe('lists of uiautomator2', () => {
  /** A list of rows, and which of them are on the screen at a place. */
  const page = (first: number): Observation => {
    const rows = [0, 1].map((offset) =>
      uiNode({ class: 'Row', bounds: `[0,${offset * 100}][1080,${offset * 100 + 100}]` }, [
        uiNode({ text: `row ${first + offset}`, 'content-desc': `about ${first + offset}` }),
      ]),
    );
    const { screen } = phoneScreen({
      hierarchy: hierarchyXml([
        uiNode({ class: 'List', scrollable: 'true', bounds: '[0,0][1080,400]' }, rows),
      ]),
    });
    return { screen: { ...screen, id: `page ${first}` } };
  };
  const LAST = 6;

  /** A phone whose list scrolls by two rows, from 0 to 7. */
  function scrollingPhone(start: number): {
    readonly controls: ScriptedControls;
    readonly shown: () => number;
  } {
    let first = start;
    const controls = scriptedControls({ observation: page(first) });
    const gesture: ScriptedControls['gesture'] = (given) => {
      controls.note('absorbed', given.type);
      const by = given.type === 'swipe' && given.from[1] > given.to[1] ? 2 : -2;
      first = Math.min(Math.max(first + by, 0), LAST);
      controls.show(page(first));
      return Promise.resolve();
    };
    // What is given is an object with getters, so it is not copied.
    return {
      controls: Object.assign(Object.create(controls) as ScriptedControls, { gesture }),
      shown: () => first,
    };
  }
  const swipes = ({ done }: ScriptedControls): number => done.filter(([kind]) => kind === 'note').length;

  it('scrolls by a swipe on the node, and says whether anything came of it', async () => {
    expect(await done('scrollForward', LIST, true, 55)).toEqual([
      LOOK,
      ['gesture', { type: 'swipe', from: [540, 380], to: [540, 220], durationMs: 275 }],
    ]);
    expect(await done('flingBackward', LIST, false)).toEqual([
      LOOK,
      ['gesture', { type: 'swipe', from: [108, 300], to: [972, 300], durationMs: 25 }],
    ]);
    const { controls } = scrollingPhone(LAST - 2);
    expect(await call('scrollForward', [LIST, true, 55], controls)).toMatchObject({ result: true });
    expect(await call('scrollForward', [LIST, true, 55], controls)).toMatchObject({ result: false });
    expect(await call('scrollForward', [{ mask: 1, text: 'x' }, true, 55], controls)).toMatchObject({
      error: { code: -32_002 },
    });
  });

  it('scrolls to either end, and no further than it may', async () => {
    const { controls, shown } = scrollingPhone(0);
    expect(await call('scrollToEnd', [LIST, true, 500, 55], controls)).toMatchObject({ result: true });
    expect([shown(), swipes(controls)]).toEqual([LAST, 4]);
    await call('flingToBeginning', [LIST, true, 2], controls);
    expect([shown(), swipes(controls)]).toEqual([LAST - 4, 6]);
  });

  it('scrolls to what is looked for, from the beginning where it is not there', async () => {
    const { controls, shown } = scrollingPhone(4);
    const to = async (text: string): Promise<unknown> =>
      (await call('scrollTo', [LIST, { mask: 1, text }, true], controls))['result'];
    expect([await to('row 5'), swipes(controls)]).toEqual([true, 0]);
    expect([await to('row 2'), shown()]).toEqual([true, 2]);
    expect([await to('row 99'), shown()]).toEqual([false, LAST]);
  });

  it('names the row that holds a text, which is then used like a selector', async () => {
    const { controls } = scrollingPhone(0);
    const row = { mask: 0x10, className: 'Row' };
    const plain = { mask: 0x10, className: 'List' };
    const name = async (method: string, ...params: readonly unknown[]): Promise<unknown> =>
      (await call(method, [plain, row, ...params], controls))['result'];
    for (const found of [
      await name('childByText', 'row 1', false),
      await name('childByDescription', 'about 1', false),
      await name('childByInstance', 1),
    ]) {
      expect(found).toBeTypeOf('string');
      expect(await call('objInfo', [found], controls)).toMatchObject({
        result: { className: 'Row', bounds: { top: 100, bottom: 200 } },
      });
      const inner = await call('getChild', [found, { mask: 2, textContains: 'row' }], controls);
      expect(await call('getText', [inner['result']], controls)).toMatchObject({ result: 'row 1' });
      const beside = await call('getFromParent', [found, { mask: 2, textContains: 'row' }], controls);
      expect(await call('getText', [beside['result']], controls)).toMatchObject({ result: 'row 0' });
    }
    expect(swipes(controls)).toBe(0);
    expect(await call('childByText', [plain, row, 'row 9', false], controls)).toMatchObject({
      error: { code: -32_002, message: expect.stringContaining('for text= "row 9"') as unknown },
    });
  });

  it.each<[string, unknown[]]>([
    ['childByText', [{ mask: 0x10, className: 'List' }, { mask: 0x10, className: 'Row' }, { toString: 7 }]],
    ['click', ['{"toString":7}']],
  ])('answers %s with an error where a name says how it would be written (%j)', async (method, params) => {
    const { controls } = scrollingPhone(0);
    const { error } = await call(method, params, controls);
    expect([-32_002, -32_602]).toContain((error as { code: number }).code);
  });

  it('scrolls for a row where the list scrolls', async () => {
    const { controls, shown } = scrollingPhone(0);
    const found = await call('childByText', [LIST, { className: 'Row' }, 'row 5'], controls);
    expect([typeof found['result'], shown()]).toEqual(['string', 4]);
    // An object is searched anew each time: the same place in the list, with any element there now.
    expect(await call('exist', [found['result']], controls)).toMatchObject({ result: true });
  });

  it('keeps nothing under a name, and knows none but its own', async () => {
    const made = await result('getUiObject', SWITCH);
    expect(await result('exist', made)).toBe(true);
    expect(await done('click', made)).toEqual([LOOK, ['gesture', { type: 'tap', x: 950, y: 300 }]]);
    expect(await result('removeUiObject', made)).toBeNull();
    expect(await result('getUiObjects')).toEqual([]);
    for (const name of ['0b5b1c2e', 'object-', 'object-bnVsbA', 'object-!!']) {
      expect(await call('click', [name])).toMatchObject({ error: { code: -32_002 } });
      expect(await result('getChild', name, SWITCH)).toBeNull();
    }
  });

  it('pastes what a client put into the clipboard', async () => {
    const controls = phone();
    await call('setClipboard', [null, 'kept'], controls);
    await call('pasteClipboard', [], controls);
    expect(controls.done).toEqual([['keys', [279]]]);
  });
});
