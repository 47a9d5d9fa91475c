import { saidText, type AnswerReading, type DeviceAnswer } from './device-answer.js';

/**
 * Reads whether the device is locked, awake, and its panel lit, from the policy of its windows, its power service or its
 * keyguard. What the text does not decide is left out.
 */
export function readScreenState(answer: DeviceAnswer): AnswerReading {
  const text = saidText(answer);
  return { ...lockOf(text), ...powerOf(text) };
}

const LOCK_SIGNS =
  /\b(?:isKeyguardShowing|mDreamingLockscreen|mShowingLockscreen|isStatusBarKeyguard|mKeyguardShowing)=(true|false)\b/g;

function lockOf(text: string): { locked?: boolean; secure?: boolean } {
  const signs = [...text.matchAll(LOCK_SIGNS)].map((match) => match[1] === 'true');
  const showing = flagOf(text, 'showing');
  if (showing !== null) signs.push(showing && flagOf(text, 'occluded') !== true);
  const monitor = flagOf(text, 'mIsShowing');
  if (monitor !== null) signs.push(monitor && flagOf(text, 'mInputRestricted') === true);
  if (signs.length === 0) return {};
  const locked = signs.includes(true);
  const secure = flagOf(text, 'secure');
  // A keyguard that does not show says nothing of what it would ask.
  return { locked, ...(secure === true || (secure === false && locked) ? { secure } : {}) };
}

function powerOf(text: string): {
  interactive?: boolean;
  dozing?: boolean;
  panel?: string;
  deviceIdle?: string;
} {
  const [, screen] = /\bscreenState=SCREEN_STATE_(\w+)/.exec(text) ?? [];
  const [, state] = /\binteractiveState=INTERACTIVE_STATE_(\w+)/.exec(text) ?? [];
  const [, wakefulness] = /\b(?:mWakefulness|getWakefulnessLocked\(\))=(\w+)/.exec(text) ?? [];
  const [, display] = /Display Power: state=(\w+)/.exec(text) ?? [];
  const awake = flagOf(text, 'mAwake') ?? flagOf(text, 'mScreenOnFully');
  const panel = (screen ?? display)?.toLowerCase();
  const interactive =
    wakefulness !== undefined
      ? wakefulness === 'Awake'
      : state !== undefined
        ? state === 'AWAKE' || state === 'WAKING'
        : display !== undefined
          ? display === 'ON'
          : awake;
  const asleep = wakefulness ?? display;
  const deviceIdle = deepIdleOf(text);
  return {
    ...(interactive === null ? {} : { interactive }),
    ...(asleep === undefined ? {} : { dozing: /^doz/i.test(asleep) }),
    ...(panel === undefined ? {} : { panel }),
    ...(deviceIdle === null ? {} : { deviceIdle }),
  };
}

function deepIdleOf(text: string): string | null {
  if (/Now forced in to deep idle/i.test(text)) return 'IDLE';
  const [, named] = /deep state: ([A-Z_]+)/.exec(text) ?? /Stepped to deep: ([A-Z_]+)/.exec(text) ?? [];
  if (named !== undefined) return named;
  const [alone] = /^(?:ACTIVE|INACTIVE|IDLE\w*|SENSING|LOCATING|QUICK_DOZE_DELAY)$/.exec(text.trim()) ?? [];
  return alone ?? null;
}

/** Value of the first `name=true` or `name=false`; null where there is none. */
function flagOf(text: string, name: string): boolean | null {
  const [, value] = new RegExp(`(?:^|\\s)${name}=(true|false)\\b`, 'm').exec(text) ?? [];
  return value === undefined ? null : value === 'true';
}
