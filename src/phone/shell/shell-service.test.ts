import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { trialShell, type TrialShell } from '../../testing/phones/trial-shell.js';
import { shellService } from './shell-service.js';

async function open(
  trial: TrialShell,
  name: string,
  sent: readonly Uint8Array[] = [],
  largestFrame?: number,
) {
  const service = shellService(trial.shell, name, largestFrame ? { largestFrame } : {});
  if (!service) return null;
  const received: Uint8Array[] = [];
  await service({
    input: (async function* () {
      yield* sent;
    })(),
    write: async (bytes) => {
      received.push(bytes);
    },
    gone: new AbortController().signal,
  });
  return Buffer.concat(received);
}

function framed(bytes: Buffer): { kind: number; data: string; size: number }[] {
  const frames = [];
  for (let position = 0; position < bytes.length;) {
    const size = bytes.readUInt32LE(position + 1);
    frames.push({
      kind: bytes[position]!,
      size,
      data: bytes.toString('latin1', position + 5, position + 5 + size),
    });
    position += 5 + size;
  }
  return frames;
}

const frame = (kind: number, text: string) => {
  const data = Buffer.from(text);
  const header = Buffer.alloc(5);
  header[0] = kind;
  header.writeUInt32LE(data.length, 1);
  return Buffer.concat([header, data]);
};

describe('shellService', () => {
  it('gives both outputs as they are where nothing frames them', async () => {
    const bytes = await open(trialShell(), 'shell:echo v1; nosuch; exit 3');
    expect(bytes?.toString()).toBe('v1\n/system/bin/sh: nosuch: inaccessible or not found\n');
    expect((await open(trialShell(), "exec:echo '-n' 'a b'"))?.toString()).toBe('a b');
  });

  it('frames outputs apart and ends with the exit status', async () => {
    const bytes = await open(trialShell(), 'shell,v2,TERM=xterm,raw:echo out; nosuch; exit 7');
    expect(framed(bytes!).map(({ kind, data }) => [kind, data])).toEqual([
      [1, 'out\n'],
      [2, '/system/bin/sh: nosuch: inaccessible or not found\n'],
      [3, '\x07'],
    ]);
  });

  it('cuts frames so that each fits a packet', async () => {
    const trial = trialShell();
    trial.files.write('/sdcard/big', new Uint8Array(10_000).fill(65));
    const frames = framed((await open(trial, 'shell,v2,raw:cat /sdcard/big', [], 4096))!);
    expect(frames.map(({ size }) => size)).toEqual([4091, 4091, 1818, 1]);
  });

  it('reads standard input out of frames cut anywhere, and ends at the frame that closes it', async () => {
    const whole = Buffer.concat([
      frame(0, 'one\ntw'),
      frame(5, '24x80,0x0'),
      frame(0, 'o\n'),
      frame(4, ''),
      frame(0, 'no'),
    ]);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.nat(whole.length), { maxLength: 8 }), async (cuts) => {
        const edges = [0, ...cuts.sort((a, b) => a - b), whole.length];
        const sent = edges.slice(1).map((end, index) => whole.subarray(edges[index], end));
        const frames = framed((await open(trialShell(), 'shell,v2,raw:cat', sent))!);
        expect(frames.map(({ data }) => data).join('')).toBe('one\ntwo\n\0');
      }),
    );
  });

  it('runs lines as they come where no command is named', async () => {
    const typed = 'x=1\nif true\nthen echo "a\nb" $x\nfi\necho c\\\nd; exit 5\necho never\n';
    const frames = framed((await open(trialShell(), 'shell,v2,raw:', [frame(0, typed)]))!);
    expect(frames.map(({ data }) => data)).toEqual(['a\nb 1\n', 'cd\n', '\x05']);
  });

  it('is a terminal where no command is named and none is refused, framed or not', async () => {
    const typed = Buffer.from('echo one | cat\recho "two"\r\x04echo no\r');
    const plain = (await open(trialShell(), 'shell:', [typed]))?.toString();
    const frames = framed((await open(trialShell(), 'shell,v2,pty:', [frame(0, typed.toString())]))!);
    // What is typed ahead is echoed as it comes, and again by the line editor.
    for (const shown of [plain, frames.map(({ kind, data }) => (kind === 1 ? data : '')).join('')]) {
      expect(shown).toContain('\r\none\r\nphone:/ $ ');
      expect(shown).toContain('two\r\nphone:/ $ ^D\r\r\n');
      expect(shown).not.toContain('\r\nno\r\n');
    }
  });

  it('continues after a line that is wrong', async () => {
    const frames = framed(
      (await open(trialShell(), 'shell,v2,raw:', [frame(0, 'fi\necho still here\n'), frame(4, '')]))!,
    );
    expect(frames.map(({ data }) => data)).toEqual([
      "/system/bin/sh: syntax error: unexpected 'fi'\n",
      'still here\n',
      '\0',
    ]);
  });

  it('serves nothing else', () => {
    for (const name of ['sync:', 'shellx:ls', 'tcp:9008', 'execute:x', ''])
      expect(shellService(trialShell().shell, name)).toBeNull();
  });
});
