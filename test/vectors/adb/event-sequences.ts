import { isDeepStrictEqual } from 'node:util';
import type { PhoneEvent } from '../../../src/formats/phone/phone-event.js';
import { PhoneDevice } from '../../../src/phone/device/phone-device.js';
import { phoneParts } from '../../../src/phone/phone-parts.js';
import { shellLine } from '../../../src/testing/phones/phone-client.js';
import { readJsonLines } from '../read-json-lines.js';
import type { VectorSuite } from '../vector-suite.js';
import { listForm } from './event-text.js';
import { fixtureWorld } from './fixture-phone.js';

interface Case {
  readonly name: string;
  readonly lines: readonly string[];
  readonly events: readonly (readonly unknown[])[];
}

/** Lines of an agent on a fresh phone, and what the phone takes them for. */
export const eventSequences: VectorSuite = {
  system: 'adb',
  file: 'device/event-sequences.jsonl',
  async run({ shared, report }) {
    for await (const { name, lines, events } of readJsonLines<Case>(
      `${shared}/vectors/adb/device/event-sequences.jsonl`,
    )) {
      const world = await fixtureWorld(shared);
      await using phone = await PhoneDevice.start({ serial: 'vector', world, parts: phoneParts() });
      const log: PhoneEvent[] = [];
      phone.log.listen((event) => log.push(event));
      for (const line of lines) await shellLine(phone, line);
      await phone.settle();
      const found = log.map(listForm).filter((form) => form !== null);
      report(
        name,
        isDeepStrictEqual(found, events)
          ? null
          : `gives ${JSON.stringify(found)} instead of ${JSON.stringify(events)}`,
      );
    }
  },
};
