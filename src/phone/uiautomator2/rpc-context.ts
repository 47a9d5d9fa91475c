import type { PhoneControls } from '../device/phone-controls.js';
import type { ScreenPictures } from '../screens/screen-pictures.js';

/** What the server on the phone works with. */
export interface RpcContext {
  readonly controls: PhoneControls;
  readonly pictures: ScreenPictures;
  readonly signal: AbortSignal;
}

/** Code of errors that a method has no code of its own for. Source: android-uiautomator-server, `ERROR_CODE_BASE - 1`. */
export const FAILED = -32_001;
