import type { Size } from '../../domain/geometry.js';
import { makeProfile } from '../device/phone-profile.js';
import type { PhoneOptions } from '../phone-options.js';
import type { PhoneApp, PhoneProfile } from '../phone-world.js';
import { ProxyUpstreamError } from './proxy-errors.js';
import { askUpstream, runOnPhone, transportIdOf, type ServerAddress } from './upstream.js';

/** A phone behind an adb server, as it says of itself. */
export interface LearntPhone {
  readonly serial: string;
  readonly transportId: bigint | null;
  readonly profile: PhoneProfile;
  /** As far as reducing its commands to actions goes by them. */
  readonly options: Partial<PhoneOptions>;
}

/** Stands between the answers to one line of questions. */
const BETWEEN = '@@touchstone@@';
const QUESTIONS = [
  'wm size',
  'wm density',
  'getprop ro.product.name',
  'getprop ro.product.model',
  'getprop ro.product.device',
  'getprop persist.sys.locale',
  'settings get secure default_input_method',
  'ime list -s -a',
  'pm list packages -s',
  'pm list packages -3',
];
const LIMITS = { timeoutMs: 30_000, maxBytes: 4 << 20 };
const ADB_KEYBOARD = 'com.android.adbkeyboard';

/**
 * Finds the phone to record and asks it who it is.
 *
 * @param wanted its serial; null for the only one there is
 * @throws {ProxyUpstreamError} when there is no server, no such phone, or several to choose from
 */
export async function learnPhone(address: ServerAddress, wanted: string | null): Promise<LearntPhone> {
  const serial = chooseSerial(await askUpstream(address, 'host:devices'), wanted);
  const line = QUESTIONS.map((question) => `${question} 2>/dev/null`).join(`; echo ${BETWEEN}; `);
  const said = (await runOnPhone(address, serial, `shell:${line}`, LIMITS)).toString().split(BETWEEN);
  const answer = (index: number): string => (said[index] ?? '').trim();
  const size = sizeOf(answer(0));
  if (size === null) {
    throw new ProxyUpstreamError(
      `the phone ${serial} does not say how large its screen is: ${answer(0).slice(0, 80)}`,
      {
        hint: 'See what `adb shell wm size` says; the phone must be booted.',
      },
    );
  }
  const density = Number(lastMatch(answer(1), /(\d+)/g) ?? Number.NaN);
  const profile = makeProfile(
    { size, apps: [...appsOf(answer(8), true), ...appsOf(answer(9), false)], hasWaits: false },
    {
      ...given('product', answer(2)),
      ...given('model', answer(3)),
      ...given('device', answer(4)),
      ...given('locale', answer(5)),
      ...(density > 0 ? { density } : {}),
      startsAt: Date.now(),
    },
  );
  const adbKeyboard = answer(6).startsWith(ADB_KEYBOARD)
    ? 'active'
    : answer(7).includes(ADB_KEYBOARD)
      ? 'installed'
      : 'absent';
  const transportId = await transportIdOf(address, serial);
  return {
    serial,
    transportId,
    profile,
    // Everything done to a real phone is recorded with the screen after it, and nobody sees the shadow's screenshots.
    options: { adbKeyboard, waitPolicy: 'never', counting: 'literal', screenshots: 'recorded' },
  };
}

function chooseSerial(devices: string, wanted: string | null): string {
  const serials = devices
    .split('\n')
    .map((line) => line.split('\t'))
    .filter(([, state]) => state === 'device')
    .map(([serial = '']) => serial);
  if (wanted !== null) {
    if (serials.includes(wanted)) return wanted;
    throw new ProxyUpstreamError(`no phone ${wanted} is ready`, {
      hint: `\`adb devices\` lists ${serials.join(', ') || 'none that is'}.`,
    });
  }
  const [only, another] = serials;
  if (only !== undefined && another === undefined) return only;
  throw new ProxyUpstreamError(
    only === undefined ? 'no phone is ready' : `${serials.length} phones are ready`,
    {
      hint:
        only === undefined
          ? 'Connect one and let it trust this machine; `adb devices` must list it as `device`.'
          : `Name one with --serial: ${serials.join(', ')}.`,
    },
  );
}

/** The size in force: a line on an override comes last. */
function sizeOf(text: string): Size | null {
  const found = lastMatch(text, /(\d+x\d+)/g);
  if (found === null) return null;
  const [width = 0, height = 0] = found.split('x').map(Number);
  return width > 0 && height > 0 ? { width, height } : null;
}

function lastMatch(text: string, pattern: RegExp): string | null {
  return [...text.matchAll(pattern)].at(-1)?.[1] ?? null;
}

function appsOf(text: string, isSystem: boolean): PhoneApp[] {
  return text
    .split('\n')
    .map((line) => /^package:([\w.]+)$/.exec(line.trim())?.[1])
    .filter((name) => name !== undefined)
    .map((name) => ({ package: name, name, activity: null, isSystem }));
}

function given<K extends string>(name: K, value: string): { [key in K]?: string } {
  // Only one key, which the compiler takes for any.
  return (value === '' || value === 'null' ? {} : { [name]: value }) as { [key in K]?: string };
}
