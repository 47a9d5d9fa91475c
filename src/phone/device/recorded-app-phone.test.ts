import { describe, expect, it } from 'vitest';
import { stop } from '../../domain/action.js';
import type { Screen } from '../../domain/screen.js';
import { RecordedApp } from '../../environments/recorded-app/recorded-app.js';
import {
  LEFT_RECORDINGS,
  RecordedAppEnvironment,
} from '../../environments/recorded-app/recorded-app-environment.js';
import type { PhoneEvent } from '../../formats/phone/phone-event.js';
import { hierarchyXml, uiNode } from '../../testing/hierarchy-xml.js';
import { PhoneClient, shellLine } from '../../testing/phones/phone-client.js';
import { actionEvents } from '../log/phone-actions.js';
import type { PhoneOptions } from '../phone-options.js';
import { phoneParts } from '../phone-parts.js';
import { EnvironmentWorld } from './environment-world.js';
import { PhoneDevice } from './phone-device.js';
import { makeProfile } from './phone-profile.js';

const signal = new AbortController().signal;
const SIZE = { width: 768, height: 1280 };
const FIELD = '[0,100][768,200]';
const START = { task: 'search', repeat: 0, seed: 0 };

function page(id: string, text: string): Screen {
  const xml = hierarchyXml([
    uiNode({ bounds: '[0,0][768,1280]' }, [
      uiNode({ text, class: 'android.widget.EditText', bounds: FIELD, focused: 'true' }),
    ]),
  ]);
  return {
    id,
    size: SIZE,
    activity: { package: 'org.example', activity: '.Main' },
    picture: null,
    hierarchy: { mediaType: 'application/xml', load: async () => new TextEncoder().encode(xml) },
  };
}

/** A phone on a recording that types `tea` into a field, and what its actions came to. */
async function open(options: Partial<PhoneOptions> = {}) {
  const app = await RecordedApp.build(
    [
      {
        id: 'own',
        steps: [
          {
            screen: page('0', 'Search'),
            action: {
              type: 'type',
              text: 'tea',
              target: { type: 'selector', attributes: { bounds: FIELD } },
            },
          },
          { screen: page('1', 'tea'), action: stop() },
        ],
      },
    ],
    { signal },
  );
  const environment = new RecordedAppEnvironment({
    task: START.task,
    app,
    recording: 'own',
    pictures: false,
    endsOnRepetition: false,
    allowsIdleActions: true,
  });
  const profile = makeProfile({ size: SIZE, apps: [], hasWaits: false });
  const world = await EnvironmentWorld.start(environment, { profile, start: START, signal });
  const phone = await PhoneDevice.start({
    serial: 'recorded',
    world,
    parts: phoneParts(),
    options: { adbKeyboard: 'active', ...options },
  });
  const events: PhoneEvent[] = [];
  phone.log.listen((event) => events.push(event));
  const rules = () =>
    actionEvents(events).map(({ action, transition, ended }) => [
      action.type,
      transition?.rule,
      ended === true,
    ]);
  return { phone, rules };
}

/** Calls a method of uiautomator2's server. */
async function call(phone: PhoneDevice, method: string, ...params: readonly unknown[]): Promise<void> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const client = new PhoneClient();
  client.send(`POST /jsonrpc/0 HTTP/1.1\r\nHost: phone\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
  await phone.open('tcp:9008')?.(client);
  expect(client.output.toString()).toContain('"result"');
}

describe('a phone on the recordings of an app', () => {
  it.each<[string, (phone: PhoneDevice) => Promise<unknown>]>([
    ['DEL', (phone) => shellLine(phone, 'input keyevent 67 67 112 112')],
    ['Ctrl+A, DEL', (phone) => shellLine(phone, 'input keycombination 113 29 && input keyevent DEL')],
    ['ADBKeyboard', (phone) => shellLine(phone, 'am broadcast -a ADB_CLEAR_TEXT')],
    ['uiautomator2', (phone) => call(phone, 'clearTextField', { mask: 0x2_0000, focused: true })],
    [
      'Portal',
      (phone) => shellLine(phone, 'content insert --uri content://com.mobilerun.portal/keyboard/clear'),
    ],
  ])('stays where %s empties the field that is typed into, and takes the text after it', async (_, clear) => {
    const { phone, rules } = await open({ counting: 'literal' });
    await using _phone = phone;
    await shellLine(phone, 'input tap 300 150');
    await clear(phone);
    await shellLine(phone, 'input text tea; screencap > /dev/null');
    expect(rules()).toEqual([
      ['tap', 'focus', false],
      ['clear_text', 'clear', false],
      ['type', 'recorded', false],
    ]);
  });

  it('stays through keys of the device, and through those that are no step at all', async () => {
    const { phone, rules } = await open();
    await using _phone = phone;
    await shellLine(phone, 'input keyevent APP_SWITCH VOLUME_DOWN WAKEUP MOVE_END');
    await shellLine(phone, 'input text tea; input keyevent ENTER');
    expect(rules()).toEqual([
      ['key', 'idle_key', false],
      ['key', 'idle_key', false],
      ['type', 'recorded', false],
    ]);
    expect(phone.status).toBe('running');
  });

  it('is over once the recordings are left', async () => {
    const { phone, rules } = await open();
    await using _phone = phone;
    // What is in the field now was typed, and nobody recorded what comes of emptying it.
    await shellLine(phone, 'input text tea; screencap > /dev/null; input keyevent DEL');
    await phone.settle();
    expect(rules()).toEqual([
      ['type', 'recorded', false],
      ['clear_text', LEFT_RECORDINGS, true],
    ]);
    expect(phone.status).toBe('over');
  });
});
