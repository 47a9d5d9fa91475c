import type { DialectFamily } from './define-dialect.js';
import { agentcpm } from './agentcpm/agentcpm.js';
import { aguvis } from './aguvis/aguvis.js';
import { androidLensGeneral } from './androidlens-general/androidlens-general.js';
import { appAgentGrid } from './appagent/appagent-grid.js';
import { appAgent } from './appagent/appagent.js';
import { autoGlm } from './autoglm/autoglm.js';
import { cogAgent } from './cogagent/cogagent.js';
import { colorBenchApi } from './colorbench-api/colorbench-api.js';
import { genericCall } from './generic-call/generic-call.js';
import { guiOwl } from './gui-owl/gui-owl.js';
import { guiR1 } from './gui-r1/gui-r1.js';
import { m3aJson } from './m3a-json/m3a-json.js';
import { mobileAgentE } from './mobile-agent-e/mobile-agent-e.js';
import { mobileAgentV2 } from './mobile-agent-v2/mobile-agent-v2.js';
import { odysseyCommandFamily } from './odyssey/odyssey-command.js';
import { odysseyMarks } from './odyssey/odyssey-marks.js';
import { osAtlas } from './os-atlas/os-atlas.js';
import { qwen25MobileUse } from './qwen25-mobile-use/qwen25-mobile-use.js';
import { qwen3MobileUse } from './qwen3-mobile-use/qwen3-mobile-use.js';
import { seeact } from './seeact/seeact.js';
import { sphinxCoord } from './sphinx/sphinx-coord.js';
import { sphinxGround } from './sphinx/sphinx-ground.js';
import { sphinxId } from './sphinx/sphinx-id.js';
import { uiR1 } from './ui-r1/ui-r1.js';
import { uiTars } from './ui-tars/ui-tars.js';
import { uiVenus } from './ui-venus/ui-venus.js';

const FAMILIES: readonly DialectFamily[] = [
  genericCall,
  sphinxId,
  sphinxCoord,
  sphinxGround,
  appAgent,
  appAgentGrid,
  odysseyCommandFamily,
  odysseyMarks,
  qwen25MobileUse,
  qwen3MobileUse,
  guiOwl,
  uiTars,
  androidLensGeneral,
  agentcpm,
  osAtlas,
  guiR1,
  uiR1,
  autoGlm,
  m3aJson,
  uiVenus,
  aguvis,
  seeact,
  mobileAgentV2,
  mobileAgentE,
  cogAgent,
  colorBenchApi,
];

/** Every family of models that Touchstone speaks with, by name. */
export const DIALECTS: ReadonlyMap<string, DialectFamily> = new Map(
  FAMILIES.map((family) => [family.family, family]),
);
