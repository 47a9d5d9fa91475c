import type { PhoneControls } from '../device/phone-controls.js';
import type { ServiceStream } from '../service-stream.js';
import { writeTogether } from '../write-together.js';
import { displaySize } from './display-size.js';
import { framebuffer } from './raw-screen.js';
import { SHARED_PICTURES, type ScreenPictures } from './screen-pictures.js';

/**
 * The service `framebuffer:`: the screen on display as raw pixels behind a header.
 *
 * @throws {TouchstoneError} when the screen has no picture that can be shown
 */
export function framebufferService(
  controls: PhoneControls,
  pictures: ScreenPictures = SHARED_PICTURES,
): (stream: ServiceStream) => Promise<void> {
  return async (stream) => {
    const observation = await controls.look('screenshot');
    const { gone } = stream;
    const pixels = await pictures.pixels(observation, displaySize(controls), { signal: gone });
    await writeTogether(stream, framebuffer(pixels));
  };
}
