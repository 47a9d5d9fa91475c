import { spawn } from 'node:child_process';

/**
 * Opens an address in the user's browser.
 *
 * @returns what went wrong, in a few words; null where nothing is known to have
 */
export async function openBrowser(address: string): Promise<string | null> {
  const [program, ...args] = opener(address);
  return await new Promise<string | null>((resolve) => {
    const child = spawn(program, args, { stdio: 'ignore', detached: true, windowsHide: true });
    child.once('error', (error) => resolve(error.message));
    // Some of them stay as long as the browser does.
    child.once('spawn', () => {
      child.unref();
      resolve(null);
    });
  });
}

function opener(address: string): readonly [string, ...string[]] {
  if (process.platform === 'darwin') return ['open', address];
  // Not by `start` of the shell, which would read the address.
  if (process.platform === 'win32') return ['rundll32', 'url.dll,FileProtocolHandler', address];
  return ['xdg-open', address];
}
