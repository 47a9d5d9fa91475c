import type { ServiceStream } from '../service-stream.js';
import type { Oddity } from './phone-controls.js';

/** What a service says that changes nothing, and what is worth keeping of it. */
interface Reply {
  readonly text: string;
  readonly oddity?: { readonly kind: Oddity; readonly what: string };
}

const ROOT = 'adbd cannot run as root in production builds\n';

/** Services that answer with one line. Source: AOSP `adb/daemon/restart_service.cpp` and `services.cpp`. */
const LINES: ReadonlyMap<string, string> = new Map([
  ['root:', ROOT],
  ['unroot:', 'adbd not running as root\n'],
  ['remount:', 'Not running as root. Try "adb root" first.\n'],
  ['disable-verity:', 'verity cannot be disabled/enabled - USER build\n'],
  ['enable-verity:', 'verity cannot be disabled/enabled - USER build\n'],
  ['usb:', 'restarting in USB mode\n'],
]);

/**
 * What services say that need nothing of the phone: switching its daemon over, restarting it, connections back to the host.
 * The connections are never made.
 */
export class PlainServices {
  #lastPort = 39_999;

  /** The service of this name, or null where it is none of these. */
  find(service: string): (() => Reply) | null {
    const line = LINES.get(service);
    if (line !== undefined) return () => ({ text: line });
    if (service.startsWith('tcpip:')) {
      return () => ({ text: `restarting in TCP mode port: ${service.slice('tcpip:'.length)}\n` });
    }
    if (service.startsWith('reboot:')) {
      return () => ({
        text: 'virtual phone: reboot is not supported\n',
        oddity: { kind: 'refused', what: service },
      });
    }
    if (service.startsWith('reverse:')) return this.#reverse(service.slice('reverse:'.length));
    return null;
  }

  /** Accepted and never made: nothing is listed, and removing any succeeds. */
  #reverse(request: string): (() => Reply) | null {
    if (request === 'list-forward') return () => ({ text: withLength('') });
    if (request === 'killforward-all' || request.startsWith('killforward:')) return () => ({ text: 'OKAY' });
    return request.startsWith('forward:') ? () => this.#start(request.slice('forward:'.length)) : null;
  }

  #start(request: string): Reply {
    const pair = request.startsWith('norebind:') ? request.slice('norebind:'.length) : request;
    const cut = pair.indexOf(';');
    const [asked, host] = [pair.slice(0, cut), pair.slice(cut + 1)];
    if (cut < 1 || host === '') return { text: `FAIL${withLength(`bad reverse forward: ${request}`)}` };
    return {
      text: asked === 'tcp:0' ? `OKAY${withLength(String(this.#nextPort()))}` : 'OKAY',
      oddity: { kind: 'absorbed', what: `reverse ${asked}` },
    };
  }

  /** Ports that were asked for without naming one get numbers in turn. */
  #nextPort(): number {
    this.#lastPort = this.#lastPort === 49_999 ? 40_000 : this.#lastPort + 1;
    return this.#lastPort;
  }
}

/** Says the reply. */
export async function reply({ text }: Reply, stream: ServiceStream): Promise<void> {
  await stream.write(Buffer.from(text, 'utf8'));
}

/** A text behind its length in four hex digits. */
function withLength(text: string): string {
  return Buffer.byteLength(text).toString(16).padStart(4, '0') + text;
}
