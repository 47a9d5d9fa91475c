import { Complaint } from '../answer.js';
import type { Program } from '../program.js';

/** Says where programs lie. */
export function whichOf(hasProgram: (name: string) => boolean): Program {
  return async ({ words, system, stdout }) => {
    let status = 0;
    for (const name of words.slice(1).filter((word) => !word.startsWith('-'))) {
      const short = name.replace(/^\/(?:system|vendor)\/x?bin\//, '');
      if (system.find(short) || hasProgram(short)) await stdout(`/system/bin/${short}\n`);
      else status = 1;
    }
    return status;
  };
}

/** `toybox NAME …`: one program of the many that toybox is. */
export function toyboxOf(names: () => readonly string[]): Program {
  return async (call) => {
    const [, name] = call.words;
    if (name === undefined) {
      return `${names().slice().sort().join(' ')}\n`;
    }
    if (name === '--version') {
      return 'toybox 0.8.6-android\n';
    }
    if (name !== 'toybox' && names().includes(name)) return call.run(call.words.slice(1));
    call.system.onUnknown(`toybox ${name}`);
    throw new Complaint(`Unknown command ${name.slice(0, 40)}`, 127);
  };
}
