import type { AndroidSystem } from '../system/android-system.js';
import { displaySize } from '../../screens/display-size.js';

/** The one display. Source: AOSP `DisplayManagerService.dumpInternal`, `DisplayViewport.toString`. */
export function dumpDisplay(_args: readonly string[], { controls }: AndroidSystem): string {
  const { width, height } = displaySize(controls);
  const { density } = controls.profile;
  const rect = `Rect(0, 0 - ${width}, ${height})`;
  return `DISPLAY MANAGER (dumpsys display)
  mOnlyCode=false
  mSafeMode=false
  mPendingTraversal=false
  mViewports=[DisplayViewport{type=INTERNAL, valid=true, isActive=true, displayId=0, uniqueId='local:0', physicalPort=0, orientation=0, logicalFrame=${rect}, physicalFrame=${rect}, deviceWidth=${width}, deviceHeight=${height}}]

Display States: size=1
  Display Id=0
  Display State=ON
  Display Brightness=0.4

Display Devices: size=1
  DisplayDeviceInfo{"Built-in Screen": uniqueId="local:0", ${width} x ${height}, modeId 1, density ${density}, ${density}.0 x ${density}.0 dpi, state ON}
    mCurrentOrientation=0
    mCurrentLayerStackRect=${rect}
    mCurrentDisplayRect=${rect}

Logical Displays: size=1
  Display 0:
    mDisplayId=0
    mLayerStack=0
    mBaseDisplayInfo=DisplayInfo{"Built-in Screen", displayId 0, real ${width} x ${height}, rotation 0, density ${density}}

Display Power State:
  mScreenState=ON
`;
}
