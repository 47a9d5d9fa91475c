import { oneOf } from '../../../domain/text/parse-option.js';
import type { ExportSwitch } from '../../dataset-export.js';
import type { SourceExportRequest } from '../../source-export.js';
import { ODYSSEY_CATEGORIES } from '../match/odyssey-tally.js';
import type { RecordingWords } from './episode-of-recording.js';

/** Switches of exports that put episodes of other sources into GUIOdyssey's words. */
export function wordSwitches(wordless: RecordingWords['wordless']): readonly ExportSwitch[] {
  return [
    {
      flag: '--category <name>',
      description: `category of episodes that have none of GUIOdyssey's (${ODYSSEY_CATEGORIES.join(', ')})`,
    },
    {
      flag: '--wordless <leave-out|skip>',
      description:
        'leave out episodes with an action that GUIOdyssey has no words for, or pass that step over',
      default: wordless,
    },
  ];
}

/** What those switches say. @throws {UserError} */
export function wordsOf(switches: SourceExportRequest['switches']): RecordingWords {
  const { category, device, wordless } = switches;
  return {
    category: category === undefined ? null : oneOf(ODYSSEY_CATEGORIES, category, '--category'),
    device: typeof device === 'string' ? device : null,
    wordless: oneOf(['leave-out', 'skip'] as const, wordless, '--wordless'),
  };
}
