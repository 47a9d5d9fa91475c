import type { AppsOfTask } from '../../app/phone/apps-of-tasks.js';
import type { Play } from '../../app/play/open-play.js';
import type { PlayerTurn } from '../../app/play/player-turn.js';
import { didYouMean } from '../../domain/text/nearest-name.js';
import { UserError } from '../../errors.js';
import { ToolPhone } from './tool-phone.js';

export interface PhoneDeskOptions {
  readonly apps: AppsOfTask;
  /** Called when the task of a phone is over. */
  readonly onEnd?: (phone: ToolPhone, turn: PlayerTurn) => void;
}

/** The phones of one client: one for each task, `recorded-1` and so on in the benchmark's order. */
export class PhoneDesk implements AsyncDisposable {
  readonly phones: readonly ToolPhone[];
  readonly apps: AppsOfTask;

  constructor(play: Pick<Play, 'tasks' | 'open'>, { apps, onEnd }: PhoneDeskOptions) {
    this.apps = apps;
    this.phones = play.tasks.map((task, index) => {
      const phone: ToolPhone = new ToolPhone({
        id: `recorded-${index + 1}`,
        task,
        open: () => play.open(),
        onEnd: (turn) => onEnd?.(phone, turn),
      });
      return phone;
    });
  }

  /** @param id may be left out where there is one phone alone @throws {UserError} for one that there is not */
  phone(id?: string): ToolPhone {
    const [only, ...others] = this.phones;
    if (id === undefined && only !== undefined && others.length === 0) return only;
    const found = this.phones.find((phone) => phone.id === id);
    if (found !== undefined) return found;
    const hint = 'mobile_list_available_devices lists them.';
    if (id === undefined) throw new UserError('there are several devices: name one', { hint });
    throw new UserError(`Device ${JSON.stringify(id.slice(0, 200))} not found`, {
      hint: `${didYouMean(
        id,
        this.phones.map((phone) => phone.id),
      )}${hint}`,
    });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await Promise.all(this.phones.map((phone) => phone[Symbol.asyncDispose]()));
  }
}
