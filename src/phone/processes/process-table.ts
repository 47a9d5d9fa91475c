/** A program that runs on the phone, as `ps` shows it. */
export interface PhoneProcess {
  readonly pid: number;
  readonly parent: number;
  readonly user: string;
  /** Name of the program or package. */
  readonly name: string;
  /** Command line. */
  readonly args: string;
}

/** A program as it begins. */
export interface NewProcess {
  readonly name: string;
  /** Command line; the name where none is given. */
  readonly args?: string;
  /** The package whose process it is: it ends with the package, and not by a client's signal. */
  readonly package?: string;
  /** Ends it by a signal. */
  readonly kill: (signal: number) => void;
}

interface Running extends PhoneProcess {
  readonly package: string | null;
  readonly kill: (signal: number) => void;
}

/** A port that a program listens on, until the signal is aborted. */
interface Listening {
  readonly pid: number;
  readonly end: AbortController;
}

/** Why a signal was not sent. */
export type KillProblem = 'No such process' | 'Operation not permitted';

const SIGKILL = 9;

/** What runs on every phone. */
const SYSTEM: readonly PhoneProcess[] = (
  [
    [1, 0, 'root', 'init'],
    [412, 1, 'root', 'zygote64'],
    [438, 1, 'system', 'surfaceflinger'],
    [527, 1, 'shell', 'adbd'],
    [836, 412, 'system', 'system_server'],
    [1104, 412, 'u0_a92', 'com.android.systemui'],
  ] as const
).map(([pid, parent, user, name]) => ({ pid, parent, user, name, args: name }));

const ZYGOTE = 412;
const ADBD = 527;

/** Programs that are over at once here, and on a phone run until somebody ends them. */
const LASTING: ReadonlySet<string> = new Set(['screenrecord']);

/** The first number that a program started by a client gets. */
const FIRST = 4001;

/** Numbers of apps lie between those of the system and those of what clients start. */
const [FIRST_APP, APPS] = [1200, 2700];

/** Programs that run at once; what clients leave behind would fill any phone. */
const MOST_RUNNING = 1000;

/** Command line that is kept, in characters. Source: Linux shows one page of it. */
const LONGEST_ARGS = 4096;

/** Programs of one phone, by number. An app runs from when it is first in front until it is stopped. */
export class ProcessTable {
  readonly #running = new Map<number, Running>();
  /** Those that only seem to run. */
  readonly #isOver = new Set<number>();
  readonly #ports = new Map<number, Listening>();
  /** Numbers of apps by package. */
  readonly #apps = new Map<string, number>();
  /** Packages whose app ran before, so that it comes back with another number. */
  readonly #stopped = new Set<string>();
  #next = FIRST;
  readonly #front: () => string | null;

  /** @param front package of the app in front, which runs */
  constructor(front: () => string | null = () => null) {
    this.#front = front;
  }

  get isFull(): boolean {
    return this.#running.size >= MOST_RUNNING;
  }

  /** A number for something that only needs one. */
  number(): number {
    const number = this.#next;
    this.#next += 1;
    return number;
  }

  start({ name, args = name, package: owner, kill }: NewProcess): number {
    const pid = this.number();
    const [parent, user] = owner === undefined ? [ADBD, 'shell'] : [ZYGOTE, 'u0_a101'];
    const shown = args.slice(0, LONGEST_ARGS);
    this.#running.set(pid, { pid, parent, user, name, args: shown, package: owner ?? null, kill });
    return pid;
  }

  end(pid: number): void {
    const ended = this.#running.get(pid);
    this.#running.delete(pid);
    this.#closePorts(pid);
    if (ended === undefined || !LASTING.has(ended.name)) return;
    // One of a name at most, for whoever comes to end it.
    for (const other of this.#running.values())
      if (other.name === ended.name && this.#isOver.has(other.pid)) this.#forget(other.pid);
    this.#isOver.add(pid);
    this.#running.set(pid, { ...ended, kill: () => this.#forget(pid) });
  }

  /** A program that runs listens on a port from now on; the one that did before is ended. */
  listen(pid: number, port: number): void {
    const before = this.#ports.get(port);
    if (before !== undefined) {
      this.#close(port, before);
      this.#running.get(before.pid)?.kill(SIGKILL);
    }
    this.#ports.set(port, { pid, end: new AbortController() });
  }

  /** Aborted when the program that listens on a port ends; null where none does. */
  listener(port: number): AbortSignal | null {
    return this.#ports.get(port)?.end.signal ?? null;
  }

  list(): readonly PhoneProcess[] {
    const front = this.#front();
    if (front !== null) this.pidOf(front);
    const apps = [...this.#apps].map(([name, pid]) => ({
      pid,
      parent: ZYGOTE,
      user: 'u0_a100',
      name,
      args: name,
    }));
    return [...SYSTEM, ...apps, ...this.#running.values()];
  }

  /** Packages whose app runs. */
  get apps(): readonly string[] {
    return [...this.#apps.keys()];
  }

  /** Whether an app's process has begun. */
  runs(packageName: string): boolean {
    return this.#apps.has(packageName) || SYSTEM.some(({ name }) => name === packageName);
  }

  /** Number of the process that an app runs in, which begins where it does not run yet. */
  pidOf(packageName: string): number {
    const known = this.#apps.get(packageName) ?? SYSTEM.find(({ name }) => name === packageName)?.pid;
    if (known !== undefined) return known;
    const pid = this.#stopped.has(packageName) ? this.number() : this.#firstPid(packageName);
    this.#apps.set(packageName, pid);
    return pid;
  }

  /** Ends the processes of a package. Gives the number of its app, null where it does not run. */
  stop(packageName: string): number | null {
    for (const running of this.#running.values()) if (running.package === packageName) running.kill(SIGKILL);
    const pid = this.#apps.get(packageName);
    if (pid === undefined) return null;
    this.#apps.delete(packageName);
    this.#stopped.add(packageName);
    return pid;
  }

  /** Ends everything that is no part of the system; apps come back with other numbers. */
  restart(): void {
    for (const running of this.#running.values()) running.kill(SIGKILL);
    this.#running.clear();
    this.#isOver.clear();
    for (const [port, listening] of this.#ports) this.#close(port, listening);
    for (const app of this.#apps.keys()) this.#stopped.add(app);
    this.#apps.clear();
  }

  /** Why it cannot be ended by a client; null when it was asked to. */
  kill(pid: number, signal: number): KillProblem | null {
    const running = this.#running.get(pid);
    if (running !== undefined && running.package === null) {
      if (signal) {
        // Whoever asks next finds its port closed, however long the program takes to end.
        this.#closePorts(pid);
        running.kill(signal);
      }
      return null;
    }
    return this.list().some((process) => process.pid === pid) ? 'Operation not permitted' : 'No such process';
  }

  #forget(pid: number): void {
    this.#running.delete(pid);
    this.#isOver.delete(pid);
  }

  #closePorts(pid: number): void {
    for (const [port, listening] of this.#ports) if (listening.pid === pid) this.#close(port, listening);
  }

  #close(port: number, { end }: Listening): void {
    this.#ports.delete(port);
    end.abort(new DOMException('The program that listened is gone', 'AbortError'));
  }

  /** The number of an app's first process follows from its name, so that it is the same whoever ran before. */
  #firstPid(packageName: string): number {
    let sum = 0;
    for (const character of packageName) sum = (sum * 31 + (character.codePointAt(0) ?? 0)) % APPS;
    const taken = new Set(this.#apps.values());
    while (taken.has(FIRST_APP + sum)) sum = (sum + 1) % APPS;
    return FIRST_APP + sum;
  }
}
