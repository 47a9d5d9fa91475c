import { homedir } from 'node:os';
import { isAbsolute, join } from 'node:path';

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Where Touchstone keeps what it knows of this user alone: `TOUCHSTONE_HOME`, else where the platform keeps such things.
 * No working directory and no run folder can change it.
 */
export function userFolder(environment: Environment): string {
  const own = environment['TOUCHSTONE_HOME'];
  if (own !== undefined && own !== '') return own;
  const home = environment['HOME'] || homedir();
  const named = process.platform === 'win32' ? environment['LOCALAPPDATA'] : environment['XDG_STATE_HOME'];
  // A relative path is to be ignored, as the XDG specification has it.
  if (named !== undefined && isAbsolute(named)) return join(named, 'touchstone');
  if (process.platform === 'win32') return join(homedir(), 'AppData', 'Local', 'touchstone');
  if (process.platform === 'darwin') return join(home, 'Library', 'Application Support', 'touchstone');
  return join(home, '.local', 'state', 'touchstone');
}
