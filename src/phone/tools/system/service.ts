import { Failure } from '../../shell/answer.js';
import type { AndroidProgram } from './android-system.js';
import { SERVICE_NAMES } from '../dumpsys.js';

/** `service list|check|call`: calls succeed and do nothing. Source: AOSP `cmds/service/service.cpp`. */
export const service: AndroidProgram = async (args, call, { controls }) => {
  const [command, name = ''] = args;
  switch (command) {
    case 'list': {
      const lines = SERVICE_NAMES.map((one, index) => `${index}\t${one}: []\n`);
      return `Found ${SERVICE_NAMES.length} services:\n${lines.join('')}`;
    }
    case 'check':
      return `Service ${name}: ${SERVICE_NAMES.includes(name) ? 'found' : 'not found'}\n`;
    case 'call':
      controls.note('absorbed', `service ${args.join(' ')}`);
      return "Result: Parcel(00000000    '....')\n";
    default:
      throw new Failure('Usage: service [-h|-?]\n       service list\n       service check SERVICE\n', 10);
  }
};
