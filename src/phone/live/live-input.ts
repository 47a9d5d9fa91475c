import { stop, type Action, type ActionOf, type StopStatus } from '../../domain/action.js';
import { isInRange, pixelPoint, type Size } from '../../domain/geometry.js';
import type { Entered, LiveFront } from '../../domain/live/live-front.js';
import type { Observation } from '../../domain/screen.js';
import type { AnswerSource } from '../../formats/phone/phone-event.js';
import { appOfPackage } from '../app-of-package.js';
import { ActionPerformer, commandsOf, type Asker, type PerformerParts } from '../device/action-performer.js';
import { PHONE_FAMILY } from '../device/input-controller.js';
import type { Gesture, PhoneClock, UrlHandler } from '../device/phone-controls.js';
import type { PhoneInput } from '../input/phone-input.js';
import { moveFinger, type Finger } from '../input/finger.js';
import { characterOf, isQuietKey, isSteppingKey, KeyCode, keyNameOf } from '../input/key-names.js';
import { actionOfTouch, isWithinSlop, startOf, touchOf, type Touch } from '../input/touch.js';
import type { PhoneApp } from '../phone-world.js';
import { ScreenNodes } from '../screens/screen-nodes.js';
import { isAtRest } from './is-at-rest.js';

/** What live input needs of its phone. */
interface LiveInputParts extends PerformerParts {
  readonly front: LiveFront;
  readonly clock: PhoneClock;
  clipboard(): string;
}

/** Done on the phone, and not yet a step. */
interface Pending {
  readonly action: Action;
  readonly asker: Asker;
  readonly commands: readonly number[];
  /** Looks before it was done. */
  readonly looks: number;
  /** When its turn began, by the clock of the machine. */
  readonly at: number;
}

/** Two taps are a double tap within this time, milliseconds. Source: AOSP `ViewConfiguration`, double tap timeout. */
const DOUBLE_TAP_MS = 300;
/** A drag begins with a long press, and its finger moves once a frame; milliseconds. */
const HOLD_MS = 500;
const FRAME_MS = 16;

/**
 * Turns commands into actions where the screens are live: everything is done on the phone at once, and becomes a step when
 * something else is done or the agent ends, so that the step's screen is the one that the agent acted on next. Text in
 * pieces, runs of DEL and the two taps of a double tap are one step each. Its methods are turns: they must not overlap.
 */
export class LiveInput implements PhoneInput {
  readonly #parts: LiveInputParts;
  readonly #performer: ActionPerformer;
  #pending: Pending | null = null;
  #finger: Finger | null = null;
  /** Everything in the field is selected: the next key replaces it. */
  #isAllSelected = false;
  #now = 0;
  #answer: string | null = null;

  constructor(parts: LiveInputParts) {
    this.#parts = parts;
    this.#performer = new ActionPerformer(parts, new ScreenNodes());
  }

  get counts(): PhoneInput['counts'] {
    const { actions, observations } = this.#performer.counts;
    return { actions: actions + (this.#pending === null ? 0 : 1), observations };
  }

  get pendingText(): string {
    return this.#pending?.action.type === 'type' ? this.#pending.action.text : '';
  }

  get hasAnswered(): boolean {
    return this.#answer !== null;
  }

  get hasEnded(): boolean {
    return this.#performer.hasEnded;
  }

  get isBusy(): boolean {
    return false;
  }

  get holdsBack(): boolean {
    return this.#pending !== null;
  }

  drop(): void {
    const pending = this.#pending;
    this.#pending = null;
    if (pending === null) return;
    const what = `the phone closed before it was a step: ${pending.action.type}`;
    this.#parts.note('ignored', what, { stream: null, command: null });
  }

  begin(now: number): void {
    this.#now = now;
  }

  end(): void {}

  breakPair(): void {}

  async part(): Promise<void> {
    await this.#parts.world.look?.('foreground');
  }

  /** What was done becomes a step once the screen has come to rest; nothing of it waits for another tap. */
  async settle({ text }: { readonly text: boolean }): Promise<void> {
    if (!text || this.#pending === null) return;
    await isAtRest(this.#parts.world, this.#parts.clock);
    await this.#record();
  }

  async gesture(gesture: Gesture, asker: Asker): Promise<void> {
    if ('x' in gesture && gesture.type !== 'tap') {
      await this.#motion({ type: gesture.type, x: gesture.x, y: gesture.y }, asker);
      return;
    }
    await this.#lift(asker);
    if ('x' in gesture) {
      await this.#touch({ type: 'tap', at: [gesture.x, gesture.y] }, gesture, 0, asker);
      return;
    }
    const { type, from, to, durationMs } = gesture;
    const touch = touchOf({ type, from, to, durationMs }, this.#parts.world.profile.density);
    await this.#touch(touch, gesture, durationMs, asker);
  }

  async type(text: string, source: string, asker: Asker): Promise<void> {
    if (text === '') return;
    const before = this.#pending;
    const isOver = this.#isAllSelected || isEmptying(before?.action);
    this.#isAllSelected = false;
    if (before?.action.type === 'type') {
      await this.#more(
        before,
        { type: 'type', text },
        { ...before.action, text: before.action.text + text },
        asker,
      );
    } else if (before !== null && isEmptying(before.action) && this.#parts.options.counting === 'person') {
      this.#parts.note('absorbed', `emptying the field, counted with what is typed by ${source}`, asker);
      await this.#more(before, { type: 'type', text }, { type: 'type', text, clear: true }, asker);
    } else
      await this.#enter(
        { type: 'type', text },
        asker,
        isOver ? { type: 'type', text, clear: true } : undefined,
      );
  }

  async keys(codes: readonly number[], isLong: boolean, asker: Asker): Promise<void> {
    await this.#lift(asker);
    for (const code of codes) await this.#key(code, isLong, asker);
  }

  async keysTogether(codes: readonly number[], asker: Asker): Promise<void> {
    await this.#lift(asker);
    const names = codes.map(keyNameOf);
    const others = codes.filter((_, index) => !/^(?:CTRL|SHIFT|ALT|META)_/.test(names[index] ?? ''));
    const [only] = others;
    const isControl = others.length === 1 && names.some((name) => name.startsWith('CTRL_'));
    const isShift =
      others.length === 1 &&
      names.every((name) => name.startsWith('SHIFT_') || name === keyNameOf(only ?? 0));
    const character = only === undefined ? null : characterOf(only);
    if (isControl && only === KeyCode.a) {
      await this.#quietly('SELECT_ALL', asker);
      this.#isAllSelected = true;
    } else if (isControl && only === KeyCode.v) await this.type(this.#parts.clipboard(), 'paste', asker);
    else if (isControl && only === KeyCode.x) await this.#enter({ type: 'key', key: 'CUT' }, asker);
    else if (isShift && character !== null) await this.type(character.toUpperCase(), 'keys', asker);
    else await this.#enter({ type: 'key', key: names.join('+') }, asker);
  }

  async clearText(_source: string, asker: Asker): Promise<void> {
    await this.#lift(asker);
    await this.#enter({ type: 'clear_text' }, asker);
  }

  async editorAction(_source: string, asker: Asker): Promise<void> {
    await this.#lift(asker);
    await this.#enter({ type: 'key', key: 'ENTER' }, asker);
  }

  async openApp(app: PhoneApp, activity: string | null, asker: Asker): Promise<void> {
    await this.#lift(asker);
    if (app.package === this.#parts.front.home.package) {
      await this.goHome(asker);
      return;
    }
    const native = { family: PHONE_FAMILY, name: 'open_app', arguments: { package: app.package, activity } };
    await this.#enter({ type: 'open_app', app: app.package, native }, asker);
  }

  async stopApp(
    name: string,
    asker: Asker,
    { restarts = false, clears = false }: { restarts?: boolean; clears?: boolean } = {},
  ): Promise<void> {
    await this.#lift(asker);
    if (this.hasEnded) return;
    await this.#record();
    const { front, world } = this.#parts;
    const app = appOfPackage(world.profile, name)?.package ?? name;
    const isInFront = (await front.look('foreground', this.#options)).screen.activity?.package === app;
    if (isInFront && !restarts) this.#performer.requireLeft({ type: 'key', key: 'HOME' }, asker);
    await (clears ? front.clearApp(app, this.#options) : front.stopApp(app, this.#options));
    await world.look?.('foreground');
    if (!isInFront || restarts) return;
    const native = { family: PHONE_FAMILY, name: 'stop_app', arguments: { package: name } };
    const home: Action = { type: 'key', key: 'HOME', native };
    // It is there already: entering it again changes nothing, and tells the environment what the step is of.
    await this.#enter(home, asker);
  }

  async goHome(asker: Asker): Promise<void> {
    await this.#lift(asker);
    await this.#enter({ type: 'key', key: 'HOME' }, asker);
  }

  async openUrl(url: string, handler: UrlHandler | null | undefined, asker: Asker): Promise<boolean> {
    const app = handler?.starts === true ? appOfPackage(this.#parts.world.profile, handler.app) : undefined;
    if (app !== undefined) {
      await this.openApp(app, null, asker);
      return true;
    }
    await this.#lift(asker);
    const entered = await this.#enter({ type: 'open_url', url }, asker);
    if (entered?.rule === 'open_url') return true;
    // Nobody took it, so nothing was done.
    this.#pending = null;
    return false;
  }

  async look(what: 'screenshot' | 'hierarchy', asker: Asker): Promise<Observation> {
    return this.#performer.look(what, asker, this.#now);
  }

  async answer(text: string, asker: Asker, source?: AnswerSource): Promise<void> {
    this.#parts.log.append({ kind: 'answer', ...asker, text, ...(source === undefined ? {} : { source }) });
    this.#answer = text;
  }

  async finish(status: StopStatus, asker: Asker): Promise<void> {
    await this.#lift(asker);
    await this.settle({ text: true });
    this.#parts.log.append({ kind: 'finish', ...asker, status });
    await this.#performer.act(this.#answer === null ? stop(status) : stop(status, this.#answer), asker);
    this.#performer.endEpisode();
  }

  get #options(): { readonly signal: AbortSignal } {
    return { signal: this.#parts.signal };
  }

  get #size(): Size {
    return this.#parts.front.screen.size;
  }

  async #motion(event: { type: 'down' | 'move' | 'up'; x: number; y: number }, asker: Asker): Promise<void> {
    const { front, log, world } = this.#parts;
    const downAt = this.#finger?.downAt ?? this.#now;
    if (event.type === 'down') {
      await this.#lift(asker);
      if (!isInRange(pixelPoint(event.x, event.y), this.#size)) {
        log.append({ kind: 'out_of_bounds', ...asker, gesture: event, size: this.#size });
        return;
      }
      if (
        !(await this.#mayAct(
          { type: 'tap', target: { type: 'point', point: pixelPoint(event.x, event.y) } },
          asker,
        ))
      )
        return;
    }
    const { finger, path, dropped } = moveFinger(this.#finger, event, this.#now);
    if (dropped !== null) {
      this.#parts.note('ignored', dropped, asker);
      return;
    }
    this.#finger = finger;
    await front.touch(event, this.#options);
    if (path === null) return;
    const whole = { type: 'swipe' as const, from: path.from, to: path.to, durationMs: this.#now - downAt };
    const action = actionOfTouch(touchOf(whole, world.profile.density), this.#size);
    this.#pending = this.#made(action, asker);
  }

  /** A finger that nobody lifted. */
  async #lift(asker: Asker): Promise<void> {
    const finger = this.#finger;
    if (finger === null) return;
    this.#finger = null;
    const [x, y] = finger.to;
    await this.#parts.front.touch({ type: 'up', x, y }, this.#options);
    this.#parts.note('ignored', 'motionevent DOWN without UP', asker);
  }

  async #touch(touch: Touch, gesture: Gesture, durationMs: number, asker: Asker): Promise<void> {
    const { log } = this.#parts;
    const size = this.#size;
    const [x, y] = startOf(touch);
    if (!isInRange(pixelPoint(x, y), size)) {
      log.append({ kind: 'out_of_bounds', ...asker, gesture, size });
      return;
    }
    const action = actionOfTouch(touch, size);
    const before = this.#pending;
    if (touch.type === 'tap' && before?.action.type === 'tap' && this.#isSecondTap(before, [x, y])) {
      await this.#more(before, action, { ...before.action, count: 2 }, asker);
    } else if (touch.type === 'drag') {
      if (!(await this.#mayAct(action, asker))) return;
      await this.#drag(touch.from, touch.to, durationMs);
      this.#pending = this.#made(action, asker);
    } else {
      // A finger that stays is down as long as it was told, be it short.
      const held: Action | undefined =
        touch.type === 'tap' && durationMs > 0 && action.type === 'tap'
          ? { type: 'long_press', target: action.target, durationMs }
          : undefined;
      await this.#enter(held ?? action, asker, action);
    }
  }

  #isSecondTap({ action, at }: Pending, place: readonly [number, number]): boolean {
    if (action.type !== 'tap' || action.count !== undefined || action.target.type !== 'point') return false;
    if (this.#now - at > DOUBLE_TAP_MS) return false;
    const { x, y } = action.target.point;
    return isWithinSlop([x, y], place, this.#parts.world.profile.density);
  }

  async #drag(
    from: readonly [number, number],
    to: readonly [number, number],
    durationMs: number,
  ): Promise<void> {
    const { clock, front } = this.#parts;
    const moves = Math.max(Math.round(durationMs / FRAME_MS), 2);
    await front.touch({ type: 'down', x: from[0], y: from[1] }, this.#options);
    await clock.pass(HOLD_MS, this.#options);
    for (let move = 1; move <= moves; move += 1) {
      const at = (axis: 0 | 1): number => from[axis] + ((to[axis] - from[axis]) * move) / moves;
      await front.touch({ type: 'move', x: at(0), y: at(1) }, this.#options);
      await clock.pass(FRAME_MS, this.#options);
    }
    await front.touch({ type: 'up', x: to[0], y: to[1] }, this.#options);
  }

  async #key(code: number, isLong: boolean, asker: Asker): Promise<void> {
    const character = characterOf(code);
    const key = keyNameOf(code);
    if (character !== null) await this.type(character, 'keys', asker);
    else if (code === KeyCode.delete || code === KeyCode.forwardDelete) await this.#delete(code, asker);
    else if (code === KeyCode.paste) await this.type(this.#parts.clipboard(), 'paste', asker);
    else if (isQuietKey(code)) await this.#quietly(key, asker);
    else {
      const before = this.#pending;
      const isAgain =
        before?.action.type === 'key' && before.action.key === key && before.asker.command === asker.command;
      const action: Action = isLong
        ? { type: 'key', key, native: { family: PHONE_FAMILY, name: 'key', arguments: { code, isLong } } }
        : { type: 'key', key };
      if (before !== null && isAgain && isSteppingKey(code))
        await this.#more(before, action, before.action, asker);
      else await this.#enter(action, asker);
    }
  }

  /** DEL takes from what was just typed; beyond that any run of it is one step. */
  async #delete(code: number, asker: Asker): Promise<void> {
    const before = this.#pending;
    const press: Action = { type: 'key', key: keyNameOf(code) };
    const empties = this.#isAllSelected;
    this.#isAllSelected = false;
    if (empties) {
      await this.#enter(press, asker, { type: 'clear_text' });
    } else if (before?.action.type === 'type' && before.action.text !== '') {
      const text = code === KeyCode.delete ? withoutLast(before.action.text) : before.action.text;
      await this.#more(before, press, { ...before.action, text }, asker);
    } else if (before !== null && isEmptying(before.action)) {
      const keys = keysOf(before.action) + 1;
      await this.#more(
        before,
        press,
        before.action.type === 'key' ? deletions(before.action.key, keys) : before.action,
        asker,
      );
    } else await this.#enter(press, asker);
  }

  /** A key that shows nothing by itself is pressed, and is no step. */
  async #quietly(key: string, asker: Asker): Promise<void> {
    if (this.hasEnded) return;
    const { action } = this.#pending ?? {};
    if (action?.type !== 'type' && !isEmptying(action)) await this.#record();
    await this.#parts.front.enter({ type: 'key', key }, this.#options);
    this.#parts.note('absorbed', `key ${key}`, asker);
  }

  /** Whether one more action is left, once what was done before it is a step. */
  async #mayAct(action: Action, asker: Asker): Promise<boolean> {
    if (this.hasEnded) {
      this.#parts.note('ignored', `the episode is over: ${action.type}`, asker);
      return false;
    }
    await this.#record();
    this.#performer.requireLeft(action, asker);
    return true;
  }

  /** Does an action at once. @param as what the step says of it; the action unless given */
  async #enter(action: Action, asker: Asker, as: Action = action): Promise<Entered | null> {
    if (as.type !== 'type' && as.type !== 'clear_text') this.#isAllSelected = false;
    if (!(await this.#mayAct(as, asker))) return null;
    const { front, world } = this.#parts;
    const entered = await front.enter(action, this.#options);
    this.#pending = this.#made(as, asker);
    // What a client is told of the app in front is what has come of it.
    await world.look?.('foreground');
    return entered;
  }

  /** Does more of what is not a step yet. */
  async #more(before: Pending, action: Action, as: Action, asker: Asker): Promise<void> {
    await this.#parts.front.enter(action, this.#options);
    const commands = [...new Set([...before.commands, ...commandsOf(asker)])];
    this.#pending = { ...before, action: as, commands };
  }

  #made(action: Action, asker: Asker): Pending {
    return {
      action,
      asker,
      commands: commandsOf(asker),
      looks: this.#performer.takeLooks(),
      at: this.#now,
    };
  }

  /** What was done becomes a step. */
  async #record(): Promise<void> {
    const pending = this.#pending;
    this.#pending = null;
    if (pending === null) return;
    const { action, asker, commands, looks } = pending;
    if (action.type === 'type' && action.text === '') {
      this.#parts.note('absorbed', 'text that was deleted again', asker);
      return;
    }
    await this.#performer.act(action, asker, { commands, looks });
  }
}

/** Whether an action takes text away, so that text that follows replaces it. */
function isEmptying(action: Action | undefined): action is ActionOf<'clear_text'> | ActionOf<'key'> {
  return action?.type === 'clear_text' || (action?.type === 'key' && /^(?:FORWARD_)?DEL$/.test(action.key));
}

/** Presses that a run of deletions consists of. */
function keysOf({ native }: Action): number {
  const { keys } = (native?.arguments ?? {}) as { readonly keys?: unknown };
  return typeof keys === 'number' ? keys : 1;
}

function deletions(key: string, keys: number): Action {
  return { type: 'key', key, native: { family: PHONE_FAMILY, name: 'delete', arguments: { keys } } };
}

/** Without its last character, as a keyboard takes it away: what a reader sees as one. */
function withoutLast(text: string): string {
  const last = [...new Intl.Segmenter('und', { granularity: 'grapheme' }).segment(text)].at(-1);
  return text.slice(0, last?.index ?? 0);
}
