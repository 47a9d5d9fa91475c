import * as fc from 'fast-check';
import type { PhoneEvent } from '../../formats/phone/phone-event.js';
import { actionEvents } from '../../phone/log/phone-actions.js';
import type { PhoneDevice } from '../../phone/device/phone-device.js';
import type { PhoneLimits } from '../../phone/device/phone-limits.js';
import { PhoneClient } from './phone-client.js';

/** One client of a phone: what it opens, what it sends, and after how many rounds of the event loop it hangs up. */
export interface ClientPlan {
  readonly service: string;
  readonly sends: readonly string[];
  /** null: it stays to the end. */
  readonly leavesAfter: number | null;
}

/** Clients in groups; those of a group are there at the same time. */
export type PhoneSession = readonly (readonly ClientPlan[])[];

/** Sessions as agents and fuzzers have them, on a screen of this size with these apps. */
export function anyPhoneSession(
  size: { readonly width: number; readonly height: number },
  packages: readonly string[],
): fc.Arbitrary<PhoneSession> {
  const x = fc.integer({ min: -20, max: size.width + 20 });
  const y = fc.integer({ min: -20, max: size.height + 20 });
  // Few places, so that taps meet each other and what was recorded.
  const place = fc.oneof(
    fc.constantFrom('540 1200', '300 400', '300 403', '100 830', '450 1040'),
    fc.tuple(x, y).map(([a, b]) => `${a} ${b}`),
  );
  const client = anyClient(anyLine(place, anyCommand(place, packages)));
  return fc.array(fc.array(client, { minLength: 1, maxLength: 3 }), { minLength: 1, maxLength: 5 });
}

function anyCommand(place: fc.Arbitrary<string>, packages: readonly string[]): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 6, arbitrary: place.map((at) => `input tap ${at}`) },
    fc
      .tuple(place, place, fc.constantFrom('', ' 150', ' 800'))
      .map(([a, b, ms]) => `input swipe ${a} ${b}${ms}`),
    place.map((at) => `input swipe ${at} ${at} 900`),
    fc.tuple(place, place).map(([a, b]) => `input draganddrop ${a} ${b} 500`),
    fc
      .constantFrom('DOWN', 'MOVE', 'UP', 'CANCEL')
      .chain((name) => place.map((at) => `input motionevent ${name} ${at}`)),
    {
      weight: 4,
      arbitrary: fc
        .constantFrom('a', 'wifi', '%s', 'tea', "'it''s'", 'é')
        .map((text) => `input text ${text}`),
    },
    {
      weight: 3,
      arbitrary: fc
        .array(fc.constantFrom('3', '4', '66', '67', '112', '62', '82', 'KEYCODE_A', '224', '123', '187'), {
          minLength: 1,
          maxLength: 4,
        })
        .map((keys) => `input keyevent ${keys.join(' ')}`),
    },
    fc.constantFrom('113 29', '59 30', '26 25').map((keys) => `input keycombination ${keys}`),
    fc.constantFrom(
      'screencap -p',
      'screencap -p /sdcard/s.png',
      'uiautomator dump',
      'dumpsys window',
      'wm size',
      'getprop ro.product.model',
      'ime set com.android.adbkeyboard/.AdbIME',
      'ime reset',
      'am broadcast -a ADB_INPUT_TEXT --es msg hi',
      'am broadcast -a ADB_CLEAR_TEXT',
      'am broadcast -a touchstone.ANSWER --es text 42',
      'am start -a android.intent.action.MAIN -c android.intent.category.HOME',
      'am start -a android.intent.action.VIEW -d https://example.org',
      'frobnicate --now',
      'sleep 0.2',
      'echo one > /sdcard/a',
      'cat /sdcard/a',
    ),
    fc
      .constantFrom(...packages, 'com.nobody')
      .chain((app) =>
        fc.constantFrom(`monkey -p ${app} 1`, `am force-stop ${app}`, `am start -n ${app}/.Main`),
      ),
  );
}

/** A command, or several in what a shell makes of them. */
function anyLine(place: fc.Arbitrary<string>, command: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.oneof(
    { weight: 4, arbitrary: command },
    fc
      .tuple(command, fc.constantFrom(' ; ', ' && ', ' || ', ' & '), command)
      .map(([a, joint, b]) => `${a}${joint}${b}`),
    command.map((each) => `for i in 1 2; do ${each}; sleep 0.1; done`),
    command.map((each) => `dumpsys window | grep -q ome && ${each}`),
    fc.tuple(command, command).map(([a, b]) => `sleep 1; ${a}; sleep 2; ${b}`),
    fc.tuple(command, command).map(([a, b]) => `${a}; cat /sdcard/input.txt; ${b}`),
    place.map((at) => `input tap ${at}; sleep 0.1; input tap ${at}`),
    command.map((each) => `(${each}); true | cat; f() { ${each}; }; f & echo $(${each})`),
  );
}

function anyClient(line: fc.Arbitrary<string>): fc.Arbitrary<ClientPlan> {
  return fc.oneof(
    {
      weight: 8,
      arbitrary: fc.record({
        service: line.map((text) => `shell:${text}`),
        sends: fc.constant([]),
        leavesAfter: fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, fc.integer({ min: 0, max: 6 })),
      }),
    },
    fc.record({
      service: fc.constant('shell,v2,raw:cat'),
      sends: fc.constantFrom(['\u0000\u0002\u0000\u0000\u0000hi', '\u0004\u0000\u0000\u0000\u0000'], []),
      leavesAfter: fc.integer({ min: 0, max: 6 }),
    }),
    fc.record({
      service: fc.constant('shell:'),
      sends: fc
        .array(
          line.map((text) => `${text}\n`),
          { maxLength: 3 },
        )
        .map((lines) => [...lines, 'exit\n']),
      leavesAfter: fc.constant(null),
    }),
    fc.constantFrom('root:', 'reverse:list-forward', 'jdwp').map((service) => ({
      service,
      sends: [],
      leavesAfter: null,
    })),
  );
}

/** Limits of which sessions meet some: a few actions, looks or bytes, or hardly any time. */
export function anyPhoneLimits(): fc.Arbitrary<Partial<PhoneLimits>> {
  return fc.oneof(
    { weight: 4, arbitrary: fc.constant({}) },
    {
      weight: 4,
      arbitrary: fc.record(
        {
          maxActions: fc.integer({ min: 1, max: 5 }),
          maxObservations: fc.integer({ min: 1, max: 3 }),
          maxBytesIn: fc.integer({ min: 1, max: 60 }),
          maxStreams: fc.integer({ min: 1, max: 2 }),
        },
        { requiredKeys: [] },
      ),
    },
    { weight: 1, arbitrary: fc.record({ maxWallMs: fc.integer({ min: 1, max: 4 }) }) },
  );
}

/** Lets a session happen on a phone; resolves when every client is done. */
export async function playSession(device: PhoneDevice, session: PhoneSession): Promise<void> {
  for (const group of session) await Promise.all(group.map((plan) => playClient(device, plan)));
  await device.settle().catch(() => {});
}

/** What must be the same of the actions of a log and of its repetition. */
export function comparableActions(events: readonly PhoneEvent[]): unknown[] {
  return actionEvents(events).map(({ action, from, to, transition, observations, ...rest }) => ({
    action,
    from,
    to,
    transition,
    observations,
    commands: rest.commands.length,
    isInferred: rest.isInferred,
    isRepeat: rest.isRepeat,
    offered: rest.offered,
    ended: rest.ended,
  }));
}

async function playClient(device: PhoneDevice, plan: ClientPlan): Promise<void> {
  const serve = device.open(plan.service);
  if (serve === null) return;
  const client = new PhoneClient();
  for (const text of plan.sends) client.send(text);
  const served = serve(client);
  if (plan.leavesAfter !== null) {
    for (let round = 0; round < plan.leavesAfter; round += 1) await new Promise((next) => setImmediate(next));
    client.leave();
  }
  await served;
}
