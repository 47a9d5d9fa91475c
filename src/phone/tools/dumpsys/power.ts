import type { AndroidSystem } from '../system/android-system.js';

/** The screen is on, and nothing turns it off. Source: AOSP `PowerManagerService.dumpInternal`. */
export function dumpPower(_args: readonly string[], { controls }: AndroidSystem): string {
  return `POWER MANAGER (dumpsys power)

Power Manager State:
  mDirty=0x0
  mWakefulness=Awake
  mWakefulnessChanging=false
  mIsPowered=true
  mPlugType=2
  mBatteryLevel=100
  mStayOn=false
  mBootCompleted=true
  mSystemReady=true
  mHalAutoSuspendModeEnabled=false
  mHalInteractiveModeEnabled=true
  mWakeLockSummary=0x0
  mUserActivitySummary=0x1
  mHoldingWakeLockSuspendBlocker=false
  mHoldingDisplaySuspendBlocker=true
  mLastWakeTime=0 (${controls.clock.uptime} ms ago)

Display Power: state=ON
`;
}
