import type { AndroidSystem } from '../system/android-system.js';
import { displaySize } from '../../screens/display-size.js';

/** Touch screen and orientation. Source: AOSP `InputReader.cpp`, `TouchInputMapper::dump`. */
export function dumpInput(_args: readonly string[], { controls }: AndroidSystem): string {
  const { width, height } = displaySize(controls);
  const frame = `[0, 0, ${width}, ${height}]`;
  return `INPUT MANAGER (dumpsys input)

Input Reader State:
  Device 1: touchscreen
    Generation: 1
    IsExternal: false
    Sources: KEYBOARD | TOUCHSCREEN
    Viewport INTERNAL: displayId=0, uniqueId=local:0, port=0, orientation=0, logicalFrame=${frame}, physicalFrame=${frame}, deviceSize=[${width}, ${height}], isActive=[1]
    Touch Input Mapper (mode - DIRECT):
      SurfaceWidth: ${width}px
      SurfaceHeight: ${height}px
      SurfaceLeft: 0
      SurfaceTop: 0
      SurfaceOrientation: 0

Input Dispatcher State:
  DispatchEnabled: true
  DispatchFrozen: false
  FocusedDisplayId: 0
`;
}
