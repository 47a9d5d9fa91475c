import { describe, expect, it } from 'vitest';
import { buildGraph } from '../../domain/graph/build-graph.js';
import { GraphEnvironment } from '../../environments/graph/graph-environment.js';
import { GraphWorld } from '../../environments/graph/graph-world.js';
import { PhoneLogHeaderSchema, type PhoneEvent } from '../../formats/phone/phone-event.js';
import { shellLine } from '../../testing/phones/phone-client.js';
import { comparableActions } from '../../testing/phones/phone-session.js';
import { smallGraph } from '../../testing/small-graph.js';
import { phoneLogHeader } from '../log/phone-log-header.js';
import { replayLog } from '../log/replay-log.js';
import { phoneParts } from '../phone-parts.js';
import type { PhoneProfile } from '../phone-world.js';
import { EnvironmentWorld } from './environment-world.js';
import { PhoneDevice } from './phone-device.js';
import { profileOfGraph } from './phone-profile.js';

const { signal } = new AbortController();
const START = { task: 'any', repeat: 0, seed: 0 };
/** Nothing in it says which app its screens are of. */
const WORLD = new GraphWorld(buildGraph(smallGraph()));

async function openWorld(profile: PhoneProfile): Promise<EnvironmentWorld> {
  const environment = new GraphEnvironment(WORLD, { mode: 'corrected', startOf: () => null });
  return EnvironmentWorld.start(environment, { profile, start: START, signal });
}

async function openPhone(): Promise<PhoneDevice> {
  const world = await openWorld(await profileOfGraph(WORLD, { density: 160 }));
  return PhoneDevice.start({ serial: 'recorded', world, parts: phoneParts() });
}

const NOTES = 'com.example.notes/com.example.notes.MainActivity';
const SHOP = 'app.recorded.nshop/app.recorded.nshop.MainActivity';
const HOME = 'com.android.launcher/com.android.launcher.Launcher';

describe('the app in front on a graph that recorded none', () => {
  it('is the launcher, then the app that was opened, through its screens and back', async () => {
    await using phone = await openPhone();
    const after = async (line: string): Promise<string> => {
      await shellLine(phone, line);
      return phone.component;
    };
    expect(phone.component).toBe(HOME);
    expect(await after('monkey -p com.example.notes 1')).toBe(NOTES);
    expect(await after('input tap 10 120')).toBe(NOTES);
    expect(phone.state).toBe('editor');
    expect(await after('monkey -p app.recorded.nshop 1')).toBe(SHOP);
    // Back to a screen within the other app, which no launcher opens.
    expect(await after('input keyevent BACK')).toBe(NOTES);
    expect(phone.state).toBe('editor');
    expect(await after('input keyevent HOME')).toBe(HOME);
    // By its icon.
    expect(await after('input tap 10 10')).toBe(NOTES);
    expect(await after('input keyevent BACK')).toBe(HOME);
    expect(await after('am start -n com.example.missing/.Main')).toBe(HOME);
  });

  it('is named by every way of asking', async () => {
    await using phone = await openPhone();
    await shellLine(phone, 'monkey -p com.example.notes 1');
    expect(await shellLine(phone, 'dumpsys window')).toMatch(
      /mCurrentFocus=Window\{\w+ u0 com\.example\.notes\//,
    );
    expect(await shellLine(phone, 'dumpsys activity activities')).toMatch(
      /mResumedActivity: ActivityRecord\{\w+ u0 com\.example\.notes\//,
    );
    const state = 'content query --uri content://com.mobilerun.portal/phone_state';
    expect(await shellLine(phone, state)).toContain('com.example.notes');
  });

  it('is the same when the log of the phone is repeated', async () => {
    await using phone = await openPhone();
    const header = PhoneLogHeaderSchema.parse(
      JSON.parse(JSON.stringify(phoneLogHeader(phone, { start: START, world: null, touchstone: 'test' }))),
    );
    const events: PhoneEvent[] = [];
    phone.log.listen((event) => events.push(event));
    // Ending an app is HOME where it is in front, and nothing elsewhere.
    for (const app of ['com.example.notes', 'app.recorded.nshop']) {
      await shellLine(phone, 'input tap 10 10; input tap 10 120; am force-stop app.recorded.nshop');
      await shellLine(phone, `monkey -p ${app} 1; input tap 50 50; am force-stop com.example.notes`);
    }
    const again = await replayLog(
      { header, events },
      { world: await openWorld(header.profile), parts: phoneParts() },
    );
    expect(comparableActions(again)).toEqual(comparableActions(events));
    const homes = events.filter((event) => event.kind === 'action' && event.action.type === 'key');
    expect(homes).toHaveLength(1);
  });
});
