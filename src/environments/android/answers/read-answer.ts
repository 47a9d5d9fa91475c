import { readApp } from './app-answer.js';
import { readBattery } from './battery-answer.js';
import { readBoot, readEmulator } from './boot-answer.js';
import { commonFault } from './common-fault.js';
import type { AnswerReading, DeviceAnswer } from './device-answer.js';
import { readDisplay, readDisplayIds } from './display-answer.js';
import { readForeground } from './foreground-answer.js';
import { readHierarchy } from './hierarchy-answer.js';
import { readInput, readTextArgument } from './input-answer.js';
import { readInstrument } from './instrument-answer.js';
import { readKeyboard } from './keyboard-answer.js';
import { readScreenshot } from './screenshot-answer.js';
import { readScreenState } from './screen-state-answer.js';
import { readConnect, readDevices } from './server-answer.js';
import { readSettings } from './settings-answer.js';
import { transportFault } from './transport-fault.js';

/** Reader of each kind of answer. */
const READERS = {
  devices: readDevices,
  transport: readConnect,
  connect: readConnect,
  boot: readBoot,
  emulator: readEmulator,
  screenshot: readScreenshot,
  displays: readDisplayIds,
  hierarchy: readHierarchy,
  foreground: readForeground,
  keyguard: readScreenState,
  power: readScreenState,
  battery: readBattery,
  input: readInput,
  'input-text-argument': readTextArgument,
  keyboard: readKeyboard,
  app: readApp,
  instrument: readInstrument,
  settings: readSettings,
  display: readDisplay,
} as const satisfies Readonly<Record<string, (answer: DeviceAnswer) => AnswerReading>>;

/** What a command was for. */
export type AnswerKind = keyof typeof READERS;

/** Kinds that the server or the adb program answers itself. */
const OF_SERVER: ReadonlySet<AnswerKind> = new Set(['transport', 'connect']);
/** Kinds whose artefact decides before any text. */
const WITH_ARTEFACT: ReadonlySet<AnswerKind> = new Set(['screenshot', 'hierarchy']);

/**
 * Reads an answer by what it was for: values, or the class of what is wrong. The way to the device goes first, then the
 * artefact (a picture, a hierarchy), then refusals and missing services, then the texts of the command itself. Exit codes
 * and the stream a text came in decide nothing where there is anything else to go by.
 */
export function readAnswer(kind: AnswerKind, answer: DeviceAnswer): AnswerReading {
  if (kind === 'devices' || kind === 'input-text-argument') return READERS[kind](answer);
  const reading = WITH_ARTEFACT.has(kind) ? READERS[kind](answer) : null;
  if (reading !== null && reading.error === undefined) return reading;
  const lost = transportFault(answer, OF_SERVER.has(kind));
  if (lost !== null) return lost;
  const common = kind === 'connect' || kind === 'emulator' ? null : commonFault(answer);
  return common ?? reading ?? READERS[kind](answer);
}
