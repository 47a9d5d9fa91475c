import { QWEN25_COORDINATES } from '../../../models/dialects/coordinate-rules.js';
import type { GuiR1Release } from '../../../models/dialects/gui-r1/gui-r1.js';

/** How GUI-R1 is asked about this benchmark. Source: GUI-R1 repository. */
export const GUI_R1_RELEASES: Readonly<Record<string, GuiR1Release>> = {
  guiodyssey: {
    actions: [
      'press_back',
      'press_recent',
      'press_home',
      'complete',
      'long_press',
      'scroll',
      'click',
      'impossible',
      'type',
    ],
    scroll: 'finger',
    coordinates: QWEN25_COORDINATES,
  },
};
