import { describe, expect, it } from 'vitest';
import { hierarchyXml, uiNode } from '../../testing/hierarchy-xml.js';
import type { ScriptedControls } from '../../testing/scripted-controls.js';
import { phoneScreen, scriptedControls } from '../../testing/scripted-controls.js';
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
    expect(Buffer.from(String(await result('takeScreenshot', 1, 80)), 'base64')).toEqual(PNG);
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
    ['wakeUp', [], ['note', 'absorbed', 'uiautomator2 wakeUp']],
  ])('does %s %j', async (method, params, expected) => {
    expect(await done(method, ...params)).toEqual([expected]);
  });

  it.each([
    ['click', ['a', 6]],
    ['swipe', [1, 2, 3]],
    ['swipePoints', [[1, 2], 3]],
    ['injectInputEvent', [9, 1, 2]],
    ['objInfo', ['no selector']],
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

  it('scrolls by a swipe on the node', async () => {
    const selector = { mask: 0x4000, scrollable: true };
    expect(await done('scrollForward', selector, true, 55)).toEqual([
      LOOK,
      ['gesture', { type: 'swipe', from: [540, 360], to: [540, 240], durationMs: 300 }],
    ]);
    expect(await done('swipe', selector, 'left', 10)).toEqual([
      LOOK,
      ['gesture', { type: 'swipe', from: [864, 300], to: [216, 300], durationMs: 50 }],
    ]);
  });

  it('finds nothing where no hierarchy was recorded', async () => {
    expect(await call('exist', [SWITCH], scriptedControls())).toMatchObject({ result: false });
  });
});
