import { OLDER_PHONES } from '../../domain/run.js';
import type { PhoneEvent, PhoneEventOf, PhoneLogHeader, Turn } from '../../formats/phone/phone-event.js';
import { PhoneClosed } from '../device/phone-closed.js';
import { PhoneDevice, type PhoneParts } from '../device/phone-device.js';
import { PhoneLimitsSchema, type PhoneLimits } from '../device/phone-limits.js';
import { PhoneOptionsSchema } from '../phone-options.js';
import type { PhoneWorld } from '../phone-world.js';
import { ReplayDivergedError } from './replay-errors.js';
import { ReplayGate } from './replay-gate.js';
import { ReplayStream } from './replay-stream.js';

export interface ReplayOptions {
  /** The world of the log's header, at the start of its episode; its profile is that of the header. */
  readonly world: PhoneWorld;
  readonly parts: PhoneParts;
  /** Real milliseconds that nothing may happen before the replay is given up. */
  readonly patienceMs?: number;
}

/** What is repeated, in the order of the log. */
type Scheduled =
  | PhoneEventOf<'command'>
  | PhoneEventOf<'input'>
  | PhoneEventOf<'turn'>
  | PhoneEventOf<'done'>
  | PhoneEventOf<'limit'>;

/** A command as it is being repeated. */
interface Running {
  readonly stream: ReplayStream;
  readonly ended: Promise<void>;
  /** It is over, and what it left in the background is not. */
  isOutlived: boolean;
}

const PATIENCE_MS = 30_000;

/** Services on a terminal. */
const TERMINAL = /^shell(?:,[^:]*,pty[^:]*:|(?:,(?![^:]*raw)[^:]*)?:$)/;

/**
 * Gives a fresh phone every command of a log again, each with what its client sent, and takes turns in the order of the
 * log, independent of the commands' own pace. Limits and the clock of the machine are those of the log, so the events
 * that come of it are too, up to their numbers and times.
 *
 * Unordered are only the shell's own programs: two streams that wait for each other by files may meet differently.
 *
 * @throws {ReplayDivergedError} when the phone does not come to do what the log says
 */
export async function replayLog(
  log: { readonly header: PhoneLogHeader; readonly events: readonly PhoneEvent[] },
  options: ReplayOptions,
): Promise<PhoneEvent[]> {
  const gate = new ReplayGate();
  let wall = Date.parse(log.header.startedAt);
  const events: PhoneEvent[] = [];
  await using device = await PhoneDevice.start({
    serial: log.header.serial,
    world: options.world,
    parts: options.parts,
    options: PhoneOptionsSchema.parse({ ...OLDER_PHONES, ...log.header.options }),
    limits: limitsOf(log.header),
    time: { wall: () => wall, wait: () => new Promise((resolve) => setImmediate(resolve)) },
    gate,
  });
  device.log.listen((event) => events.push(event));
  const replay = new Replay(device, gate, log.events, options.patienceMs ?? PATIENCE_MS);
  for (const event of log.events) {
    if (!isScheduled(event)) continue;
    ({ wall } = event);
    await replay.step(event);
  }
  await replay.end();
  return events;
}

class Replay {
  readonly #device: PhoneDevice;
  readonly #gate: ReplayGate;
  readonly #inputs: ReadonlyMap<number, readonly PhoneEventOf<'input'>[]>;
  /** Number of the last turn by command. */
  readonly #lastTurns: ReadonlyMap<number, number>;
  readonly #patienceMs: number;
  readonly #running = new Map<number, Running>();

  constructor(device: PhoneDevice, gate: ReplayGate, events: readonly PhoneEvent[], patienceMs: number) {
    this.#device = device;
    this.#gate = gate;
    this.#inputs = inputsOf(events);
    this.#lastTurns = lastTurnsOf(events);
    this.#patienceMs = patienceMs;
  }

  async step(event: Scheduled): Promise<void> {
    switch (event.kind) {
      case 'command':
        this.#start(event);
        return;
      case 'input':
        if (event.command !== null) this.#running.get(event.command)?.stream.release();
        return;
      case 'turn':
        await this.#turn(event);
        return;
      case 'done':
        await this.#finish(event);
        return;
      case 'limit':
        // What was counted in turns and looks was met by itself; what the machine or somebody else counts, the log knows.
        this.#device.meetLimit(event.limit, event.value);
        return;
      default:
        event satisfies never;
    }
  }

  /** Commands whose end the log does not have are left. */
  async end(): Promise<void> {
    for (const { stream } of this.#running.values()) this.#leave(stream);
    await Promise.all([...this.#running.values()].map(({ ended }) => ended));
  }

  #start({ seq, service }: PhoneEventOf<'command'>): void {
    const serve = this.#device.open(service);
    if (serve === null) throw new ReplayDivergedError(seq, `the phone refuses ${service}`);
    const stream = new ReplayStream(this.#inputs.get(seq) ?? [], { isTyped: TERMINAL.test(service) });
    this.#running.set(seq, { stream, ended: serve(stream), isOutlived: false });
  }

  async #turn({ seq, command, turn }: PhoneEventOf<'turn'>): Promise<void> {
    if (command === null) {
      const taken = takeTurn(this.#device, turn).catch(() => {});
      await this.#gate.admit(null, turn, taken);
      await taken;
      return;
    }
    const running = this.#running.get(command);
    if (running === undefined) throw new ReplayDivergedError(seq, `command ${command} is not running`);
    const patience = this.#patience();
    const over = running.isOutlived ? patience.over : Promise.race([running.ended, patience.over]);
    const wants = await this.#gate.admit(running.stream, turn, over);
    patience.stop();
    if (wants === null) {
      if (running.isOutlived && this.#lastTurns.get(command) === seq) this.#forget(command, running.stream);
      return;
    }
    const found = wants.length === 0 ? 'it does nothing more' : JSON.stringify(wants[0]);
    throw new ReplayDivergedError(seq, `command ${command} should ${JSON.stringify(turn)}; ${found}`);
  }

  async #finish({ seq, command, gone }: PhoneEventOf<'done'>): Promise<void> {
    const running = command === null ? undefined : this.#running.get(command);
    if (running === undefined || command === null) {
      throw new ReplayDivergedError(seq, `command ${command} is not running`);
    }
    running.isOutlived = (this.#lastTurns.get(command) ?? 0) > seq;
    if (gone && running.isOutlived) running.stream.leave();
    else if (gone) this.#leave(running.stream);
    const patience = this.#patience();
    const isOver = await Promise.race([running.ended.then(() => true), patience.over.then(() => false)]);
    patience.stop();
    if (!isOver) throw new ReplayDivergedError(seq, `command ${command} does not end`);
    if (!running.isOutlived) this.#running.delete(command);
  }

  #forget(command: number, stream: ReplayStream): void {
    this.#leave(stream);
    this.#running.delete(command);
  }

  #leave(stream: ReplayStream): void {
    stream.leave();
    this.#gate.refuse(stream, new PhoneClosed('the client is gone'));
  }

  #patience(): { readonly over: Promise<void>; readonly stop: () => void } {
    let timer: NodeJS.Timeout | undefined;
    const over = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, this.#patienceMs);
    });
    return { over, stop: () => clearTimeout(timer) };
  }
}

function isScheduled(event: PhoneEvent): event is Scheduled {
  return ['command', 'input', 'turn', 'done', 'limit'].includes(event.kind);
}

/** Those of the log that count what a replay repeats. */
function limitsOf({ limits }: PhoneLogHeader): Partial<PhoneLimits> {
  const { maxActions, maxObservations, maxStreams } = PhoneLimitsSchema.parse(limits);
  return { maxActions, maxObservations, maxStreams };
}

/** Number of each command's last turn. What runs in the background takes turns when its command is over. */
function lastTurnsOf(events: readonly PhoneEvent[]): Map<number, number> {
  const last = new Map<number, number>();
  for (const event of events)
    if (event.kind === 'turn' && event.command !== null) last.set(event.command, event.seq);
  return last;
}

/** What clients sent, by command. */
function inputsOf(events: readonly PhoneEvent[]): Map<number, PhoneEventOf<'input'>[]> {
  const inputs = new Map<number, PhoneEventOf<'input'>[]>();
  for (const event of events) {
    if (event.kind !== 'input' || event.command === null) continue;
    const known = inputs.get(event.command);
    if (known === undefined) inputs.set(event.command, [event]);
    else known.push(event);
  }
  return inputs;
}

/** Takes a turn that came from no stream. */
async function takeTurn(device: PhoneDevice, turn: Turn): Promise<void> {
  switch (turn.does) {
    case 'gesture':
      return device.controls.gesture(turn.gesture);
    case 'type':
      return device.controls.type(turn.text, turn.source);
    case 'keys':
      return device.controls.keys(turn.codes, turn.isLong === true ? { isLong: true } : {});
    case 'keys_together':
      return device.controls.keysTogether(turn.codes);
    case 'clear_text':
      return device.controls.clearText(turn.source);
    case 'editor_action':
      return device.controls.editorAction(turn.source);
    case 'open_app':
      await device.controls.openApp(turn.package, turn.activity);
      return undefined;
    case 'stop_app':
      return device.controls.stopApp(turn.package);
    case 'go_home':
      return turn.restarts === true ? device.controls.restart() : device.controls.goHome();
    case 'open_url':
      await device.controls.openUrl(turn.url, turn.handler);
      return undefined;
    case 'look':
      await device.controls.look(turn.what);
      return undefined;
    case 'answer':
      return device.controls.answer(turn.text, turn.source);
    case 'finish':
      return device.controls.finish(turn.status);
    case 'settle':
      return turn.text ? device.settle() : device.controls.part();
    case 'call':
      // Programs are called by commands alone.
      return undefined;
    default:
      return turn satisfies never;
  }
}
