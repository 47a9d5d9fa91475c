import { describe, expect, it } from 'vitest';
import { programsOf, runTool, scriptedControls } from '../../testing/phones/scripted-controls.js';

async function dump(...args: readonly string[]): Promise<string> {
  const { stdout, status } = await runTool(programsOf(scriptedControls()), ['dumpsys', ...args]);
  expect(status).toBe(0);
  return stdout;
}

/** Lines that hold the word, as `grep` gives them. */
function grep(text: string, word: string): string[] {
  return text.split('\n').filter((line) => line.includes(word));
}

const FOCUS = '  mCurrentFocus=Window{a1b2c3d u0 org.example.home/org.example.home.Home}';

describe('dumpsys', () => {
  it.each([[[]], [['windows']], [['displays']]])(
    'names the window in focus once: window %j',
    async (args) => {
      const text = await dump('window', ...args);
      expect(grep(text, 'mCurrentFocus')).toEqual([FOCUS]);
      expect(grep(text, 'mFocusedApp')).toEqual([
        '  mFocusedApp=ActivityRecord{b2c3d4e u0 org.example.home/.Home t1}',
      ]);
    },
  );

  it('has the rotation and a screen that is on and not locked', async () => {
    const text = await dump('window');
    expect(text).toContain('mCurrentRotation=ROTATION_0');
    expect(text).toContain('mShowingLockscreen=false');
    expect(await dump('window', 'policy')).toContain('mScreenOnFully=true');
  });

  it('gives the frame of the touch screen and, on a line of its own, its orientation', async () => {
    const text = await dump('input');
    expect(text).toContain('logicalFrame=[0, 0, 1080, 2400]');
    expect(text).toContain('physicalFrame=[0, 0, 1080, 2400]');
    expect(grep(text, 'SurfaceOrientation')).toEqual([expect.stringMatching(/^ +SurfaceOrientation: 0$/)]);
  });

  it('gives the viewport of the display', async () => {
    const text = await dump('display');
    expect(text).toMatch(
      /DisplayViewport\{.*displayId=0.* orientation=0, logicalFrame=Rect\(0, 0 - 1080, 2400\), physicalFrame=Rect\(0, 0 - 1080, 2400\)/,
    );
    expect(text).toContain('mCurrentOrientation=0');
    expect(await dump('SurfaceFlinger', '--display-id')).toMatch(/^Display \d+ \(HWC display 0\): /);
  });

  it('names the activity in front in every form', async () => {
    expect(await dump('activity', 'activities')).toContain(
      'mResumedActivity: ActivityRecord{b2c3d4e u0 org.example.home/.Home t1}',
    );
    expect(await dump('activity')).toContain('topResumedActivity=ActivityRecord{');
    expect(await dump('activity', 'top')).toMatch(
      /^ {2}ACTIVITY org\.example\.home\/\.Home [0-9a-f]+ pid=\d+$/m,
    );
    expect(await dump('activity', 'recents')).toContain('Recent #0');
  });

  it('tells of power, battery, keyboard and calls what clients look for', async () => {
    const power = await dump('power');
    expect(power).toContain('mHoldingDisplaySuspendBlocker=true');
    expect(power).toContain('mWakefulness=Awake');
    expect(await dump('battery')).toContain('  level: 100\n');
    const keyboard = await dump('input_method');
    expect(keyboard).toContain('mInputShown=false');
    expect(keyboard).toContain('mIsInputViewShown=false');
    expect(await dump('telephony.registry')).toContain('mCallState=0');
  });

  it('tells version and launcher of a package', async () => {
    const text = await dump('package', 'com.android.settings');
    expect(text).toMatch(/versionCode=\d+ minSdk=\d+ targetSdk=33/);
    expect(text).toContain('versionName=');
    expect(text).toMatch(/android\.intent\.action\.MAIN:\n\s+\w+ com\.android\.settings\/\.Settings filter/);
    expect(await dump('package', 'org.missing')).toBe('Unable to find package: org.missing\n');
  });

  it('lists its services, and does not find others', async () => {
    expect(await dump('-l')).toContain('\n  window\n');
    const controls = scriptedControls();
    expect(await runTool(programsOf(controls), ['dumpsys', 'teapot'])).toMatchObject({
      stderr: "Can't find service: teapot\n",
    });
    expect(controls.done).toEqual([['note', 'unknown_command', 'dumpsys teapot']]);
  });
});
