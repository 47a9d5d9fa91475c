import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Screen } from '../../../domain/screen.js';
import { fileContent } from '../../../formats/file-content.js';
import { NO_SCREEN } from '../../dimensions/question-item.js';
import { SPHINX_SCREEN_SIZE } from './screen-folder.js';

/** Folder below the data, and number of the screen in it. No way out of the folder. */
const SCREEN_ID = /^(?:lowlevel_tasks|groundtruth\/\d{1,9}\/(?!\.{1,2}\/)[^/\\\0]+)\/\d{1,6}$/;

/** A screen of the data by its id: its files' path below the folder, without the ending. Null where there is none. */
export function sphinxScreen(dataDirectory: string, id: string): Screen | null {
  if (id === NO_SCREEN.id) return NO_SCREEN;
  if (!SCREEN_ID.test(id)) return null;
  const path = join(dataDirectory, id);
  const [xml, png] = [existsSync(`${path}.xml`), existsSync(`${path}.png`)];
  if (!xml && !png) return null;
  return {
    id,
    size: SPHINX_SCREEN_SIZE,
    activity: null,
    picture: png ? fileContent(`${path}.png`, 'image/png', { within: dataDirectory }) : null,
    hierarchy: xml ? fileContent(`${path}.xml`, 'application/xml', { within: dataDirectory }) : null,
  };
}
