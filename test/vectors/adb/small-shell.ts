import { MemoryFiles } from '../../../src/phone/files/memory-files.js';
import type { PhoneParts, PhoneService } from '../../../src/phone/device/phone-device.js';
import { androidTools } from '../../../src/phone/tools/android-tools.js';

/** Parts of a phone whose shell knows words and `&&`. */
export const SMALL_PARTS: PhoneParts = {
  files: (clock) => new MemoryFiles({ now: () => clock.now }),
  programs: (controls) => androidTools(controls),
  services: ({ controls, find }) => {
    const shell: PhoneService = async (service, stream) => {
      let status = 0;
      for (const line of service.slice('shell:'.length).split('&&')) {
        const words = line.trim().split(/\s+/);
        const [name = ''] = words;
        const tool = find(name);
        const write = (data: string | Uint8Array) =>
          stream.write(typeof data === 'string' ? Buffer.from(data) : data);
        if (tool === undefined) controls.note('unknown_command', name);
        status =
          (await tool?.({
            words,
            variables: new Map(),
            folder: '/',
            stdin: stream.input,
            stdout: write,
            stderr: write,
            signal: stream.gone,
          })) ?? 127;
        if (status !== 0) break;
      }
      return status;
    };
    return { 'shell:': shell };
  },
};
