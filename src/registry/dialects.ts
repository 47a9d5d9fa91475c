import { GUI_R1_RELEASES as GUI_R1_ON_ANDROIDCONTROL } from '../benchmarks/androidcontrol/dialects/gui-r1-releases.js';
import { QWEN25_RELEASES, QWEN3_RELEASES } from '../benchmarks/colorbench/dialects/qwen-releases.js';
import { COLORBENCH_READERS } from '../benchmarks/colorbench/published-readers/colorbench-readers.js';
import { GUI_R1_RELEASES as GUI_R1_ON_GUIODYSSEY } from '../benchmarks/guiodyssey/dialects/gui-r1-releases.js';
import {
  GENERIC_CALL_RELEASES,
  GUI_R1_RELEASES as GUI_R1_ON_PROBENCH,
  UI_R1_RELEASES,
  UI_TARS_RELEASES,
} from '../benchmarks/probench/dialects/releases.js';
import { PROBENCH_READERS } from '../benchmarks/probench/published-readers/probench-readers.js';
import { APPAGENT_RELEASES } from '../benchmarks/sphinx/dialects/appagent-releases.js';
import { SPHINX_READERS } from '../benchmarks/sphinx/published-readers/sphinx-readers.js';
import {
  withPublishedReaders,
  type DialectFamily,
  type PublishedReader,
} from '../models/dialects/define-dialect.js';
import { agentcpm } from '../models/dialects/agentcpm/agentcpm.js';
import { aguvis } from '../models/dialects/aguvis/aguvis.js';
import { androidLensGeneral } from '../benchmarks/androidlens/dialects/androidlens-general.js';
import { appAgentGrid } from '../models/dialects/appagent/appagent-grid.js';
import { appAgent } from '../models/dialects/appagent/appagent.js';
import { autoGlm } from '../models/dialects/autoglm/autoglm.js';
import { cogAgent } from '../models/dialects/cogagent/cogagent.js';
import { colorBenchApi } from '../benchmarks/colorbench/dialects/colorbench-api.js';
import { genericCall } from '../models/dialects/generic-call/generic-call.js';
import { glmV } from '../models/dialects/glm-v/glm-v.js';
import { guiOwl } from '../models/dialects/gui-owl/gui-owl.js';
import { guiR1 } from '../models/dialects/gui-r1/gui-r1.js';
import { m3aJson } from '../models/dialects/m3a-json/m3a-json.js';
import { mobileAgentE } from '../models/dialects/mobile-agent-e/mobile-agent-e.js';
import { mobileAgentV2 } from '../models/dialects/mobile-agent-v2/mobile-agent-v2.js';
import { mobileAgentV3 } from '../models/dialects/mobile-agent-v3/mobile-agent-v3.js';
import { odysseyCommandFamily } from '../benchmarks/guiodyssey/dialects/odyssey-command.js';
import { odysseyMarks } from '../benchmarks/guiodyssey/dialects/odyssey-marks.js';
import { osAtlas } from '../models/dialects/os-atlas/os-atlas.js';
import { qwen25MobileUse } from '../models/dialects/qwen25-mobile-use/qwen25-mobile-use.js';
import { qwen3MobileUse } from '../models/dialects/qwen3-mobile-use/qwen3-mobile-use.js';
import { seeact } from '../models/dialects/seeact/seeact.js';
import { seeactV } from '../models/dialects/seeact-v/seeact-v.js';
import { uground } from '../models/dialects/uground/uground.js';
import { sphinxCoord } from '../benchmarks/sphinx/dialects/sphinx-coord.js';
import { sphinxGround } from '../benchmarks/sphinx/dialects/sphinx-ground.js';
import { sphinxId } from '../benchmarks/sphinx/dialects/sphinx-id.js';
import { uiAgile } from '../models/dialects/ui-agile/ui-agile.js';
import { uiR1 } from '../models/dialects/ui-r1/ui-r1.js';
import { uiTars } from '../models/dialects/ui-tars/ui-tars.js';
import { uiVenus } from '../models/dialects/ui-venus/ui-venus.js';

const FAMILIES: readonly DialectFamily[] = [
  genericCall.withReleases(GENERIC_CALL_RELEASES),
  sphinxId,
  sphinxCoord,
  sphinxGround,
  appAgent.withReleases(APPAGENT_RELEASES),
  appAgentGrid,
  odysseyCommandFamily,
  odysseyMarks,
  qwen25MobileUse.withReleases(QWEN25_RELEASES),
  qwen3MobileUse.withReleases(QWEN3_RELEASES),
  guiOwl,
  uiTars.withReleases(UI_TARS_RELEASES),
  glmV,
  androidLensGeneral,
  agentcpm,
  osAtlas,
  guiR1.withReleases({ ...GUI_R1_ON_ANDROIDCONTROL, ...GUI_R1_ON_GUIODYSSEY, ...GUI_R1_ON_PROBENCH }),
  uiR1.withReleases(UI_R1_RELEASES),
  uiAgile,
  autoGlm,
  m3aJson,
  uiVenus,
  aguvis,
  seeact,
  seeactV,
  uground,
  mobileAgentV2,
  mobileAgentE,
  mobileAgentV3,
  cogAgent,
  colorBenchApi,
];

/** Readers of benchmarks' published code, by benchmark and family. */
const READERS: Readonly<Record<string, Readonly<Record<string, PublishedReader>>>> = {
  sphinx: SPHINX_READERS,
  colorbench: COLORBENCH_READERS,
  probench: PROBENCH_READERS,
};

/** Every family of models that Touchstone speaks with, by name. */
export const DIALECTS: ReadonlyMap<string, DialectFamily> = new Map(
  FAMILIES.map((family) => [family.family, withPublishedReaders(family, readersOf(family))]),
);

function readersOf({ family }: DialectFamily): Readonly<Record<string, PublishedReader>> {
  return Object.fromEntries(
    Object.entries(READERS).flatMap(([benchmark, { [family]: reader }]) =>
      reader === undefined ? [] : [[benchmark, reader]],
    ),
  );
}
