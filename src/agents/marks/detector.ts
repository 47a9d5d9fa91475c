import type { Detections } from '../../domain/detections/detected-element.js';
import { ModelOutageError } from '../../models/model-errors.js';
import { readOmniParser } from '../../observations/detections/read-omniparser.js';
import type { AgentRole } from '../define-agent.js';
import { askModel } from '../prompting/ask-model.js';
import type { ElementSource } from './element-source.js';

/** The model that finds the elements of screens without a UI hierarchy. */
export const DETECTOR_ROLE: AgentRole = {
  name: 'detector',
  does: 'finds the elements that are marked on screens without a UI hierarchy',
};

/** Elements as a served detector finds them on the picture, as it was recorded. */
export const servedDetector: ElementSource = {
  identity: { detector: true },
  detect: async ({ picture }, { models, signal }) => {
    if (picture === null) return null;
    const data = await picture.load({ signal });
    const content = [{ type: 'image', mediaType: picture.mediaType, data }] as const;
    const answer = await askModel(
      models,
      DETECTOR_ROLE.name,
      { messages: [{ role: 'user', content }] },
      { signal },
    );
    return detectionsIn(answer.text);
  },
};

function detectionsIn(text: string): Detections {
  const read = readOmniParser(parsed(text));
  if (read.type === 'detections') return read.detections;
  const at = read.path.length === 0 ? '' : ` (${read.path.join('.')})`;
  throw new ModelOutageError(`the detector sent something that cannot be used: ${read.message}${at}`, {
    hint: 'Check that its address is that of an OmniParser server (docs/marks.md).',
  });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
