import { describe, expect, it } from 'vitest';
import { hierarchyXml, uiNode } from '../../testing/hierarchy-xml.js';
import {
  phoneScreen,
  programsOf,
  runTool,
  scriptedControls,
  type ScriptedControls,
} from '../../testing/phones/scripted-controls.js';

const XML = hierarchyXml([
  uiNode({ text: '', class: 'android.widget.FrameLayout', bounds: '[0,0][1080,2400]' }, [
    uiNode({ text: '', class: 'android.view.View', bounds: '[0,0][0,0]' }, [
      uiNode({
        text: 'Network',
        class: 'android.widget.TextView',
        'resource-id': 'org.example:id/row',
        clickable: 'true',
        bounds: '[0,100][1080,200]',
      }),
    ]),
    uiNode({ text: '', class: 'android.widget.EditText', focused: 'true', bounds: '[0,200][1080,300]' }),
  ]),
]);

function phone(): ScriptedControls {
  return scriptedControls({ observation: phoneScreen({ hierarchy: XML }) });
}

async function query(path: string, controls = phone(), authority = 'com.mobilerun.portal'): Promise<unknown> {
  const { stdout, status } = await runTool(programsOf(controls), [
    'content',
    'query',
    '--uri',
    `content://${authority}/${path}`,
  ]);
  expect(status).toBe(0);
  const [, json = ''] = /^Row: 0 result=(.*)\n$/.exec(stdout) ?? [];
  return JSON.parse(json);
}

describe('content query of Portal', () => {
  it('gives the recorded tree, the state of the phone and of its screen', async () => {
    const controls = phone();
    const { status, result } = (await query('state_full', controls)) as {
      status: string;
      result: Record<string, unknown>;
    };
    expect(status).toBe('success');
    expect(result.a11y_tree).toMatchObject({
      className: 'android.widget.FrameLayout',
      boundsInScreen: { left: 0, top: 0, right: 1080, bottom: 2400 },
      children: [
        { children: [{ text: 'Network', resourceId: 'org.example:id/row', isClickable: true }] },
        { isEditable: true, isFocused: true },
      ],
    });
    expect(result.phone_state).toMatchObject({
      packageName: 'org.example.home',
      activityName: 'org.example.home.Home',
      keyboardVisible: false,
      isEditable: true,
    });
    expect(result.device_context).toMatchObject({ screen_bounds: { width: 1080, height: 2400 } });
    expect(controls.done).toEqual([['look', 'hierarchy']]);
  });

  it('numbers what is visible from 1, and leaves out what has no size', async () => {
    const { result } = (await query('a11y_tree')) as { result: unknown };
    expect(result).toEqual([
      {
        index: 1,
        resourceId: '',
        className: 'FrameLayout',
        text: 'FrameLayout',
        bounds: '0, 0, 1080, 2400',
        children: [
          expect.objectContaining({
            index: 2,
            text: 'Network',
            className: 'TextView',
            bounds: '0, 100, 1080, 200',
          }),
          expect.objectContaining({ index: 3, className: 'EditText' }),
        ],
      },
    ]);
  });

  it('gives text under its older name', async () => {
    const { data } = (await query('state', phone(), 'com.droidrun.portal')) as { data: string };
    expect(Object.keys(JSON.parse(data) as object)).toEqual(['a11y_tree', 'phone_state']);
    expect(await query('packages', phone(), 'com.droidrun.portal')).toMatchObject({ count: 3 });
  });

  it('observes nothing for what is no observation', async () => {
    const controls = phone();
    expect(await query('ping', controls)).toEqual({ status: 'success', result: 'pong' });
    expect(await query('phone_state', controls)).toMatchObject({ status: 'success' });
    expect(await query('packages', controls)).toMatchObject({
      result: expect.arrayContaining([
        expect.objectContaining({ packageName: 'com.android.settings', label: 'Settings' }),
      ]) as unknown,
    });
    expect(controls.done).toEqual([]);
  });

  it('makes up no tree where none was recorded', async () => {
    expect(await query('state', scriptedControls())).toEqual({
      status: 'error',
      error: 'No active window or root filtered out',
    });
  });
});

describe('content insert of Portal', () => {
  const insert = async (path: string, ...binds: readonly string[]): Promise<unknown> => {
    const controls = phone();
    const { stdout, status } = await runTool(programsOf(controls), [
      'content',
      'insert',
      '--uri',
      `content://com.mobilerun.portal/${path}`,
      ...binds.flatMap((bind) => ['--bind', bind]),
    ]);
    expect([stdout, status]).toEqual(['', 0]);
    return controls.done;
  };

  it('types, after emptying the field unless asked not to', async () => {
    expect(await insert('keyboard/input', 'base64_text:s:5L2g5aW9', 'clear:b:false')).toEqual([
      ['type', '你好', 'Portal'],
    ]);
    expect(await insert('keyboard/input', 'base64_text:s:YQ==')).toEqual([
      ['clearText', 'Portal'],
      ['type', 'a', 'Portal'],
    ]);
  });

  it('presses keys and clears', async () => {
    expect(await insert('keyboard/key', 'key_code:i:66')).toEqual([['keys', [66]]]);
    expect(await insert('keyboard/clear')).toEqual([['clearText', 'Portal']]);
    expect(await insert('overlay_visible', 'visible:b:false')).toEqual([
      ['note', 'absorbed', 'Portal overlay_visible'],
    ]);
  });
});
