import { osAtlasDataSet } from '../../../models/prompt-sets/os-atlas/os-atlas-data-set.js';
import type { PromptSet } from '../../../models/prompt-sets/prompt-set.js';
import { guiR1Set, uiAgileSet, uiR1Set } from '../../../models/prompt-sets/r1/r1-sets.js';

const BENCHMARKS = ['androidcontrol'];

/** How papers ask models about AndroidControl, in prompts of this benchmark alone. */
export const ANDROIDCONTROL_SETS: readonly PromptSet[] = [
  osAtlasDataSet(
    {
      name: 'osatlas.data.androidcontrol',
      title: 'OS-Atlas as its records of AndroidControl ask it',
      benchmarks: BENCHMARKS,
      isDefault: true,
    },
    { text: 'osatlas.data.androidcontrol', tellsHistory: true },
  ),
  osAtlasDataSet(
    {
      name: 'osatlas.data.androidcontrol-low',
      title: 'OS-Atlas as its records of AndroidControl ask it at the low level, in the same words',
      benchmarks: BENCHMARKS,
    },
    { text: 'osatlas.data.androidcontrol-low', tellsHistory: true },
  ),
  guiR1Set(
    {
      name: 'guir1.androidcontrol',
      title: 'GUI-R1 as its paper asks it about AndroidControl',
      dialect: 'gui_r1@androidcontrol',
      benchmarks: BENCHMARKS,
      isDefault: true,
    },
    'guir1.androidcontrol',
  ),
  uiR1Set(
    {
      name: 'uir1.androidcontrol',
      title: 'UI-R1 as its paper asks it about AndroidControl',
      dialect: 'ui_r1@paper',
      benchmarks: BENCHMARKS,
      isDefault: true,
    },
    'uir1.androidcontrol',
  ),
  uiAgileSet(
    {
      name: 'uiagile.gui-r1',
      title: 'GUI-R1 as the UI-AGILE paper asks it about AndroidControl',
      dialect: 'gui_r1@androidcontrol',
      benchmarks: BENCHMARKS,
    },
    'uiagile.gui-r1',
  ),
  uiAgileSet(
    {
      name: 'uiagile.ui-r1',
      title: 'UI-R1 as the UI-AGILE paper asks it about AndroidControl',
      dialect: 'ui_r1@paper',
      benchmarks: BENCHMARKS,
    },
    'uiagile.ui-r1',
  ),
];
