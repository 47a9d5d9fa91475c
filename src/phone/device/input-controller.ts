import { stop, type Action, type ActionOf, type StopStatus } from '../../domain/action.js';
import { isInRange, pixelPoint, type Size } from '../../domain/geometry.js';
import type { Observation } from '../../domain/screen.js';
import type { AnswerSource } from '../../formats/phone/phone-event.js';
import { CountingRules, type Preparation } from '../counting/counting-rules.js';
import { moveFinger, type Finger } from '../input/finger.js';
import { characterOf, isQuietKey, isSteppingKey, KeyCode, keyNameOf } from '../input/key-names.js';
import { actionOfTouch, isWithinSlop, startOf, touchOf, type Touch } from '../input/touch.js';
import { NOTHING_TYPED, typeOn, type Typing, type TypingEvent } from '../input/typing.js';
import type { PhoneApp } from '../phone-world.js';
import { ScreenNodes } from '../screens/screen-nodes.js';
import {
  ActionPerformer,
  commandsOf,
  type ActionOrigin,
  type Asker,
  type PerformerParts,
} from './action-performer.js';
import { appOfPackage } from '../app-of-package.js';
import { briefly } from './briefly.js';
import type { Gesture, UrlHandler } from './phone-controls.js';
import type { PhoneInput } from '../input/phone-input.js';
import type { VirtualClock } from './virtual-clock.js';

/** What input needs of its phone. */
interface InputParts extends PerformerParts {
  readonly clock: VirtualClock;
  clipboard(): string;
}

/** Nominal milliseconds of what a phone is asked for; they move its clock. */
const TAP_MS = 50;
const KEY_MS = 50;
const CHARACTER_MS = 20;
/** Time between two motion events that nobody measured. */
const MOTION_MS = 10;
/** Real time that one turn takes at most: the others wait for it. */
const LONGEST_TURN_MS = 10_000;

/** Family name of actions as a phone was commanded to do them. */
export const PHONE_FAMILY = 'android';

interface HeldTap {
  readonly touch: Extract<Touch, { type: 'tap' }>;
  readonly asker: Asker;
  readonly commands: readonly number[];
  readonly durationMs: number;
}

/** What was done to a field before anything is typed, and who did it. */
interface HeldPreparation extends Preparation {
  readonly asker: Asker;
  readonly commands: readonly number[];
  readonly isRepeat?: boolean;
}

/**
 * Turns commands into actions: collects typed text, tells taps from swipes and pairs of taps, and holds back what may
 * become part of another action. Its methods are turns: they must not overlap, and whoever calls them sees to that.
 */
export class InputController implements PhoneInput {
  readonly #parts: InputParts;
  readonly #performer: ActionPerformer;
  readonly #counting: CountingRules;
  /** A tap that only focuses, emptying a field, or both in this order. */
  #prepared: HeldPreparation[] = [];
  #typing: Typing = NOTHING_TYPED;
  /** Commands that the pending text came from. */
  #typedBy = new Set<number>();
  #finger: Finger | null = null;
  #fingerBy = new Set<number>();
  /** First tap of what may become a double tap, where the screen has one. */
  #held: HeldTap | null = null;
  /** Where the last thing that happened was a tap. */
  #lastTap: readonly [number, number] | null = null;
  /** The last action typed. */
  #hasJustTyped = false;
  /** When this turn began, by the clock of the machine: the one time that the log has of it. */
  #now = 0;
  #hurry: AbortSignal | null = null;
  #isInTurn = false;
  #isDropping = false;
  /** Real time that this turn has taken. */
  #waitedMs = 0;
  /** Said last to the user. */
  #answer: string | null = null;

  constructor(parts: InputParts) {
    this.#parts = parts;
    const nodes = new ScreenNodes();
    this.#performer = new ActionPerformer(parts, nodes);
    this.#counting = new CountingRules(parts.world, nodes, parts.options);
  }

  /** Actions so far, and looks so far. */
  get counts(): ActionPerformer['counts'] {
    return this.#performer.counts;
  }

  get pendingText(): string {
    return this.#typing.text;
  }

  /** Whether something was said to the user. */
  get hasAnswered(): boolean {
    return this.#answer !== null;
  }

  get hasEnded(): boolean {
    return this.#performer.hasEnded;
  }

  /** Whether a tap waits to learn whether it is the first of two, or a finger is down. */
  get isBusy(): boolean {
    return this.#held !== null || this.#finger !== null;
  }

  /** Whether something has been done to the phone that is no action yet. */
  get holdsBack(): boolean {
    return this.#held !== null || this.#typing.text !== '' || this.#prepared.length > 0;
  }

  /** What was held back does not happen any more. A turn that is being taken comes to its end first, as in a log it is whole. */
  drop(): void {
    this.#isDropping = true;
    if (this.#isInTurn) return;
    const asker: Asker = { stream: null, command: null };
    const { text } = this.#typing;
    const prepared = text === '' ? this.#prepared.filter(({ counts }) => counts) : [];
    for (const { type } of [
      ...(this.#held === null ? [] : [{ type: 'tap' }]),
      ...prepared.map(({ action }) => action),
    ]) {
      this.#parts.note('ignored', `the phone closed before it happened: ${type}`, asker);
    }
    if (text !== '')
      this.#parts.note('ignored', `the phone closed before it happened: type ${briefly(text)}`, asker);
    this.#held = null;
    this.#prepared = [];
    this.#typing = NOTHING_TYPED;
    this.#typedBy.clear();
  }

  /** A turn begins; waits within it take real time until `hurry` is aborted. */
  begin(now: number, hurry: AbortSignal | null = null): void {
    this.#now = now;
    this.#hurry = hurry;
    this.#waitedMs = 0;
    this.#isInTurn = true;
  }

  /** A turn ends. */
  end(): void {
    this.#isInTurn = false;
    if (this.#isDropping) this.drop();
  }

  /** A command that is no tap: what comes next is no second tap. */
  breakPair(): void {
    this.#lastTap = null;
  }

  async part(asker: Asker): Promise<void> {
    await this.settle({ text: false }, asker);
  }

  /** Lets what was held back happen. */
  async settle(options: { readonly text: boolean }, asker: Asker): Promise<void> {
    await this.#releaseTap();
    this.#lastTap = null;
    this.#dropFinger(asker);
    if (options.text) await this.#commitText();
  }

  async gesture(gesture: Gesture, asker: Asker): Promise<void> {
    switch (gesture.type) {
      case 'down':
      case 'move':
      case 'up':
        await this.#motion({ type: gesture.type, x: gesture.x, y: gesture.y }, asker);
        return;
      case 'tap':
        this.#dropFinger(asker);
        await this.#touch({ type: 'tap', at: [gesture.x, gesture.y] }, gesture, asker, commandsOf(asker));
        return;
      case 'swipe':
      case 'drag': {
        this.#dropFinger(asker);
        // Written out: the compiler does not narrow a member whose type is a union of words.
        const path = {
          type: gesture.type,
          from: gesture.from,
          to: gesture.to,
          durationMs: gesture.durationMs,
        };
        await this.#touch(
          touchOf(path, this.#parts.world.profile.density),
          gesture,
          asker,
          commandsOf(asker),
        );
        return;
      }
      default:
        gesture satisfies never;
    }
  }

  async type(text: string, source: string, asker: Asker): Promise<void> {
    await this.#before(asker);
    await this.#typeOn({ type: 'text', text }, source, asker);
    await this.#take(Array.from(text).length * CHARACTER_MS);
  }

  async keys(codes: readonly number[], isLong: boolean, asker: Asker): Promise<void> {
    await this.#before(asker);
    /** Pressed last, in vain, and pressed on. */
    let inVain: number | null = null;
    for (const code of codes) {
      const key = keyNameOf(code);
      if (code === inVain) this.#parts.note('absorbed', `key ${key}, pressed again`, asker);
      else {
        const isOne: boolean = isSteppingKey(code) && this.#counting.isOneGesture({ type: 'key', key });
        await this.#key(code, isLong, asker);
        inVain = isOne ? code : null;
      }
      await this.#take(KEY_MS);
    }
  }

  async keysTogether(codes: readonly number[], asker: Asker): Promise<void> {
    await this.#before(asker);
    const names = codes.map(keyNameOf);
    const others = codes.filter((_, index) => !isModifier(names[index] ?? ''));
    const [only] = others;
    const hasControl = names.some((name) => name.startsWith('CTRL_'));
    const character = only === undefined || others.length > 1 ? null : characterOf(only);
    if (hasControl && only === KeyCode.a) await this.#typeOn({ type: 'select_all' }, 'keys', asker);
    else if (hasControl && only === KeyCode.v) await this.#paste(asker);
    else if (hasControl && only === KeyCode.x) await this.#cut(asker);
    else if (character !== null && names.every((name) => others.length > 0 && isShiftOr(name, only))) {
      await this.#typeOn({ type: 'text', text: character.toUpperCase() }, 'keys', asker);
    } else await this.#pressKey(names.join('+'), 0, asker);
    await this.#take(KEY_MS);
  }

  async clearText(source: string, asker: Asker): Promise<void> {
    await this.#before(asker);
    await this.#typeOn({ type: 'clear' }, source, asker);
  }

  async editorAction(_source: string, asker: Asker): Promise<void> {
    await this.#before(asker);
    await this.#enter(asker);
    await this.#take(KEY_MS);
  }

  async openApp(app: PhoneApp, activity: string | null, asker: Asker): Promise<void> {
    await this.#before(asker);
    await this.#commitText();
    const { components, world } = this.#parts;
    const native = { family: PHONE_FAMILY, name: 'open_app', arguments: { package: app.package, activity } };
    const isInFront = components.of(world.observation.screen).startsWith(`${app.package}/`);
    // An app that is in front and that nobody recorded the opening of is started anew.
    if (app.name === null && isInFront) await this.#act({ type: 'restart_app', native }, asker);
    else await this.#act({ type: 'open_app', app: app.name ?? app.package, native }, asker, { opens: app });
  }

  /** What apps have stored is part of the recorded world and stays; an app that starts anew shows nothing in between. */
  async stopApp(app: string, asker: Asker, { restarts = false }: { restarts?: boolean } = {}): Promise<void> {
    if (restarts) return;
    await this.#before(asker);
    await this.#commitText();
    const { components, world } = this.#parts;
    const stopped = appOfPackage(world.profile, app)?.package ?? app;
    if (!components.of(world.observation.screen).startsWith(`${stopped}/`)) return;
    const native = { family: PHONE_FAMILY, name: 'stop_app', arguments: { package: app } };
    await this.#act({ type: 'key', key: 'HOME', native }, asker);
  }

  async goHome(asker: Asker): Promise<void> {
    await this.#before(asker);
    await this.#commitText();
    await this.#act({ type: 'key', key: 'HOME' }, asker);
  }

  /** See `PhoneControls.openUrl`. Without a word about handlers, it is an action. */
  async openUrl(url: string, handler: UrlHandler | null | undefined, asker: Asker): Promise<boolean> {
    await this.#before(asker);
    await this.#commitText();
    const { world } = this.#parts;
    const action: Action = { type: 'open_url', url };
    if (handler !== undefined && !world.hasTransition(action)) {
      if (handler === null) return false;
      const app = handler.starts ? appOfPackage(world.profile, handler.app) : undefined;
      if (app !== undefined) {
        await this.openApp(app, null, asker);
        return true;
      }
    }
    await this.#act(action, asker);
    return true;
  }

  async look(what: 'screenshot' | 'hierarchy', asker: Asker): Promise<Observation> {
    await this.#before(asker);
    await this.#commitText();
    return this.#performer.look(what, asker, this.#now);
  }

  async answer(text: string, asker: Asker, source?: AnswerSource): Promise<void> {
    await this.#before(asker);
    await this.#commitText();
    this.#parts.log.append({ kind: 'answer', ...asker, text, ...(source === undefined ? {} : { source }) });
    // Nothing that is done to a phone, so no step: the last one said goes with the end.
    this.#answer = text;
  }

  async finish(status: StopStatus, asker: Asker): Promise<void> {
    await this.#before(asker);
    await this.#commitText();
    this.#parts.log.append({ kind: 'finish', ...asker, status });
    await this.#act(this.#answer === null ? stop(status) : stop(status, this.#answer), asker);
    this.#performer.endEpisode();
  }

  /** Before everything that is neither a tap nor a motion of a finger. */
  async #before(asker: Asker): Promise<void> {
    this.#dropFinger(asker);
    await this.#releaseTap();
    this.#lastTap = null;
  }

  #dropFinger(asker: Asker): void {
    if (this.#finger === null) return;
    this.#finger = null;
    this.#fingerBy.clear();
    this.#parts.note('ignored', 'motionevent DOWN without UP', asker);
  }

  async #motion(event: { type: 'down' | 'move' | 'up'; x: number; y: number }, asker: Asker): Promise<void> {
    const { options, world } = this.#parts;
    const downAt = this.#finger?.downAt ?? 0;
    const { finger, path, dropped } = moveFinger(this.#finger, event, this.#now);
    if (event.type === 'down') this.#fingerBy = new Set();
    if (asker.command !== null) this.#fingerBy.add(asker.command);
    this.#finger = finger;
    if (dropped !== null) this.#parts.note('ignored', dropped, asker);
    if (path === null) {
      await this.#take(MOTION_MS);
      return;
    }
    const durationMs = options.timeMode === 'real' ? this.#now - downAt : path.events * MOTION_MS;
    const whole = { type: 'swipe' as const, from: path.from, to: path.to, durationMs };
    const commands = [...this.#fingerBy];
    this.#fingerBy.clear();
    await this.#touch(touchOf(whole, world.profile.density), whole, asker, commands);
  }

  async #touch(touch: Touch, gesture: Gesture, asker: Asker, commands: readonly number[]): Promise<void> {
    const { log, world } = this.#parts;
    const isTap = touch.type === 'tap';
    const durationMs = 'durationMs' in gesture ? gesture.durationMs : TAP_MS;
    const held = this.#held;
    if (held !== null && isTap && this.#isNear(held.touch.at, touch.at)) {
      this.#held = null;
      const double = { ...actionOfTouch(held.touch, this.#size), count: 2 };
      await this.#act(double, asker, { commands: [...held.commands, ...commands] });
      await this.#take(held.durationMs + durationMs);
      return;
    }
    await this.#releaseTap();
    await this.#commitText();
    const size = this.#size;
    const [x, y] = startOf(touch);
    const pairsWith = this.#lastTap;
    this.#lastTap = null;
    if (!isInRange(pixelPoint(x, y), size)) {
      log.append({ kind: 'out_of_bounds', ...asker, gesture, size });
      return;
    }
    const action = actionOfTouch(touch, size);
    if (!isTap) {
      await this.#act(action, asker, { commands });
      await this.#take(durationMs);
      return;
    }
    const isRepeat = pairsWith !== null && this.#isNear(pairsWith, touch.at);
    // An asker that is no client observes the result at once.
    const mayPair = !isRepeat && asker.command !== null;
    if (mayPair && world.hasTransition({ ...(action as ActionOf<'tap'>), count: 2 })) {
      this.#held = { touch, asker, commands, durationMs };
      return;
    }
    const isClient = asker.command !== null && !this.hasEnded;
    const focusing = isClient ? await this.#counting.focusing(action as ActionOf<'tap'>) : null;
    if (focusing === null) await this.#act(action, asker, { commands, isRepeat });
    else this.#prepared.push({ ...focusing, asker, commands, isRepeat });
    if (!isRepeat) this.#lastTap = touch.at;
    await this.#take(durationMs);
  }

  /** The first tap was no half of a double tap after all. */
  async #releaseTap(): Promise<void> {
    const held = this.#held;
    if (held === null) return;
    this.#held = null;
    await this.#act(actionOfTouch(held.touch, this.#size), held.asker, { commands: held.commands });
    this.#lastTap = held.touch.at;
    await this.#take(held.durationMs);
  }

  #isNear(a: readonly [number, number], b: readonly [number, number]): boolean {
    return isWithinSlop(a, b, this.#parts.world.profile.density);
  }

  get #size(): Size {
    const { world } = this.#parts;
    return world.observation.screen.size ?? world.profile.size;
  }

  async #typeOn(event: TypingEvent, source: string, asker: Asker): Promise<void> {
    const { typing, clears, overflows } = typeOn(this.#typing, event);
    if (overflows) {
      this.#parts.note('rejected', `${source}: more text than a field takes`, asker);
      return;
    }
    if (clears) {
      this.#typing = NOTHING_TYPED;
      this.#typedBy.clear();
      await this.#clear(asker);
    }
    this.#typing = typing;
    if (asker.command !== null && event.type === 'text') this.#typedBy.add(asker.command);
  }

  /** What was typed becomes an action. */
  async #commitText(): Promise<void> {
    const { text } = this.#typing;
    this.#typing = NOTHING_TYPED;
    const commands = [...this.#typedBy];
    this.#typedBy.clear();
    if (text === '') {
      await this.#releasePrepared();
      return;
    }
    const command = commands.at(-1) ?? null;
    const all = [...this.#absorbPrepared(), ...commands];
    await this.#act({ type: 'type', text }, { stream: null, command }, { commands: [...new Set(all)] });
    this.#hasJustTyped = true;
  }

  async #clear(asker: Asker): Promise<void> {
    const tapped = this.#prepared.map(({ action }) => action).find((action) => action.type === 'tap');
    const isClient = asker.command !== null && !this.hasEnded;
    const clearing = isClient ? await this.#counting.clearing(tapped ?? null) : null;
    const commands = commandsOf(asker);
    if (clearing === null) {
      const all = [...this.#absorbPrepared(), ...commands];
      await this.#act({ type: 'clear_text' }, asker, { commands: [...new Set(all)] });
    } else if (this.#prepared.every(({ action }) => action.type === 'tap')) {
      this.#prepared.push({ ...clearing, asker, commands });
    }
  }

  /** Nothing was typed after all. */
  async #releasePrepared(): Promise<void> {
    for (const { action, counts, asker, commands, isRepeat } of this.#prepared.splice(0)) {
      if (counts) await this.#act(action, asker, { commands, ...(isRepeat === true ? { isRepeat } : {}) });
      else this.#parts.note('absorbed', 'emptying an empty field', asker);
    }
  }

  /** What was prepared counts with what follows. Gives the commands that it came from. */
  #absorbPrepared(): readonly number[] {
    const prepared = this.#prepared.splice(0);
    for (const { action, asker } of prepared) {
      const what = action.type === 'tap' ? 'tap' : 'emptying the field';
      this.#parts.note('absorbed', `${what}, counted with what is typed`, asker);
    }
    return prepared.flatMap(({ commands }) => commands);
  }

  async #key(code: number, isLong: boolean, asker: Asker): Promise<void> {
    const character = characterOf(code);
    if (character !== null) await this.#typeOn({ type: 'text', text: character }, 'keys', asker);
    else if (code === KeyCode.delete || code === KeyCode.forwardDelete) {
      await this.#typeOn({ type: 'delete', isForward: code === KeyCode.forwardDelete }, 'keys', asker);
    } else if (code === KeyCode.enter || code === KeyCode.numpadEnter) await this.#enter(asker);
    else if (code === KeyCode.paste) await this.#paste(asker);
    else if (code === KeyCode.cut) await this.#cut(asker);
    else await this.#pressKey(keyNameOf(code), code, asker, isLong);
  }

  /** @param code 0 for several keys at once */
  async #pressKey(key: string, code: number, asker: Asker, isLong = false): Promise<void> {
    const { world } = this.#parts;
    const action: Action = isLong
      ? { type: 'key', key, native: { family: PHONE_FAMILY, name: 'key', arguments: { code, isLong } } }
      : { type: 'key', key };
    if (isQuietKey(code) && !key.includes('+') && !world.hasTransition(action)) {
      this.#parts.note('absorbed', `key ${key}`, asker);
      return;
    }
    await this.#commitText();
    await this.#act(action, asker);
  }

  /**
   * Agents press ENTER after typing, and many graphs recorded typing and ENTER as one: where nothing was recorded for the
   * key right after typing, pressing it is no step, however often. Anywhere else it is an action like any other.
   */
  async #enter(asker: Asker): Promise<void> {
    await this.#commitText();
    const action: Action = { type: 'key', key: 'ENTER' };
    if (this.#hasJustTyped && !this.#parts.world.hasTransition(action)) {
      this.#parts.note('absorbed', 'key ENTER', asker);
      return;
    }
    await this.#act(action, asker);
  }

  async #paste(asker: Asker): Promise<void> {
    await this.#typeOn({ type: 'text', text: this.#parts.clipboard() }, 'paste', asker);
  }

  /** What is cut is known only as far as it was typed; without a selection there is nothing to cut. */
  async #cut(asker: Asker): Promise<void> {
    if (this.#typing.isAllSelected) await this.#typeOn({ type: 'clear' }, 'keys', asker);
    else this.#parts.note('absorbed', 'key CUT', asker);
  }

  async #take(milliseconds: number): Promise<void> {
    const { clock, options } = this.#parts;
    if (options.timeMode !== 'real') {
      clock.advance(milliseconds);
      return;
    }
    const waits = Math.min(milliseconds, LONGEST_TURN_MS - this.#waitedMs);
    this.#waitedMs += waits;
    clock.advance(milliseconds - waits);
    await clock.pass(waits, this.#hurry === null ? {} : { signal: this.#hurry });
  }

  async #act(action: Action, asker: Asker, how: ActionOrigin = {}): Promise<void> {
    await this.#performer.act(action, asker, how);
    this.#hasJustTyped = false;
  }
}

function isModifier(name: string): boolean {
  return /^(CTRL|SHIFT|ALT|META)_/.test(name);
}

function isShiftOr(name: string, only: number | undefined): boolean {
  return name.startsWith('SHIFT_') || (only !== undefined && name === keyNameOf(only));
}
