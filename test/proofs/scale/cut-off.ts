import { spawnSync } from 'node:child_process';

const NAME = `tsq-${process.pid}`;
const [HERE, THERE] = [`${NAME}-a`.slice(-15), `${NAME}-b`.slice(-15)];
const HOST = '10.231.77.1';
const GUEST = '10.231.77.2';

/** A network namespace with one way to this machine, which can be cut. */
export class CutOff implements Disposable {
  readonly name = NAME;
  /** Address of this machine as the namespace reaches it; null where none could be made. */
  readonly host: string | null;
  /** Why none could be made. */
  readonly whyNot: string | null;

  private constructor(whyNot: string | null) {
    this.whyNot = whyNot;
    this.host = whyNot === null ? HOST : null;
  }

  /** Makes it, where this user and system can. */
  static make(): CutOff {
    if (process.getuid?.() !== 0) return new CutOff('skipped: a network namespace needs root');
    const steps = [
      ['netns', 'add', NAME],
      ['link', 'add', HERE, 'type', 'veth', 'peer', 'name', THERE, 'netns', NAME],
      ['addr', 'add', `${HOST}/30`, 'dev', HERE],
      ['link', 'set', HERE, 'up'],
      ['-n', NAME, 'addr', 'add', `${GUEST}/30`, 'dev', THERE],
      ['-n', NAME, 'link', 'set', THERE, 'up'],
      ['-n', NAME, 'link', 'set', 'lo', 'up'],
    ];
    for (const step of steps) {
      const { status, stderr } = spawnSync('ip', step, { encoding: 'utf8' });
      if (status === 0) continue;
      spawnSync('ip', ['netns', 'del', NAME]);
      return new CutOff(`skipped: no network namespace here (${(stderr ?? '').trim()})`);
    }
    return new CutOff(null);
  }

  off(): void {
    spawnSync('ip', ['link', 'set', HERE, 'down']);
  }

  on(): void {
    spawnSync('ip', ['link', 'set', HERE, 'up']);
  }

  [Symbol.dispose](): void {
    if (this.host === null) return;
    spawnSync('ip', ['netns', 'del', NAME]);
    spawnSync('ip', ['link', 'del', HERE]);
  }
}
