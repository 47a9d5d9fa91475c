import type { PhoneControls } from '../../device/phone-controls.js';
import { displaySize } from '../../screens/display-size.js';

/**
 * `am stack list`: one stack with what is on display on top.
 *
 * Source: AOSP `ActivityTaskManager.RootTaskInfo.toString`.
 */
export function stackList(controls: PhoneControls): string {
  const { component } = controls;
  const { width, height } = displaySize(controls);
  const bounds = `[0,0][${width},${height}]`;
  return (
    `RootTask id=1 bounds=${bounds} displayId=0 userId=0\n` +
    ` configuration={1.0 ?mcc?mnc [${controls.profile.locale.replace('-', '_')}] ldltr ${controls.profile.density}dpi finger}\n` +
    `  taskId=1: ${component} bounds=${bounds} userId=0 visible=true topActivity=ComponentInfo{${component}}\n`
  );
}
