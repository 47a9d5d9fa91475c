import type { AndroidSystem } from '../system/android-system.js';
import { displaySize } from '../../screens/display-size.js';
import { activityRecord, frontPid, windowRecord } from './window-records.js';

/**
 * Windows, displays and the state of the lock screen. In all of them together the window in focus is named once, as
 * clients take every line that names it.
 *
 * Source: AOSP `WindowManagerService.doDump`.
 */
export function dumpWindow(args: readonly string[], system: AndroidSystem): string {
  const part = args.find((argument) => !argument.startsWith('-'));
  switch (part) {
    case 'policy':
    case 'p':
      return policy();
    case 'displays':
    case 'd':
      return displays(system);
    case 'windows':
    case 'w':
    case 'visible':
    case 'visible-apps':
      return windows(system) + focus(system);
    case 'lastanr':
    case 'l':
      return lastAnr();
    case 'tokens':
    case 'sessions':
    case 'trace':
      return `WINDOW MANAGER ${part.toUpperCase()} (dumpsys window ${part})\n`;
    default:
      return `${lastAnr()}\n${policy()}\n${displays(system)}\n${windows(system)}`;
  }
}

function lastAnr(): string {
  return 'WINDOW MANAGER LAST ANR (dumpsys window lastanr)\n  <no ANR has occurred since boot>\n';
}

function policy(): string {
  return `WINDOW MANAGER POLICY STATE (dumpsys window policy)
    mSafeMode=false mSystemReady=true mSystemBooted=true
    mIncallPowerBehavior=sleep
    mAwake=true mScreenOnEarly=true mScreenOnFully=true
    mKeyguardDrawComplete=true mWindowManagerDrawComplete=true
    mShowingLockscreen=false mShowingDream=false mDreamingLockscreen=false
    mIsKeyguardShowing=false mKeyguardOccluded=false
    interactiveState=INTERACTIVE_STATE_AWAKE
    screenState=SCREEN_STATE_ON
    KeyguardServiceDelegate
      showing=false
      inputRestricted=false
      occluded=false
      secure=false
`;
}

function displays(system: AndroidSystem): string {
  const { controls } = system;
  const { width, height } = displaySize(controls);
  return `WINDOW MANAGER DISPLAY CONTENTS (dumpsys window displays)
  Display: mDisplayId=0 (organized)
    init=${width}x${height} ${controls.profile.density}dpi cur=${width}x${height} app=${width}x${height} rng=${width}x${height}-${width}x${height}
    deferred=false mLayoutNeeded=false
  mCurrentRotation=ROTATION_0
${focus(system)}`;
}

function focus({ controls }: AndroidSystem): string {
  return `  mCurrentFocus=${windowRecord(controls)}\n  mFocusedApp=${activityRecord(controls)}\n`;
}

function windows({ controls }: AndroidSystem): string {
  const { width, height } = displaySize(controls);
  const [packageName = ''] = controls.component.split('/', 1);
  return `WINDOW MANAGER WINDOWS (dumpsys window windows)
  Window #0 ${windowRecord(controls)}:
    mDisplayId=0 mSession=Session{d4e5f60 ${frontPid(controls)}:u0a100} mClient=android.os.BinderProxy@1
    mOwnerUid=10100 showForAllUsers=false package=${packageName} appop=NONE
    mAttrs={(0,0)(fillxfill) sim={adjust=resize} ty=BASE_APPLICATION fmt=TRANSLUCENT}
    mHasSurface=true isReadyForDisplay()=true mWindowRemovalAllowed=false
    mFrame=[0,0][${width},${height}] isOnScreen=true isVisible=true
`;
}
