import { WRAPPER } from '../../../models/dialects/bracketed/bracketed-parts.js';
import type { AppAgentRelease } from '../../../models/dialects/appagent/appagent.js';

/** SPHINX's adaptation, in which `text` names the field to type into, asked as all its models are. Source: SPHINX reference code. */
export const APPAGENT_RELEASES: Readonly<Record<string, AppAgentRelease>> = {
  sphinx: { textNamesElement: true, isUnlimited: true, ...WRAPPER },
};
