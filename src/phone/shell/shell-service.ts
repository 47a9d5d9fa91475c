import { FRAME, frameGroups, framesOf, stdinOf } from './shell-frames.js';
import type { PhoneShell } from './phone-shell.js';
import type { Service } from '../service-stream.js';
import type { Write } from './tool.js';
import { writeTogether } from '../write-together.js';

/** Largest frame with its header, in bytes; front ends cut what does not fit their packets. */
const LARGEST_FRAME = 64 * 1024;

/** Data up to this many bytes is copied into its frames; more is not, since it may be shared and a client may be slow. */
const MOST_COPIED = 4096;
/** Frames that are written together; as many as fit a packet. */
const FRAMES_TOGETHER = 16;

const SERVICE = /^(?:(shell)((?:,[^:]*)?)|exec):([\s\S]*)$/;

export interface ShellServiceOptions {
  /** Largest frame with its header, in bytes. */
  readonly largestFrame?: number;
  /** Called once the command is over. */
  readonly onExit?: (status: number) => void;
  /** Called when the command failed by a fault that is not its own. The client sees exit status 255. */
  readonly onFailure?: (error: unknown) => void;
}

/** A shell service by its parts. */
interface ShellRequest {
  /** `v2`: framed, with exit status; `v1`: plain bytes, both outputs in one. */
  readonly protocol: 'v1' | 'v2';
  /** The client's terminal is behind it. */
  readonly isTerminal: boolean;
  /** Empty: commands come on standard input. */
  readonly line: string;
}

/**
 * The service behind `shell:`, `shell,v2,…:` and `exec:`; null for any other name.
 *
 * Source: AOSP `adb/SERVICES.TXT`, `adb/shell_protocol.h`, `adb/daemon/shell_service.cpp`.
 */
export function shellService(
  shell: PhoneShell,
  service: string,
  options: ShellServiceOptions = {},
): Service | null {
  const request = readRequest(service);
  return request && ((stream) => serve(shell, request, stream, options));
}

function readRequest(service: string): ShellRequest | null {
  const match = SERVICE.exec(service);
  if (!match) return null;
  const words = (match[2] ?? '').split(',');
  return {
    protocol: words.includes('v2') ? 'v2' : 'v1',
    isTerminal: match[1] === 'shell' && match[3] === '' && !words.includes('raw'),
    line: match[3] ?? '',
  };
}

async function serve(
  shell: PhoneShell,
  request: ShellRequest,
  stream: Parameters<Service>[0],
  { largestFrame = LARGEST_FRAME, onExit, onFailure }: ShellServiceOptions,
): Promise<void> {
  const isFramed = request.protocol === 'v2';
  const output = (kind: number): Write => {
    if (!isFramed) return (data) => stream.write(typeof data === 'string' ? Buffer.from(data) : data);
    return async (data) => {
      const bytes = typeof data === 'string' ? Buffer.from(data) : data;
      if (bytes.length <= MOST_COPIED) {
        if (bytes.length) await stream.write(framesOf(kind, bytes, largestFrame));
        return;
      }
      const size = { largest: largestFrame, count: FRAMES_TOGETHER };
      for (const pieces of frameGroups(kind, bytes, size)) await writeTogether(stream, pieces);
    };
  };
  const raw = isFramed ? stdinOf(stream.input) : stream.input;
  const streams = {
    stdin: request.isTerminal ? typedLines(raw) : raw,
    stdout: output(FRAME.stdout),
    stderr: output(FRAME.stderr),
    signal: stream.gone,
  };
  let status: number;
  try {
    status = await (request.line ? shell.run(request.line, streams) : shell.interact(streams));
  } catch (error) {
    status = 255;
    onFailure?.(error);
  }
  if (isFramed) await stream.write(framesOf(FRAME.exit, Uint8Array.of(status), largestFrame));
  onExit?.(status);
}

const [CTRL_D, LINE_FEED, CARRIAGE_RETURN] = [4, 10, 13];

/** What a terminal makes of keys: Enter ends a line, Ctrl-D the input. */
async function* typedLines(input: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  for await (const bytes of input) {
    const end = bytes.indexOf(CTRL_D);
    const typed = end < 0 ? bytes : bytes.subarray(0, end);
    yield typed.map((byte) => (byte === CARRIAGE_RETURN ? LINE_FEED : byte));
    if (end >= 0) return;
  }
}
