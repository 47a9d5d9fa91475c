import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Action } from '../../domain/action.js';
import type { RecordedMilestone, UnitBox } from '../../domain/recordings/recorded-milestone.js';
import type { Activity, Observation } from '../../domain/screen.js';
import type { Environment, EpisodeStart } from '../../environments/environment.js';
import { UserError } from '../../errors.js';
import { writeWholeFile } from '../../files/write-whole-file.js';
import type { RecordingEvent, RecordingHeader } from '../../formats/recording/recording-event.js';
import { RECORDING_FILE, RecordingWriter } from '../../formats/recording/recording-writer.js';
import { areaWords, type AreaWords } from './area-words.js';
import { MASKED_TEXT, maskScreen, typesIntoMask, type ShownScreen } from './mask-screen.js';
import { RecordingOverError, StaleScreenError } from './record-errors.js';

/** Screens that a person may still be looking at. */
const MOST_SEEN = 50;

export interface HandRecorderOptions {
  /** The recorder's to close. */
  readonly environment: Environment;
  readonly start: EpisodeStart;
  /** Of the recording; must hold none. */
  readonly folder: string;
  readonly header: Omit<RecordingHeader, 'format' | 'formatVersion' | 'startedAt'>;
  readonly signal: AbortSignal;
  readonly now?: () => Date;
}

/** A screen that the person was shown. */
export interface SeenScreen extends ShownScreen {
  /** Counts from 1. */
  readonly number: number;
  readonly activity: Activity | null;
  readonly state: string | null;
}

/** What the person says of a milestone; what is left out is taken from the area that is drawn. */
export interface MilestoneInput {
  readonly subTarget: string;
  readonly box: UnitBox | null;
  readonly text?: string | undefined;
  readonly state?: readonly string[] | undefined;
  readonly group: string | null;
}

/** How a recording ends. */
export interface RecordingEnd {
  readonly status: 'complete' | 'impossible';
  /** Needed where it is impossible. */
  readonly reason?: string | undefined;
  /** Names of the apps that were used; empty: the packages that were in front. */
  readonly apps: readonly string[];
  readonly notes: string;
}

/** What was done so far, for the person to see. */
export interface RecordedSoFar {
  readonly instruction: string;
  readonly steps: readonly { readonly action: Action; readonly rule: string }[];
  readonly milestones: readonly RecordedMilestone[];
  readonly masks: readonly UnitBox[];
  readonly end: RecordingEnd | null;
}

/**
 * Records what a person does on a live phone. The picture that is kept of a step is the one that the person saw when acting,
 * also where the screen has changed meanwhile; everything is masked before it is written, and written before the next
 * thing is done.
 */
export class HandRecorder implements AsyncDisposable {
  readonly #options: HandRecorderOptions;
  readonly #writer: RecordingWriter;
  readonly #seen = new Map<number, SeenScreen>();
  readonly #written = new Set<string>();
  readonly #packages = new Set<string>();
  readonly #steps: { readonly action: Action; readonly rule: string }[] = [];
  readonly #milestones = new Map<string, RecordedMilestone>();
  readonly #masks: UnitBox[];
  #instruction: string;
  #current = 0;
  #marked = 0;
  #end: RecordingEnd | null = null;
  #turn: Promise<unknown> = Promise.resolve();

  private constructor(options: HandRecorderOptions, writer: RecordingWriter) {
    this.#options = options;
    this.#writer = writer;
    this.#masks = [...options.header.masks];
    this.#instruction = options.header.instruction;
  }

  /**
   * Brings up the start of the task and begins.
   *
   * @throws {UserError} when the folder holds a recording already
   * @throws {RecordingWriteError} when it cannot be written to
   */
  static async begin(options: HandRecorderOptions): Promise<HandRecorder> {
    const { environment, folder, header, start, signal, now = () => new Date() } = options;
    try {
      const file = join(folder, RECORDING_FILE);
      if (existsSync(file)) {
        throw new UserError(`${folder} holds a recording already`, {
          hint: 'Name another folder with --out.',
        });
      }
      const observation = await environment.reset(start, { signal });
      await mkdir(join(folder, 'screens'), { recursive: true });
      const startedAt = now().toISOString();
      const first = {
        format: 'touchstone-recording' as const,
        formatVersion: 1 as const,
        startedAt,
        ...header,
      };
      const recorder = new HandRecorder(options, RecordingWriter.create(file, first));
      await recorder.#show(observation);
      return recorder;
    } catch (error) {
      await environment[Symbol.asyncDispose]();
      throw error;
    }
  }

  /** The screen on display when the phone was last looked at. */
  get screen(): SeenScreen {
    return this.seen(this.#current);
  }

  get soFar(): RecordedSoFar {
    return {
      instruction: this.#instruction,
      steps: this.#steps,
      milestones: [...this.#milestones.values()],
      masks: this.#masks,
      end: this.#end,
    };
  }

  /** A screen by its number. @throws {StaleScreenError} where it was shown too long ago */
  seen(number: number): SeenScreen {
    const screen = this.#seen.get(number);
    if (screen !== undefined) return screen;
    throw new StaleScreenError(number);
  }

  /** Looks at the phone; a screen that has changed gets a number of its own. */
  look(): Promise<SeenScreen> {
    return this.#next(async () => {
      const { environment, signal } = this.#options;
      return await this.#show(await environment.observe({ signal }));
    });
  }

  /**
   * Does on the phone what the person did.
   *
   * @param number of the screen that the person saw
   * @param options.isSecret the text that is typed is not kept
   * @throws {StaleScreenError} @throws {RecordingOverError}
   */
  act(number: number, action: Action, options: { readonly isSecret?: boolean } = {}): Promise<SeenScreen> {
    return this.#next(async () => {
      const { environment, signal } = this.#options;
      const before = this.seen(number);
      const screen = await this.#keep(before);
      const isMasked =
        action.type === 'type' && (options.isSecret === true || typesIntoMask(before, this.#masks));
      const result = await environment.step(action, { signal });
      const kept: Action = isMasked ? { ...action, text: MASKED_TEXT } : action;
      const { rule, detail } = result.transition;
      this.#write({
        kind: 'step',
        screen,
        action: kept,
        rule,
        // What a phone says of an action may quote its text.
        ...(detail === undefined || isMasked ? {} : { detail }),
        ...(isMasked ? { isMasked } : {}),
      });
      this.#steps.push({ action: kept, rule });
      if (result.type === 'ended') throw new RecordingOverError('the phone ended the episode');
      const after = await this.#show(result.observation);
      this.#write({ kind: 'after', screen: await this.#keep(after) });
      return after;
    });
  }

  /** What an area of a screen says, as far as it may be kept. @throws {StaleScreenError} */
  async words(number: number, box: UnitBox): Promise<AreaWords> {
    const seen = this.seen(number);
    const { xml } = await maskScreen(seen, this.#masks);
    return areaWords(xml, box, seen.size);
  }

  /** Marks what the screen shows as reached. */
  mark(number: number, input: MilestoneInput): Promise<RecordedMilestone> {
    return this.#next(async () => {
      const seen = this.seen(number);
      const screen = await this.#keep(seen);
      const words = input.box === null ? { text: '', state: [] } : await this.words(number, input.box);
      this.#marked += 1;
      const milestone: RecordedMilestone = {
        id: `m${this.#marked}`,
        subTarget: input.subTarget,
        step: this.#steps.length,
        screen,
        box: input.box,
        text: input.text ?? words.text,
        state: [...(input.state ?? words.state)],
        group: input.group,
      };
      this.#write({ kind: 'milestone', milestone });
      this.#milestones.set(milestone.id, milestone);
      return milestone;
    });
  }

  /** Takes a milestone back; false where there is none of that id. */
  unmark(id: string): Promise<boolean> {
    return this.#next(async () => {
      if (!this.#milestones.delete(id)) return false;
      this.#write({ kind: 'milestone-removed', id });
      return true;
    });
  }

  /** Masks an area of every screen that is written from here on. */
  mask(box: UnitBox): Promise<void> {
    return this.#next(async () => {
      this.#write({ kind: 'mask', box });
      this.#masks.push(box);
    });
  }

  instruct(instruction: string): Promise<void> {
    return this.#next(async () => {
      this.#write({ kind: 'instruction', instruction });
      this.#instruction = instruction;
    });
  }

  /** Ends the recording with the screen as it is now. */
  end(end: RecordingEnd): Promise<void> {
    return this.#next(async () => {
      if (end.status === 'impossible' && (end.reason ?? '').trim() === '') {
        throw new UserError('what is impossible needs a reason', {
          hint: 'Say why the task cannot be done.',
        });
      }
      if (this.#steps.length > 0) this.#write({ kind: 'after', screen: await this.#keep(this.screen) });
      const apps = end.apps.length > 0 ? end.apps : [...this.#packages];
      const { status, reason, notes } = end;
      this.#write({
        kind: 'end',
        status,
        ...(reason === undefined ? {} : { reason }),
        apps: [...apps],
        notes,
      });
      this.#end = { ...end, apps };
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.#turn.catch(() => undefined);
    this.#writer[Symbol.dispose]();
    await this.#options.environment[Symbol.asyncDispose]();
  }

  /** One thing at a time, in order. */
  #next<T>(work: () => Promise<T>): Promise<T> {
    const next = this.#turn.then(() => {
      if (this.#end !== null) throw new RecordingOverError('the recording has ended');
      return work();
    });
    this.#turn = next.catch(() => undefined);
    return next;
  }

  async #show({ screen }: Observation): Promise<SeenScreen> {
    const { signal, environment } = this.#options;
    if (screen.picture === null || screen.size === null) {
      throw new UserError('the phone shows no picture, which a recording needs');
    }
    const png = await screen.picture.load({ signal });
    const bytes = await screen.hierarchy?.load({ signal });
    const xml = bytes === undefined ? null : new TextDecoder().decode(bytes);
    const before = this.#seen.get(this.#current);
    if (before !== undefined && before.xml === xml && Buffer.compare(before.png, png) === 0) return before;
    const { size, activity } = screen;
    const number = this.#current + 1;
    const seen: SeenScreen = { number, png, size, xml, activity, state: environment.state };
    this.#current = number;
    this.#seen.set(number, seen);
    this.#seen.delete(number - MOST_SEEN);
    if (activity !== null) this.#packages.add(activity.package);
    return seen;
  }

  /** Writes a screen as it may be kept, once. Gives its id. */
  async #keep(seen: SeenScreen): Promise<string> {
    const { folder } = this.#options;
    const { png, xml } = await maskScreen(seen, this.#masks);
    const picture = hashOf(png);
    const hierarchy = xml === null ? null : hashOf(xml);
    const screen = hashOf(JSON.stringify([picture, hierarchy, seen.activity, seen.state])).slice(0, 16);
    if (this.#written.has(screen)) return screen;
    const { size, activity, state } = seen;
    await writeWholeFile(join(folder, 'screens', `${picture}.png`), png);
    if (xml !== null) await writeWholeFile(join(folder, 'screens', `${hierarchy}.xml`), xml);
    this.#write({ kind: 'screen', screen, size, activity, state, picture, hierarchy });
    this.#written.add(screen);
    return screen;
  }

  #write(event: Unstamped<RecordingEvent>): void {
    const { now = () => new Date() } = this.#options;
    this.#writer.append({ at: now().toISOString(), ...event });
  }
}

/** An event without its time; of each kind by itself. */
type Unstamped<E> = E extends RecordingEvent ? Omit<E, 'at'> : never;

function hashOf(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
