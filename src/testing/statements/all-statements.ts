import type { FamilyStatements } from './statement.js';
import { APPAGENT } from './appagent.js';
import { APPAGENT_GRID } from './appagent-grid.js';
import { COGAGENT } from './cogagent.js';
import { COLORBENCH_API } from './colorbench-api.js';
import { M3A_JSON } from './m3a-json.js';
import { MOBILE_AGENT_E } from './mobile-agent-e.js';
import { MOBILE_AGENT_V2 } from './mobile-agent-v2.js';
import { MOBILE_AGENT_V3 } from './mobile-agent-v3.js';
import { ODYSSEY_COMMAND } from './odyssey-command.js';
import { ODYSSEY_MARKS } from './odyssey-marks.js';
import { OS_ATLAS } from './os-atlas.js';
import { SEEACT } from './seeact.js';
import { SPHINX_COORD } from './sphinx-coord.js';
import { SPHINX_GROUND } from './sphinx-ground.js';
import { SPHINX_ID } from './sphinx-id.js';
import { UI_TARS } from './ui-tars.js';

/** Of every family. */
export const ALL_STATEMENTS: readonly FamilyStatements[] = [
  APPAGENT,
  APPAGENT_GRID,
  COGAGENT,
  COLORBENCH_API,
  M3A_JSON,
  MOBILE_AGENT_E,
  MOBILE_AGENT_V2,
  MOBILE_AGENT_V3,
  ODYSSEY_COMMAND,
  ODYSSEY_MARKS,
  OS_ATLAS,
  SEEACT,
  SPHINX_COORD,
  SPHINX_GROUND,
  SPHINX_ID,
  UI_TARS,
];
