/** A program that runs on the phone, as `ps` shows it. */
export interface PhoneProcess {
  readonly pid: number;
  readonly parent: number;
  readonly user: string;
  /** Name of the program or package. */
  readonly name: string;
}

interface Running extends PhoneProcess {
  /** Ends it by a signal. */
  readonly kill: (signal: number) => void;
}

/** What runs on every phone. */
const SYSTEM: readonly PhoneProcess[] = [
  { pid: 1, parent: 0, user: 'root', name: 'init' },
  { pid: 412, parent: 1, user: 'root', name: 'zygote64' },
  { pid: 438, parent: 1, user: 'system', name: 'surfaceflinger' },
  { pid: 527, parent: 1, user: 'shell', name: 'adbd' },
  { pid: 836, parent: 412, user: 'system', name: 'system_server' },
  { pid: 1104, parent: 412, user: 'u0_a92', name: 'com.android.systemui' },
];

/** Programs that are over at once here, and on a phone run until somebody ends them. */
const LASTING: ReadonlySet<string> = new Set(['screenrecord']);

/** The first number that a program started by a client gets. */
const FIRST = 4001;

/** Numbers of apps lie between those of the system and those of what clients start. */
const [FIRST_APP, APPS] = [1200, 2700];

/** The number of the process that an app runs in: the same whenever it runs, and whoever is asked. */
export function appProcessId(packageName: string): number {
  let sum = 0;
  for (const character of packageName) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % APPS;
  return FIRST_APP + sum;
}

/** Programs of one phone, by number. */
export class ProcessTable {
  readonly #running = new Map<number, Running>();
  /** Those that only seem to run. */
  readonly #isOver = new Set<number>();
  #next = FIRST;
  readonly #front: () => string | null;

  /** @param front package of the app in front, which runs in a process of its own */
  constructor(front: () => string | null = () => null) {
    this.#front = front;
  }

  /** A number for something that only needs one. */
  number(): number {
    const number = this.#next;
    this.#next += 1;
    return number;
  }

  start(name: string, kill: (signal: number) => void): number {
    const pid = this.number();
    this.#running.set(pid, { pid, parent: 527, user: 'shell', name, kill });
    return pid;
  }

  end(pid: number): void {
    const ended = this.#running.get(pid);
    this.#running.delete(pid);
    if (ended === undefined || !LASTING.has(ended.name)) return;
    // One of a name at most, for whoever comes to end it.
    for (const other of this.#running.values())
      if (other.name === ended.name && this.#isOver.has(other.pid)) this.#forget(other.pid);
    this.#isOver.add(pid);
    this.#running.set(pid, { ...ended, kill: () => this.#forget(pid) });
  }

  #forget(pid: number): void {
    this.#running.delete(pid);
    this.#isOver.delete(pid);
  }

  list(): readonly PhoneProcess[] {
    const name = this.#front();
    const isSystem = name === null || SYSTEM.some((process) => process.name === name);
    const app = isSystem ? [] : [{ pid: appProcessId(name), parent: 412, user: 'u0_a100', name }];
    return [...SYSTEM, ...app, ...this.#running.values()];
  }

  /** Why it cannot be ended; null when it was asked to. */
  kill(pid: number, signal: number): 'No such process' | 'Operation not permitted' | null {
    const running = this.#running.get(pid);
    if (running) {
      if (signal) running.kill(signal);
      return null;
    }
    return this.list().some((process) => process.pid === pid) ? 'Operation not permitted' : 'No such process';
  }
}
