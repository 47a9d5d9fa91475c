import { explore } from './explore.js';
import { graphFile, hierarchyPath, linedJson, picturePath } from './graph-file.js';
import { hierarchyXml } from './render/hierarchy-xml.js';
import type { PhonePage } from './render/phone-page.js';
import { encodePicture } from './render/picture.js';
import { PICTURE_SIZE, SCREEN } from './render/screen.js';
import { questionsFile } from './questions-file.js';
import { suiteFile } from './suite-file.js';
import { pocketWorld } from './world.js';

export interface RenderOptions {
  /** Whether a picture of a screen is drawn, by the screen's id; of every one unless given. Its hierarchy always is. */
  readonly isPictured?: (id: string) => boolean;
}

/** Every file of the world, by its path inside `worlds/pocket`. The same fonts and Chromium give the same bytes. */
export async function renderWorld(
  phone: PhonePage,
  { isPictured = () => true }: RenderOptions = {},
): Promise<Map<string, Uint8Array>> {
  const world = pocketWorld();
  const nodes = await explore(world, (app, view, scroll, id) =>
    phone.draw(app, view, scroll, { isPictured: isPictured(id) }),
  );
  const files = new Map<string, Uint8Array>();
  const text = new TextEncoder();
  const graph = graphFile(world, nodes);
  files.set('graph.json', text.encode(linedJson(graph, 'nodes')));
  files.set('suite.json', text.encode(linedJson(suiteFile(graph), 'tasks')));
  files.set('questions.json', text.encode(linedJson(questionsFile(), 'questions')));
  for (const { id, app, reading, screenshot } of nodes) {
    const xml = hierarchyXml({
      package: app.package,
      size: PICTURE_SIZE,
      statusHeight: SCREEN.statusHeight * SCREEN.ratio,
      window: reading.window,
      keyboard: reading.keyboard,
    });
    files.set(hierarchyPath(id), text.encode(xml));
    if (screenshot !== null) files.set(picturePath(id), await encodePicture(screenshot));
  }
  return files;
}
