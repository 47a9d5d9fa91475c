import type { PhoneControls } from './device/phone-controls.js';
import type { PhoneParts, PhoneService } from './device/phone-device.js';
import { MemoryFiles } from './files/memory-files.js';
import { framebufferService } from './screens/framebuffer-service.js';
import { touchCommand } from './input/touch-command.js';
import { loadEncoder } from './screens/screen-pictures.js';
import type { ProcessTable } from './processes/process-table.js';
import type { Service } from './service-stream.js';
import { phoneShell } from './shell/phone-shell.js';
import { memoryFile, processorsFile } from './shell/programs/machine/memory.js';
import { shellService } from './shell/shell-service.js';
import { syncService } from './sync/sync-service.js';
import { androidPrograms } from './tools/android-programs.js';
import { UIAUTOMATOR2_PORT, startPreparedServer } from './uiautomator2/uiautomator2-server.js';
import { uiautomator2Service } from './uiautomator2/uiautomator2-service.js';

/** What the kernel tells of the phone. */
const SYSTEM_FILES: ReadonlyMap<string, Uint8Array> = new Map([
  ['/proc/cpuinfo', Buffer.from(processorsFile('phone'))],
  ['/proc/meminfo', Buffer.from(memoryFile())],
  ['/proc/version', Buffer.from('Linux version 5.10.157-android13 #1 SMP PREEMPT\n')],
]);

const BOOT_ID_FILE = '/proc/sys/kernel/random/boot_id';

/** The parts of a phone: files in memory, a shell, Android's programs, and the services of its daemon. */
export function phoneParts(): PhoneParts {
  return {
    files: (clock, bootId) =>
      new MemoryFiles({
        now: () => clock.now,
        start: SYSTEM_FILES,
        computed: new Map([[BOOT_ID_FILE, () => Buffer.from(`${bootId()}\n`)]]),
      }),
    programs: (phone) => androidPrograms(phone),
    services(phone, power) {
      const { files, clock, processes } = phone;
      if (phone.options.screenshots === 'rgba') void loadEncoder();
      const runLine: PhoneService = async (service, stream, { controls, find }) => {
        const shell = phoneShell({
          files,
          clock,
          processes,
          find,
          power,
          onCommand: (words, before) =>
            touchCommand(before) === 'whole' && touchCommand(words) === null ? controls.part() : undefined,
          onUnknown: (name) => controls.note('unknown_command', name),
        });
        let status: number | null = null;
        let failure: { readonly error: unknown } | null = null;
        const serve = shellService(shell, service, {
          host: phone.profile.device,
          onExit: (code) => (status = code),
          onFailure: (error) => (failure = { error }),
        });
        await serve?.(stream);
        // Rethrown, so that it is logged; the client already has the message.
        if (failure !== null) throw (failure as { error: unknown }).error;
        return status;
      };
      return {
        'shell:': runLine,
        'shell,': runLine,
        'exec:': runLine,
        'sync:': withoutStatus(() => syncService(files)),
        'framebuffer:': withoutStatus(framebufferService),
        ...(phone.options.uiautomator2 ? { [`tcp:${UIAUTOMATOR2_PORT}`]: uiautomator2(processes) } : {}),
      };
    },
  };
}

/** The port of uiautomator2's server, open while one runs. */
function uiautomator2(processes: ProcessTable): PhoneService {
  startPreparedServer(processes);
  const serve: PhoneService = async (_service, stream, { controls }) => {
    const { input, gone } = stream;
    const server = processes.listener(UIAUTOMATOR2_PORT);
    // Not `AbortSignal.any`, which a signal that outlives thousands of connections would keep.
    const end = new AbortController();
    const close = (): void => end.abort();
    for (const signal of [gone, server]) {
      if (signal?.aborted) close();
      signal?.addEventListener('abort', close, { once: true });
    }
    try {
      const write = (bytes: Uint8Array): Promise<void> => stream.write(bytes);
      await uiautomator2Service(controls)({ input, write, gone: end.signal });
    } finally {
      for (const signal of [gone, server]) signal?.removeEventListener('abort', close);
    }
    return null;
  };
  return Object.assign(serve, { isTaken: () => processes.listener(UIAUTOMATOR2_PORT) !== null });
}

/** A service that has no exit status. */
function withoutStatus(serviceOf: (controls: PhoneControls) => Service): PhoneService {
  return async (_service, stream, { controls }) => {
    await serviceOf(controls)(stream);
    return null;
  };
}
