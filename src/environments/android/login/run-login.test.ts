import { expect, it } from 'vitest';
import { hierarchyXml, uiNode } from '../../../testing/hierarchy-xml.js';
import { scriptedDevice } from '../../../testing/phones/scripted-device.js';
import { HierarchyDumper } from '../driver/hierarchy-dumper.js';
import { runLogin } from './run-login.js';
import { Secrets } from './secrets.js';

const { signal } = new AbortController();

/** How a login ends that waits for `Welcome`, on a phone that shows this; null: its screen never stands still. */
async function waitFor(shows: (dumps: number) => string | null): Promise<unknown> {
  let dumps = 0;
  const { device } = scriptedDevice((line) => {
    if (!line.includes('uiautomator dump')) return '';
    dumps += 1;
    const text = shows(dumps);
    if (text === null)
      return { stdout: '__touchstone_file__0\n', stderr: 'ERROR: could not get idle state.' };
    return `UI hierchary dumped to: /x\n__touchstone_file__0\n${hierarchyXml([uiNode({ text, bounds: '[0,0][9,9]' })])}`;
  });
  const context = { device, dumper: new HierarchyDumper(device), keyboard: null, signal };
  const app = { name: 'Notes', package: 'org.example.notes' };
  const parts = { apps: [], secrets: new Secrets({}), context };
  return await runLogin(app, [{ wait: 'Welcome' }], parts).then(
    () => null,
    (error: unknown) => error,
  );
}

it('blames the phone for a screen that it does not tell, and the script for one that shows something else', async () => {
  expect(await waitFor(() => null)).toMatchObject({ code: 'DEVICE_FAULT', fault: 'environment' });
  expect(await waitFor(() => 'Sign in')).toMatchObject({ code: 'LOGIN_FAILED', fault: 'user' });
  expect(await waitFor((dumps) => (dumps < 5 ? null : 'Welcome'))).toBeNull();
});
