import type { PublishedConstruction } from '../../published-construction.js';
import { boxesText } from './boxes-text.js';
import { completionTexts } from './completion-texts.js';
import { parseEdge, parseEdgeList } from './edge-list.js';
import { formOfName, matrixStatistics, matrixTexts, readMatrix } from './matrix-files.js';
import { preferenceTexts } from './preference-texts.js';
import { readCollected } from './read-collected.js';
import { constructedText, parseConstructed } from './read-constructed.js';

/** How ColorBench's graph was built. Source: ColorBench reference code `src/graph_construction/`; colorbench.md section 6. */
export const COLORBENCH_CONSTRUCTION: PublishedConstruction = {
  collected: readCollected,
  parseConstructed,
  constructedText,
  readMatrix,
  matrixTexts,
  formOfName,
  statistics: matrixStatistics,
  parseEdgeList,
  parseEdge,
  completionTexts,
  boxesText,
  preferenceTexts,
};
