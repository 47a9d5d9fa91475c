import type { FamilyStatements } from './statement.js';
import { COGAGENT } from './cogagent.js';
import { OS_ATLAS } from './os-atlas.js';
import { SEEACT } from './seeact.js';
import { SEEACT_V } from './seeact-v.js';
import { UGROUND } from './uground.js';
import { UI_TARS } from './ui-tars.js';

/** Of every family. */
export const ALL_STATEMENTS: readonly FamilyStatements[] = [
  COGAGENT,
  OS_ATLAS,
  SEEACT,
  SEEACT_V,
  UGROUND,
  UI_TARS,
];
