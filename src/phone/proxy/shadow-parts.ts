import type { AsyncLocalStorage } from 'node:async_hooks';
import { setTimeout as delay } from 'node:timers/promises';
import type { PhoneCommand, PhoneParts, PhoneService } from '../device/phone-device.js';
import { phoneParts } from '../phone-parts.js';
import type { ServiceStream } from '../service-stream.js';
import type { ObservedStream } from './observed-stream.js';

/** Time for the shadow of a service to come to its end after the service itself, milliseconds. */
const GRACE_MS = 1_000;

/**
 * The parts of a phone that shadows a real one: every service does what a phone's does, for what follows from it, lasts as
 * long as the real one, and is logged with the real one's answer. Services that phones of ours do not have do nothing.
 *
 * @param current the real service that a service is the shadow of
 */
export function shadowParts(current: AsyncLocalStorage<ObservedStream>): PhoneParts {
  const parts = phoneParts();
  const nothing: PhoneService = async () => null;
  return {
    ...parts,
    services(phone, power) {
      const services = { ...parts.services(phone, power), '': nothing };
      const note = (error: unknown, { controls }: PhoneCommand): void => {
        const isLeft = error instanceof Error && error.name === 'AbortError';
        if (isLeft || power.aborted) return;
        controls.note('ignored', `not reduced: ${String(error).slice(0, 200)}`);
      };
      return Object.fromEntries(
        Object.entries(services).map(([name, serve]) => [name, follow(serve, current, note)]),
      );
    },
  };
}

function follow(
  serve: PhoneService,
  current: AsyncLocalStorage<ObservedStream>,
  note: (error: unknown, command: PhoneCommand) => void,
): PhoneService {
  return async (service, stream, command) => {
    const observed = current.getStore();
    if (observed === undefined) return serve(service, stream, command);
    observed.onOutput = (bytes) => void stream.write(bytes);
    const left = new AbortController();
    const input = stream.input[Symbol.asyncIterator]();
    // What a service leaves unread is read to the end, so that it is counted and logged.
    const kept = {
      next: () => {
        const result = input.next();
        observed.noteReduced();
        return result;
      },
    };
    const run = async (): Promise<void> => {
      try {
        const shadow: ServiceStream = {
          input: { [Symbol.asyncIterator]: () => kept },
          write: async () => {},
          gone: AbortSignal.any([stream.gone, left.signal]),
        };
        await serve(service, shadow, command);
      } catch (error) {
        note(error, command);
      }
      observed.noteReduced();
      for (let piece = await input.next(); piece.done !== true; piece = await input.next());
    };
    const done = run();
    await observed.over;
    await Promise.race([done, delay(GRACE_MS, undefined, { ref: false })]);
    left.abort(new DOMException('The real service is over', 'AbortError'));
    await Promise.race([done, delay(GRACE_MS, undefined, { ref: false })]);
    return observed.exitCode;
  };
}
