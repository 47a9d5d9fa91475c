import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PhoneEvent } from '../src/formats/phone/phone-event.js';
import { phoneLogHeader } from '../src/phone/log/phone-log-header.js';
import { replayLog } from '../src/phone/log/replay-log.js';
import { phoneParts } from '../src/phone/phone-parts.js';
import { anyPhoneSession, comparableActions, playSession } from '../src/testing/phones/phone-session.js';
import { fixturePhone, fixtureWorld } from './vectors/adb/fixture-phone.js';

/** Recorded screens that are no part of this repository. */
const SHARED = resolve(process.env['TOUCHSTONE_SHARED'] ?? '../shared');
const FIXTURE = join(SHARED, 'vectors/adb/fixture-graph.json');
const isHere = existsSync(FIXTURE);
const isRequired = (process.env['TOUCHSTONE_REQUIRE'] ?? '').split(',').includes('vectors');
if (!isHere && !isRequired) console.log(`Skipped: replays on recorded screens, which are not at ${FIXTURE}`);

describe.runIf(isHere || isRequired)('the log of a phone on recorded screens', () => {
  it('gives the same actions again', { timeout: 120_000 }, async () => {
    let actions = 0;
    await fc.assert(
      fc.asyncProperty(
        anyPhoneSession({ width: 1080, height: 2400 }, ['com.android.settings']),
        async (session) => {
          await using phone = await fixturePhone(SHARED);
          const start = { task: 'fixture', repeat: 0, seed: 0 };
          const header = phoneLogHeader(phone, { start, world: 'fixture', touchstone: 'test' });
          const events: PhoneEvent[] = [];
          phone.log.listen((event) => events.push(event));
          await playSession(phone, session);
          const world = await fixtureWorld(SHARED);
          const again = await replayLog({ header, events }, { world, parts: phoneParts() });
          expect(comparableActions(again)).toEqual(comparableActions(events));
          actions += comparableActions(events).length;
        },
      ),
      { numRuns: 60 },
    );
    expect(actions).toBeGreaterThan(60);
  });
});
