import { FRAME, frameGroups, framesOf, stdinOf } from './shell-frames.js';
import type { PhoneShell, WindowSize } from './phone-shell.js';
import type { Service, ServiceStream } from '../service-stream.js';
import { Terminal } from './terminal/terminal.js';
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
  /** Name of the phone in the prompt of a terminal. */
  readonly host?: string;
  /** Called once the command is over. */
  readonly onExit?: (status: number) => void;
  /** Called when the command failed by a fault that is not its own. The client sees exit status 255. */
  readonly onFailure?: (error: unknown) => void;
}

/** A shell service by its parts. */
interface ShellRequest {
  /** `v2`: framed, with exit status; `v1`: plain bytes, both outputs in one. */
  readonly protocol: 'v1' | 'v2';
  /** A terminal is between the client and the shell. */
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
    isTerminal: match[1] === 'shell' && !words.includes('raw') && (match[3] === '' || words.includes('pty')),
    line: match[3] ?? '',
  };
}

async function serve(
  shell: PhoneShell,
  request: ShellRequest,
  stream: Parameters<Service>[0],
  { largestFrame = LARGEST_FRAME, host = 'phone', onExit, onFailure }: ShellServiceOptions,
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
  const streams = {
    stdin: isFramed ? stdinOf(stream.input) : stream.input,
    stdout: output(FRAME.stdout),
    stderr: output(FRAME.stderr),
    signal: stream.gone,
  };
  let status: number;
  try {
    if (request.isTerminal)
      status = await attend(shell, request, stream, { write: output(FRAME.stdout), host });
    else status = await (request.line ? shell.run(request.line, streams) : shell.interact(streams));
  } catch (error) {
    status = 255;
    onFailure?.(error);
  }
  if (isFramed) await stream.write(framesOf(FRAME.exit, Uint8Array.of(status), largestFrame));
  onExit?.(status);
}

/** Runs the line, or what is typed, on a terminal, through which both outputs go. */
function attend(
  shell: PhoneShell,
  { protocol, line }: ShellRequest,
  stream: ServiceStream,
  { write, host }: { readonly write: Write; readonly host: string },
): Promise<number> {
  let listen: (size: WindowSize) => void = () => {};
  const input =
    protocol === 'v2'
      ? stdinOf(stream.input, { staysOpen: true, onSize: (size) => listen(size) })
      : stream.input;
  const terminal = new Terminal({ input, write, signal: stream.gone }, { host });
  return shell.attend(terminal, {
    line,
    signal: stream.gone,
    onSize: (listener) => (listen = listener),
  });
}
