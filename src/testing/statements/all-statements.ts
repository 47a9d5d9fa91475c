import type { FamilyStatements } from './statement.js';
import { AGUVIS } from './calls/aguvis.js';
import { ANDROIDLENS_GENERAL } from './calls/androidlens-general.js';
import { AUTOGLM } from './calls/autoglm.js';
import { GENERIC_CALL } from './calls/generic-call.js';
import { UI_VENUS } from './calls/ui-venus.js';
import { COGAGENT } from './cogagent.js';
import { AGENTCPM } from './json/agentcpm.js';
import { GLM_V } from './json/glm-v.js';
import { GUI_OWL } from './json/gui-owl.js';
import { QWEN25_MOBILE_USE, QWEN3_MOBILE_USE } from './json/qwen-mobile-use.js';
import { GUI_R1, UI_AGILE, UI_R1 } from './json/r1-families.js';
import { APPAGENT } from './agents/appagent.js';
import { APPAGENT_GRID } from './agents/appagent-grid.js';
import { COLORBENCH_API } from './agents/colorbench-api.js';
import { M3A_JSON } from './agents/m3a-json.js';
import { MOBILE_AGENT_E } from './agents/mobile-agent-e.js';
import { MOBILE_AGENT_V2 } from './agents/mobile-agent-v2.js';
import { MOBILE_AGENT_V3 } from './agents/mobile-agent-v3.js';
import { ODYSSEY_COMMAND } from './benchmarks/odyssey-command.js';
import { ODYSSEY_MARKS } from './benchmarks/odyssey-marks.js';
import { OS_ATLAS } from './os-atlas.js';
import { SEEACT } from './agents/seeact.js';
import { SPHINX_COORD } from './benchmarks/sphinx-coord.js';
import { SPHINX_GROUND } from './benchmarks/sphinx-ground.js';
import { SPHINX_ID } from './benchmarks/sphinx-id.js';
import { SEEACT_V } from './agents/seeact-v.js';
import { UGROUND } from './agents/uground.js';
import { UI_TARS } from './ui-tars.js';

/** Of every family. */
export const ALL_STATEMENTS: readonly FamilyStatements[] = [
  AGENTCPM,
  AGUVIS,
  ANDROIDLENS_GENERAL,
  AUTOGLM,
  COGAGENT,
  GENERIC_CALL,
  GLM_V,
  GUI_OWL,
  GUI_R1,
  OS_ATLAS,
  QWEN25_MOBILE_USE,
  QWEN3_MOBILE_USE,
  SEEACT,
  UI_AGILE,
  UI_R1,
  UI_TARS,
  UI_VENUS,
  APPAGENT,
  APPAGENT_GRID,
  COLORBENCH_API,
  M3A_JSON,
  MOBILE_AGENT_E,
  MOBILE_AGENT_V2,
  MOBILE_AGENT_V3,
  ODYSSEY_COMMAND,
  ODYSSEY_MARKS,
  SPHINX_COORD,
  SPHINX_GROUND,
  SPHINX_ID,
  SEEACT_V,
  UGROUND,
];
