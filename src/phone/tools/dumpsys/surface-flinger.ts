import type { AndroidSystem } from '../system/android-system.js';
import { displaySize } from '../../screens/display-size.js';

/** Id of the display, which `screencap -d` takes. */
const DISPLAY_ID = '4619827259835644672';

/** Displays of the compositor. Source: AOSP `SurfaceFlinger::dumpDisplayIdentificationData`. */
export function dumpSurfaceFlinger(args: readonly string[], { controls }: AndroidSystem): string {
  const identity = `Display ${DISPLAY_ID} (HWC display 0): port=0 pnpId=TST displayName="Built-in Screen"\n`;
  if (args.includes('--display-id')) return identity;
  const { width, height } = displaySize(controls);
  return `Display identification data:\n${identity}\nDisplays (1 entries)\n+ DisplayDevice{${DISPLAY_ID}, primary, "Built-in Screen"}\n   layerStack=0, (${width}x${height}), orient= 0, isSecure=true\n`;
}
