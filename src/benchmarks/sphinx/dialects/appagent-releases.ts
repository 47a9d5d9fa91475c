import type { AppAgentRelease } from '../../../models/dialects/appagent/appagent.js';

/** SPHINX's adaptation, in which `text` names the field to type into. Source: SPHINX reference code. */
export const APPAGENT_RELEASES: Readonly<Record<string, AppAgentRelease>> = {
  sphinx: { textNamesElement: true },
};
