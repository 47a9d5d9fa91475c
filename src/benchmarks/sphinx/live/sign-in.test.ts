import { describe, expect, it } from 'vitest';
import type { Mode } from '../../../domain/mode.js';
import { HierarchyDumper } from '../../../environments/android/driver/hierarchy-dumper.js';
import { Secrets } from '../../../environments/android/login/secrets.js';
import type { TreeRule } from '../../../evaluators/tree-rules/rule.js';
import { hierarchyXml, uiNode } from '../../../testing/hierarchy-xml.js';
import { scriptedDevice } from '../../../testing/phones/scripted-device.js';
import type { LoginAction, LoginScript } from './login-script.js';
import { signIn } from './sign-in.js';

const { signal } = new AbortController();
const APP = { name: 'notes', package: 'org.example.notes', category: 'Tools' };
const SECRET = 'hunter2-secret';
const VARIABLES = { SPHINX_NOTES_PASSWORD: SECRET };
const RECORDED = '[0,0][20,20]';
const field: LoginAction = {
  type: 'input',
  element: { 'resource-id': 'org.example.notes:id/password', text: 'Password', bounds: RECORDED },
  message: '{password}',
};
const button: LoginAction = { type: 'click', element: { text: 'Sign in', bounds: '[0,20][20,40]' } };
const NONE: LoginAction = { type: 'none' };

const form = (button = 'Sign in'): string =>
  hierarchyXml([
    uiNode({
      'resource-id': 'org.example.notes:id/password',
      class: 'android.widget.EditText',
      password: 'true',
      focused: 'true',
      bounds: '[0,100][100,140]',
    }),
    uiNode({ text: button, bounds: '[0,140][100,180]' }),
  ]);
const HOME = hierarchyXml([uiNode({ text: 'Your notes', bounds: '[0,0][100,40]' })]);

interface Case {
  readonly mode: Mode;
  readonly actions?: readonly LoginAction[];
  readonly check?: readonly TreeRule[] | null;
  /** What the screen shows, by how many taps there were since the app was started; null while it never stands still. */
  readonly shows?: (taps: number, dumps: number) => string | null;
  readonly variables?: Readonly<Record<string, string>>;
}

/** What the phone was sent, with the pauses of at least a second between, and how it ended. */
async function login({
  mode,
  actions = [field, button],
  check = null,
  shows = (taps) => (taps < 2 ? form() : HOME),
  variables = VARIABLES,
}: Case) {
  const sent: string[] = [];
  let taps = 0;
  let before = 0;
  let dumps = 0;
  const { device, now } = scriptedDevice((line) => {
    if (line.startsWith('am force-stop') || line.startsWith('pm clear')) taps = 0;
    if (/^(?:input|pm clear)/.test(line)) {
      if (now() - before >= 1000) sent.push(`after ${Math.floor((now() - before) / 1000)} s`);
      sent.push(line);
      before = now();
    }
    if (line.startsWith('input tap')) taps += 1;
    if (line.startsWith('pm clear')) return 'Success\n';
    if (line.startsWith('cmd package resolve')) return 'org.example.notes/.Main\n';
    if (line.startsWith('am start')) return 'Status: ok\nComplete\n';
    if (line.startsWith('dumpsys window')) return 'mCurrentFocus=Window{1 u0 org.example.notes/.Main}\n';
    if (line.startsWith('wm size')) return 'Physical size: 100x200\n';
    if (line.includes('uiautomator dump')) {
      dumps += 1;
      const xml = shows(taps, dumps);
      if (xml === null)
        return { stdout: '__touchstone_file__0\n', stderr: 'ERROR: could not get idle state.' };
      return `UI hierchary dumped to: /data/local/tmp/x.xml\n__touchstone_file__\n${xml}`;
    }
    return '';
  });
  const secrets = new Secrets(variables);
  const script: LoginScript = { file: 'login_script/notes.json', actions, check, types: ['PASSWORD'] };
  const context = { device, dumper: new HierarchyDumper(device), keyboard: null, signal };
  const options = {
    mode,
    gestures: { pauseMs: mode === 'reference' ? 2000 : 0 },
    secrets,
    variables,
    context,
  };
  const error = await signIn(APP, script, options).then(
    () => null,
    (thrown: unknown) => thrown as Error & { readonly code: string; readonly fault: string },
  );
  return { sent, error, cleared: sent.filter((line) => line.startsWith('pm clear')).length };
}

const taps = (sent: readonly string[]): readonly string[] =>
  sent.filter((line) => line.startsWith('input tap'));

describe('signIn', () => {
  it('touches where the script says, or where the element is', async () => {
    expect(taps((await login({ mode: 'reference' })).sent)).toEqual(['input tap 10 10', 'input tap 10 30']);
    expect(taps((await login({ mode: 'corrected' })).sent)).toEqual(['input tap 50 120', 'input tap 50 160']);
  });

  it('types what the environment holds', async () => {
    const { sent, error } = await login({ mode: 'reference' });
    expect(error).toBeNull();
    expect(sent).toContain(`input text '${SECRET}'`);
  });

  it('waits as the published code', async () => {
    const { sent } = await login({ mode: 'reference', actions: [button, NONE, button] });
    expect(sent).toEqual([
      "pm clear 'org.example.notes'",
      'after 5 s',
      'input tap 10 30',
      'after 9 s',
      'input tap 10 30',
    ]);
  });

  it('tries three times, from the start each time, and says what was wrong', async () => {
    const stays = { shows: () => form() };
    expect(await login({ mode: 'reference', ...stays })).toMatchObject({ error: null, cleared: 1 });
    const { error, cleared } = await login({ mode: 'corrected', ...stays });
    expect(cleared).toBe(3);
    expect(error).toMatchObject({ code: 'LOGIN_FAILED', fault: 'user' });
    expect(error?.message).toMatch(/failed 3 times.*asks for a password/);
    expect(error?.message).not.toContain(SECRET);
  });

  it('wants the rules of the check to hold, in either mode', async () => {
    const holds = (text: string, activity?: string): TreeRule => ({
      type: 'stoppage',
      match_type: 'equal',
      match_rules: { text },
      check_type: 'equal',
      check_rules: activity === undefined ? {} : { activity },
    });
    for (const mode of ['reference', 'corrected'] as const) {
      expect(await login({ mode, check: [holds('Your notes')] })).toMatchObject({ error: null, cleared: 1 });
      const { error } = await login({ mode, check: [holds('Welcome')] });
      expect(error?.message).toMatch(/login_check does not hold/);
      const onMain = holds('Your notes', 'org.example.notes.Main');
      expect(await login({ mode, check: [onMain] })).toMatchObject({ error: null });
    }
  });

  it('names the action whose element is nowhere, only when corrected', async () => {
    const elsewhere = { shows: (count: number) => (count < 2 ? form('Log on') : HOME) };
    expect((await login({ mode: 'reference', ...elsewhere })).error).toBeNull();
    expect((await login({ mode: 'corrected', ...elsewhere })).error?.message).toMatch(/element of action 2/);
  });

  it('types a password into the field that hides it, where the script names what lies around', async () => {
    const frame = { class: 'android.widget.FrameLayout', password: 'false', bounds: '[0,0][768,640]' };
    const around: LoginAction = { type: 'input', element: frame, message: '{password}' };
    const hiding = await login({ mode: 'corrected', actions: [around, button] });
    expect(hiding.error).toBeNull();
    expect(taps(hiding.sent)).toEqual(['input tap 50 120', 'input tap 50 160']);
    const showing = (): string => form().replace('password="true"', 'password="false"');
    const refused = await login({ mode: 'corrected', actions: [around], shows: showing });
    expect(refused.error?.message).toMatch(/element of action 1/);
    expect(refused.sent.filter((line) => line.startsWith('input text'))).toEqual([]);
  });

  it('names the action that did nothing, only when corrected', async () => {
    const name = { class: 'android.widget.EditText', bounds: RECORDED };
    const city: LoginAction = { type: 'input', element: name, message: 'Berlin' };
    const field = uiNode({ ...name, text: 'empty', focused: 'true' });
    const ignoring = { actions: [city], shows: () => hierarchyXml([field]) };
    expect((await login({ mode: 'reference', ...ignoring })).error).toBeNull();
    const { error } = await login({ mode: 'corrected', ...ignoring });
    expect(error).toMatchObject({ code: 'LOGIN_FAILED', fault: 'user' });
    expect(error?.message).toMatch(/action 1: no field shows the text/);
  });

  it('blames the phone, and not its user, for a screen that it does not tell', async () => {
    const { error } = await login({ mode: 'corrected', shows: () => null });
    expect(error).toMatchObject({ code: 'DEVICE_FAULT', fault: 'environment' });
    const moving = (count: number, dumps: number): string | null =>
      dumps < 3 ? null : count < 2 ? form() : HOME;
    expect((await login({ mode: 'corrected', shows: moving })).error).toBeNull();
  });

  it('fails as its user where the variable is not set', async () => {
    const { error } = await login({ mode: 'reference', variables: {} });
    expect(error).toMatchObject({ code: 'LOGIN_FAILED', fault: 'user' });
    expect(error?.message).toContain('SPHINX_NOTES_PASSWORD');
  });
});
