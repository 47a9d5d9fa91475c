import { isDeepStrictEqual } from 'node:util';
import type { Gesture } from '../../../src/phone/device/phone-controls.js';
import { PhoneDevice } from '../../../src/phone/device/phone-device.js';
import { touchOf } from '../../../src/phone/input/touch.js';
import { phoneParts } from '../../../src/phone/phone-parts.js';
import { shellLine } from '../../../src/testing/phones/phone-client.js';
import { readJsonLines } from '../read-json-lines.js';
import type { VectorSuite } from '../vector-suite.js';
import { fixtureWorld } from './fixture-phone.js';

interface Case {
  readonly line: string;
  readonly dpi: number;
  readonly event: Readonly<Record<string, unknown>>;
}

/** One `input` line each, and what it comes to at a density. */
export const gestures: VectorSuite = {
  system: 'adb',
  file: 'device/gestures.jsonl',
  async run({ shared, report }) {
    const world = await fixtureWorld(shared);
    await using phone = await PhoneDevice.start({ serial: 'vector', world, parts: phoneParts() });
    let last: Gesture | null = null;
    phone.log.listen((event) => {
      if (event.kind === 'turn' && event.turn.does === 'gesture') last = event.turn.gesture;
    });
    for await (const { line, dpi, event } of readJsonLines<Case>(
      `${shared}/vectors/adb/device/gestures.jsonl`,
    )) {
      last = null;
      await shellLine(phone, line);
      const found = last === null ? null : eventOf(last, dpi);
      report(line, isDeepStrictEqual(found, event) ? null : `gives ${JSON.stringify(found)}`);
    }
  },
};

function eventOf(gesture: Gesture, density: number): unknown {
  switch (gesture.type) {
    case 'tap':
      return { type: 'click', x: gesture.x, y: gesture.y };
    case 'swipe':
    case 'drag': {
      const { type, from, to, durationMs } = gesture;
      const touch = touchOf({ type, from, to, durationMs }, density);
      switch (touch.type) {
        case 'tap':
          return { type: 'click', x: touch.at[0], y: touch.at[1] };
        case 'long_press':
          return { type: 'long_press', x: touch.at[0], y: touch.at[1] };
        case 'swipe':
          return { type: 'swipe', direction: touch.direction, from: touch.from, to: touch.to };
        default:
          return { type: 'drag', from: touch.from, to: touch.to };
      }
    }
    default:
      return null;
  }
}
