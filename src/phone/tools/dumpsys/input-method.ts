import type { AndroidSystem } from '../system/android-system.js';

/**
 * The keyboard: which one, and that it is not shown, so that nobody sends BACK to hide it.
 *
 * Source: AOSP `InputMethodManagerService.dump`.
 */
export function dumpInputMethod(_args: readonly string[], { controls }: AndroidSystem): string {
  const { keyboards } = controls;
  const methods = keyboards.list('all').map((id, index) => `  InputMethod #${index}:\n    mId=${id}\n`);
  return `Current Input Method Manager state:
  Input Methods:
${methods.join('')}  Clients:
  mCurMethodId=${keyboards.selected}
  mCurId=${keyboards.selected} mHaveConnection=true mBoundToMethod=true
  mShowRequested=false mShowExplicitlyRequested=false mShowForced=false mInputShown=false
  mInFullscreenMode=false
  mSystemReady=true mInteractive=true
  screenOn = true

Input method client state:
  mServedView=null
  mIsInputViewShown=false
  mActive=true mRestartOnNextWindowFocus=true mBindSequence=1
`;
}
