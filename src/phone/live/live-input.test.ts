import { describe, expect, it } from 'vitest';
import type { PhoneEvent } from '../../formats/phone/phone-event.js';
import { ScriptedLive } from '../../testing/phones/scripted-live.js';
import { shellLine } from '../../testing/phones/phone-client.js';
import { EnvironmentWorld } from '../device/environment-world.js';
import { PhoneDevice, type PhoneSetup } from '../device/phone-device.js';
import { phoneActions } from '../log/phone-actions.js';
import { phoneParts } from '../phone-parts.js';
import { profileOfScreens } from '../run/profile-of-screens.js';

const NOW = Date.UTC(2026, 4, 1, 10, 30, 0);

async function livePhone(setup: Partial<PhoneSetup> = {}) {
  const environment = new ScriptedLive();
  const world = await EnvironmentWorld.start(environment, {
    profile: (observation) => profileOfScreens(null, observation, environment.live),
    start: { task: 't', repeat: 0, seed: 1 },
    signal: new AbortController().signal,
  });
  const time = { passed: 0, waits: [] as number[] };
  const device = await PhoneDevice.start({
    serial: 'live-1',
    parts: phoneParts(),
    time: {
      wall: () => NOW + time.passed,
      wait: async (milliseconds) => {
        time.passed += milliseconds;
        time.waits.push(milliseconds);
      },
    },
    ...setup,
    world,
  });
  const events: string[] = [];
  const log: PhoneEvent[] = [];
  device.log.listen((event) => {
    log.push(event);
    if (event.kind === 'action') events.push(event.action.type);
    if (event.kind === 'absorbed' || event.kind === 'ignored') events.push(`${event.kind}: ${event.what}`);
  });
  const shell = async (line: string): Promise<string> => (await shellLine(device, line)) ?? 'refused';
  return { environment, device, shell, time, events, log };
}

describe('a phone whose screens are live', () => {
  it('shows the present screen, and tells of the app in front as it is now', async () => {
    const { environment, device, shell } = await livePhone();
    environment.text = 'came by itself';
    environment.app = 'org.example.mail';
    expect(await shell('uiautomator dump /dev/tty')).toContain('text="came by itself"');
    expect(await shell('dumpsys window | grep mCurrentFocus')).toContain('org.example.mail/');
    expect(environment.done).toEqual([]);
    expect(device.counts.actions).toBe(0);
    const looks = environment.looks;
    await device.present();
    expect(environment.looks).toBe(looks + 1);
    expect(device.counts.observations).toBe(1);
  });

  it('has the apps, density, zone and language of the live world, and the time of the machine', async () => {
    const { shell, time } = await livePhone();
    expect(await shell('pm list packages -3')).toContain('package:org.example.notes');
    expect(await shell('wm size; wm density')).toBe('Physical size: 270x600\nPhysical density: 160\n');
    expect(await shell('getprop persist.sys.locale; getprop persist.sys.timezone')).toBe(
      'de-DE\nEurope/Paris\n',
    );
    expect(await shell('date +%s; sleep 2; date +%s')).toBe(`${NOW / 1000}\n${NOW / 1000 + 2}\n`);
    expect(time.waits).toEqual([2000]);
  });

  it('types at once, and makes one step of the pieces when something else is done', async () => {
    const { environment, device, shell, events } = await livePhone();
    await shell('ime set com.android.adbkeyboard/.AdbIME');
    await shell('input text he');
    expect(environment.text).toBe('he');
    await shell(`am broadcast -a ADB_INPUT_B64 --es msg ${Buffer.from('🙂你').toString('base64')}`);
    expect(environment.text).toBe('he🙂你');
    expect(device.pendingText).toBe('he🙂你');
    await shell('input keyevent DEL');
    expect(device.pendingText).toBe('he🙂');
    expect(device.counts.actions).toBe(1);
    await shell('screencap -p > /sdcard/a.png');
    expect(events).toEqual([]);
    await shell('input keyevent ENTER');
    expect(environment.done.slice(-2)).toEqual(['step type he🙂', 'enter key ENTER']);
    expect(events).toEqual(['type']);
  });

  it('makes one step of emptying a field and typing, and presses every DEL there was', async () => {
    const { environment, shell, events } = await livePhone();
    environment.text = 'old';
    await shell('input keyevent MOVE_END DEL DEL DEL');
    expect(environment.text).toBe('');
    await shell('input text new');
    await shell('input keyevent BACK');
    expect(environment.done).toEqual([
      'enter key MOVE_END',
      ...Array.from({ length: 3 }, () => 'enter key DEL'),
      'enter type new',
      'step type new in place of all',
      'enter key BACK',
    ]);
    expect(events).toEqual([
      'absorbed: key MOVE_END',
      'absorbed: emptying the field, counted with what is typed by input text',
      'type',
    ]);
  });

  it('makes a double tap of two taps that are near in place and time', async () => {
    const { environment, device, shell, time } = await livePhone();
    await shell('input tap 50 60; input tap 52 61; input keyevent BACK');
    expect(environment.done.slice(0, 3)).toEqual(['enter tap', 'enter tap', 'step tap x2']);
    await shell('input tap 50 60');
    time.passed += 400;
    await shell('input tap 50 60');
    expect(environment.done.slice(-3)).toEqual(['enter tap', 'step tap', 'enter tap']);
    expect(device.counts.actions).toBe(4);
  });

  it('keeps a finger down from event to event, whoever looks meanwhile, and the time that it takes', async () => {
    const { environment, device, shell, time, log } = await livePhone();
    await shell('input motionevent DOWN 20 30');
    await shell('screencap -p > /dev/null');
    time.passed += 700;
    await shell('input motionevent MOVE 90 200; input motionevent UP 100 300');
    expect(environment.done).toEqual(['down 20 30', 'move 90 200', 'up 100 300']);
    await device.settle();
    expect(phoneActions(log)).toMatchObject([{ type: 'swipe', direction: 'down', durationMs: 700 }]);
  });

  it('presses before it drags, and holds a finger as long as a swipe in place says', async () => {
    const { environment, device, shell, time, log } = await livePhone();
    await shell('input draganddrop 20 30 20 300 32');
    expect(environment.done).toEqual(['down 20 30', 'move 20 165', 'move 20 300', 'up 20 300']);
    expect(time.waits.slice(0, 2)).toEqual([500, 16]);
    await shell('input swipe 20 30 20 30 150');
    expect(environment.done.at(-1)).toBe('enter long_press');
    await device.settle();
    expect(phoneActions(log).map(({ type }) => type)).toEqual(['swipe', 'tap']);
  });

  it('lets nothing happen beyond the last action, and nothing after the end', async () => {
    const { environment, shell } = await livePhone({ limits: { maxActions: 2 } });
    await shell('input tap 5 5; input keyevent BACK');
    await shell('input text too-much');
    expect(environment.done).toEqual(['enter tap', 'step tap', 'enter key BACK', 'step key BACK']);
    expect(environment.text).toBe('');
    const ended = await livePhone();
    await ended.shell(
      'input text kept; am broadcast -a touchstone.FINISH --es status success; input tap 5 5',
    );
    expect(ended.environment.done).toEqual(['enter type kept', 'step type kept', 'step stop']);
  });

  it('sends nothing for a touch outside the screen', async () => {
    const { environment, shell } = await livePhone();
    await shell('input tap 271 20; input motionevent DOWN -1 4; input swipe 10 700 10 10');
    expect(environment.done).toEqual([]);
  });

  it('starts anew: every app ends, and the home screen is one HOME', async () => {
    const { environment, device, shell } = await livePhone();
    await shell('am start -n org.example.mail/.Any; am start -n org.example.notes/.Any');
    const before = device.clock.uptime;
    await shell('reboot');
    expect(environment.app).toBe('org.example.home');
    expect(environment.done.filter((what) => /^stop org|HOME$/.test(what))).toEqual([
      'stop org.example.notes',
      'enter key HOME',
      'step key HOME',
      'stop org.example.mail',
    ]);
    expect(device.clock.uptime).toBeLessThanOrEqual(before + 1000);
    await shell('dumpsys window');
    expect(device.counts.actions).toBe(3);
  });

  it('opens, stops, clears and restarts apps, and says where it landed', async () => {
    const { environment, device, shell } = await livePhone();
    expect(await shell('am start -W -n org.example.notes/.Any')).toContain(
      'Activity: org.example.notes/.Main',
    );
    expect(await shell('am force-stop org.example.mail; dumpsys window | grep mFocusedApp')).toContain(
      'notes',
    );
    await shell('am force-stop org.example.notes');
    expect(environment.app).toBe('org.example.home');
    expect(await shell('pm clear org.example.notes')).toBe('Success\n');
    expect(await shell('pm clear org.nowhere')).toBe('Failed\n');
    await shell('am start -S -n org.example.notes/.Any');
    expect(environment.done).toEqual([
      'enter open org.example.notes',
      'step open org.example.notes',
      'stop org.example.mail',
      'stop org.example.notes',
      'enter key HOME',
      'step key HOME',
      'clear org.example.notes',
      'stop org.example.notes',
      'enter open org.example.notes',
    ]);
    expect(device.counts.actions).toBe(3);
  });

  it('opens an address that somebody takes, and says of another that nobody does', async () => {
    const { device, shell } = await livePhone();
    const view = 'am start -a android.intent.action.VIEW -d';
    expect(await shell(`${view} http://mail.example/inbox`)).not.toContain('Error');
    expect(await shell(`${view} tel:123`)).toContain('unable to resolve');
    expect(device.counts.actions).toBe(1);
  });

  it('pastes, cuts and selects with keys pressed together', async () => {
    const { environment, device, shell } = await livePhone();
    environment.text = 'old';
    await shell('input keycombination CTRL_LEFT A; input keyevent DEL; input text x');
    await device.settle();
    expect(environment.done).toEqual([
      'enter key SELECT_ALL',
      'enter key DEL',
      'enter type x',
      'step type x in place of all',
    ]);
    device.clipboard = 'from elsewhere';
    await shell('input keycombination CTRL_LEFT V');
    expect(environment.done.at(-1)).toBe('enter type from elsewhere');
  });

  it('is closed with what was not yet a step in its log', async () => {
    const { device, shell, events } = await livePhone();
    await shell('input tap 5 5');
    await device[Symbol.asyncDispose]();
    expect(events).toEqual(['ignored: the phone closed before it was a step: tap']);
  });
});
