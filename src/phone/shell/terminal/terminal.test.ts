import { describe, expect, it } from 'vitest';
import { PhoneClient } from '../../../testing/phones/phone-client.js';
import { trialShell, type TrialShell } from '../../../testing/phones/trial-shell.js';
import { FRAME, framesOf } from '../shell-frames.js';
import { shellService } from '../shell-service.js';

/** A client at a terminal of the phone: types, and sees what comes. */
class TerminalUser {
  readonly #client = new PhoneClient();
  readonly #served: Promise<void>;
  #seen = 0;

  constructor(trial: TrialShell, service = 'shell,v2,TERM=xterm-256color,pty:') {
    const serve = shellService(trial.shell, service, { host: 'phone' });
    if (serve === null) throw new Error('no such service');
    this.#served = serve(this.#client);
  }

  type(keys: string): void {
    this.send(FRAME.stdin, keys);
  }

  send(kind: number, text: string): void {
    this.#client.send(framesOf(kind, Buffer.from(text), 65_536));
  }

  /** Everything that came so far, without frames. */
  get shown(): string {
    return this.#frames().get(FRAME.stdout) ?? '';
  }

  /** What has come since the last time, up to and with the text. */
  async sees(text: string): Promise<string> {
    for (let look = 0; look < 2000; look += 1) {
      const at = this.shown.indexOf(text, this.#seen);
      if (at >= 0) {
        const found = this.shown.slice(this.#seen, at + text.length);
        this.#seen = at + text.length;
        return found;
      }
      await new Promise((resolve) => {
        setImmediate(resolve);
      });
    }
    throw new Error(`never saw ${JSON.stringify(text)} in ${JSON.stringify(this.shown.slice(this.#seen))}`);
  }

  /** The exit status once the service has ended. */
  async status(): Promise<number | undefined> {
    await this.#served;
    return this.#frames().get(FRAME.exit)?.charCodeAt(0);
  }

  leave(): Promise<void> {
    this.#client.leave();
    return this.#served;
  }

  #frames(): Map<number, string> {
    const bytes = this.#client.output;
    const texts = new Map<number, string>();
    for (let at = 0; at < bytes.length;) {
      const [kind, size] = [bytes[at] ?? 0, bytes.readUInt32LE(at + 1)];
      texts.set(kind, (texts.get(kind) ?? '') + bytes.toString('latin1', at + 5, at + 5 + size));
      at += 5 + size;
    }
    return texts;
  }
}

const PROMPT = 'phone:/ $ ';

describe('a terminal', () => {
  it('shows a prompt, what is typed, and the status of what failed, and ends with Ctrl-D', async () => {
    const user = new TerminalUser(trialShell());
    expect(await user.sees(PROMPT)).toBe(PROMPT);
    user.type('echo hi');
    expect(await user.sees('hi')).toBe('echo hi');
    user.type('\r');
    expect(await user.sees(PROMPT)).toBe(`\r\r\nhi\r\n${PROMPT}`);
    user.type('cd /sdcard; false\r');
    await user.sees('1|phone:/sdcard $ ');
    user.type('\u0004');
    expect(await user.status()).toBe(1);
    expect(await user.sees('^D')).toBe('^D');
    expect(user.shown.endsWith('^D\r\r\n')).toBe(true);
  });

  it('ends with exit', async () => {
    const user = new TerminalUser(trialShell());
    user.type('exit 7\r');
    expect(await user.status()).toBe(7);
  });

  it('interrupts what runs, and goes on', async () => {
    const user = new TerminalUser(trialShell());
    await user.sees(PROMPT);
    user.type('cat; echo after\r');
    await user.sees('\r\r\n');
    user.type('\u0003');
    expect(await user.sees(PROMPT)).toBe(`^C\r\n130|${PROMPT}`);
    user.type('half a comm\u0003');
    expect(await user.sees(PROMPT)).toBe(`half a comm^C\r\n130|${PROMPT}`);
    user.type('echo $?\r');
    expect(await user.sees(PROMPT)).toBe(`echo $?\r\r\n130\r\n${PROMPT}`);
    await user.leave();
  });

  it('echoes to programs that read, whose input Ctrl-D ends', async () => {
    const user = new TerminalUser(trialShell());
    await user.sees(PROMPT);
    user.type('cat\r');
    await user.sees('\r\r\n');
    user.type('lime\u007f\u007fne\r');
    expect(await user.sees('line\r\nline\r\n').catch(() => user.shown)).toContain(
      'lime\b \b\b \bne\r\nline\r\n',
    );
    user.type('\u0004');
    await user.sees(PROMPT);
    await user.leave();
  });

  it('erases characters, words and lines, and passes over arrows', async () => {
    const user = new TerminalUser(trialShell());
    user.type('xx\u0015echo one tow\u0017two\u001b[A!\u007f\r');
    await user.sees('\r\r\n');
    expect(await user.sees('\r\n')).toBe('one two\r\n');
    await user.leave();
  });

  it('asks for more where a command is not whole', async () => {
    const user = new TerminalUser(trialShell());
    await user.sees(PROMPT);
    user.type('echo "a\r');
    expect(await user.sees('> ')).toBe('echo "a\r\r\n> ');
    user.type('b"\r');
    expect(await user.sees(PROMPT)).toBe(`b"\r\r\na\r\nb\r\n${PROMPT}`);
    await user.leave();
  });

  it("knows the size of the client's window, and stays open when standard input is closed", async () => {
    const user = new TerminalUser(trialShell());
    await user.sees(PROMPT);
    user.send(FRAME.windowSize, '40x120,0x0\0');
    user.send(FRAME.closeStdin, '');
    user.type('echo $LINES $COLUMNS\r');
    await user.sees('\r\r\n');
    expect(await user.sees('\r\n')).toBe('40 120\r\n');
    await user.leave();
  });

  it('is there for one command, too, which Ctrl-C ends', async () => {
    const user = new TerminalUser(trialShell(), 'shell,v2,pty:echo begun; cat');
    expect(await user.sees('begun\r\n')).toBe('begun\r\n');
    user.type('\u0003');
    expect(await user.status()).toBe(130);
  });

  it('runs what was typed ahead', async () => {
    const user = new TerminalUser(trialShell());
    user.type('read name\rphone\recho $name ok\rexit\r');
    expect(await user.status()).toBe(0);
    expect(user.shown).toContain('phone ok\r\n');
  });

  it('leaves nothing behind when its client goes in the middle of a command', async () => {
    const trial = trialShell();
    const user = new TerminalUser(trial);
    await user.sees(PROMPT);
    user.type('cat\r');
    await user.sees('\r\r\n');
    await expect(user.leave()).resolves.toBeUndefined();
  });
});
