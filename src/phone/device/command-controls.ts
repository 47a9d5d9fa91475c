import type { StopStatus } from '../../domain/action.js';
import type { Observation } from '../../domain/screen.js';
import type { AnswerSource, Turn } from '../../formats/phone/phone-event.js';
import type { VirtualFiles } from '../files/virtual-files.js';
import type { PhoneLog } from '../log/phone-log.js';
import type { ProcessTable } from '../processes/process-table.js';
import type { PhoneOptions } from '../phone-options.js';
import type { SystemLog } from '../system-log/system-log.js';
import type { PhoneProfile } from '../phone-world.js';
import { appOfPackage } from '../app-of-package.js';
import { briefly } from './briefly.js';
import { LAUNCHER } from './well-known-packages.js';
import type {
  Gesture,
  Keyboards,
  Oddity,
  PhoneClock,
  PhoneControls,
  PhoneState,
  UrlHandler,
} from './phone-controls.js';
import type { Asker } from './action-performer.js';
import type { PhoneInput } from '../input/phone-input.js';

/** Takes one turn of the phone's queue; rejects as the work does, or where the phone takes no more. */
export type TakeTurn = <T>(turn: Turn, work: () => Promise<T>) => Promise<T>;

/** A phone as one command controls it: its actions are recorded as that command's. */
export class CommandControls implements PhoneControls {
  readonly #phone: PhoneState;
  readonly #input: PhoneInput;
  readonly #log: PhoneLog;
  readonly #asker: Asker;
  readonly #take: TakeTurn;
  readonly #restart: () => void;

  constructor(
    phone: PhoneState,
    command: {
      readonly input: PhoneInput;
      readonly log: PhoneLog;
      readonly asker: Asker;
      readonly take: TakeTurn;
      /** Ends everything that runs, and begins again. */
      readonly restart: () => void;
    },
  ) {
    this.#phone = phone;
    this.#input = command.input;
    this.#log = command.log;
    this.#asker = command.asker;
    this.#take = command.take;
    this.#restart = command.restart;
  }

  get serial(): string {
    return this.#phone.serial;
  }

  get profile(): PhoneProfile {
    return this.#phone.profile;
  }

  get options(): PhoneOptions {
    return this.#phone.options;
  }

  get files(): VirtualFiles {
    return this.#phone.files;
  }

  get clock(): PhoneClock {
    return this.#phone.clock;
  }

  get keyboards(): Keyboards {
    return this.#phone.keyboards;
  }

  get settings(): ReadonlyMap<string, Map<string, string>> {
    return this.#phone.settings;
  }

  get processes(): ProcessTable {
    return this.#phone.processes;
  }

  get systemLog(): SystemLog {
    return this.#phone.systemLog;
  }

  get clipboard(): string {
    return this.#phone.clipboard;
  }

  set clipboard(text: string) {
    this.#phone.clipboard = text;
  }

  get display(): Observation {
    return this.#phone.display;
  }

  get component(): string {
    return this.#phone.component;
  }

  gesture(gesture: Gesture): Promise<void> {
    return this.#take({ does: 'gesture', gesture }, () => this.#input.gesture(gesture, this.#asker));
  }

  part(): Promise<void> {
    return this.#take({ does: 'settle', text: false }, () =>
      this.#input.settle({ text: false }, this.#asker),
    );
  }

  type(text: string, source: string): Promise<void> {
    return this.#take({ does: 'type', text, source }, () => this.#input.type(text, source, this.#asker));
  }

  keys(codes: readonly number[], { isLong = false }: { isLong?: boolean } = {}): Promise<void> {
    const turn: Turn = isLong ? { does: 'keys', codes, isLong } : { does: 'keys', codes };
    return this.#take(turn, () => this.#input.keys(codes, isLong, this.#asker));
  }

  keysTogether(codes: readonly number[]): Promise<void> {
    return this.#take({ does: 'keys_together', codes }, () => this.#input.keysTogether(codes, this.#asker));
  }

  clearText(source: string): Promise<void> {
    return this.#take({ does: 'clear_text', source }, () => this.#input.clearText(source, this.#asker));
  }

  editorAction(source: string): Promise<void> {
    return this.#take({ does: 'editor_action', source }, () => this.#input.editorAction(source, this.#asker));
  }

  openApp(packageName: string, activity: string | null): Promise<boolean> {
    return this.#take({ does: 'open_app', package: packageName, activity }, async () => {
      const app = appOfPackage(this.profile, packageName);
      if (app === undefined) {
        this.note('rejected', `open_app ${briefly(packageName)}`);
        return false;
      }
      await this.#input.openApp(app, activity, this.#asker);
      return true;
    });
  }

  stopApp(packageName: string, how: { restarts?: boolean; clears?: boolean } = {}): Promise<void> {
    return this.#take({ does: 'stop_app', package: packageName }, async () => {
      this.systemLog.say(
        'ActivityManager',
        `Force stopping ${packageName} appid=10100 user=0: from pid ${this.processes.number()}`,
      );
      // It ends before anything else is in front.
      const pid = this.processes.stop(packageName);
      if (pid !== null) {
        const reason = `(adj 0): stop ${packageName} due to from process`;
        this.systemLog.say('ActivityManager', `Killing ${pid}:${packageName}/u0a100 ${reason}`);
      }
      await this.#input.stopApp(packageName, this.#asker, how);
    });
  }

  goHome(): Promise<void> {
    return this.#take({ does: 'go_home' }, () => this.#input.goHome(this.#asker));
  }

  restart(): Promise<void> {
    return this.#take({ does: 'go_home', restarts: true }, async () => {
      const [front = ''] = this.component.split('/', 1);
      const home = this.profile.home ?? LAUNCHER;
      for (const app of new Set([front, ...this.processes.apps]))
        if (app !== home) await this.#input.stopApp(app, this.#asker);
      this.#restart();
    });
  }

  openUrl(url: string, handler?: UrlHandler | null): Promise<boolean> {
    const turn: Turn = { does: 'open_url', url, ...(handler === undefined ? {} : { handler }) };
    return this.#take(turn, async () => {
      if (await this.#input.openUrl(url, handler, this.#asker)) return true;
      this.note('rejected', `open_url ${briefly(url)}`);
      return false;
    });
  }

  look(what: 'screenshot' | 'hierarchy'): Promise<Observation> {
    return this.#take({ does: 'look', what }, () => this.#input.look(what, this.#asker));
  }

  answer(text: string, source?: AnswerSource): Promise<void> {
    const turn: Turn = { does: 'answer', text, ...(source === undefined ? {} : { source }) };
    return this.#take(turn, () => this.#input.answer(text, this.#asker, source));
  }

  finish(status: StopStatus): Promise<void> {
    return this.#take({ does: 'finish', status }, () => this.#input.finish(status, this.#asker));
  }

  note(kind: Oddity, what: string): void {
    const { stream, command } = this.#asker;
    this.#log.append({ kind, stream, command, what });
  }
}
