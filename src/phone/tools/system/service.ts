import type { AndroidProgram } from './android-system.js';
import { SERVICE_NAMES } from '../dumpsys.js';

/** `service list|check|call`: calls succeed and do nothing. Source: AOSP `cmds/service/service.cpp`. */
export const service: AndroidProgram = async (args, call, { controls }) => {
  const [command, name = ''] = args;
  switch (command) {
    case 'list': {
      const lines = SERVICE_NAMES.map((one, index) => `${index}\t${one}: []\n`);
      await call.stdout(`Found ${SERVICE_NAMES.length} services:\n${lines.join('')}`);
      return 0;
    }
    case 'check':
      await call.stdout(`Service ${name}: ${SERVICE_NAMES.includes(name) ? 'found' : 'not found'}\n`);
      return 0;
    case 'call':
      controls.note('absorbed', `service ${args.join(' ')}`);
      await call.stdout("Result: Parcel(00000000    '....')\n");
      return 0;
    default:
      await call.stderr('Usage: service [-h|-?]\n       service list\n       service check SERVICE\n');
      return 10;
  }
};
