import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { parseHierarchy } from '../../../src/domain/hierarchy/parse-hierarchy.js';
import type { UiHierarchy } from '../../../src/domain/hierarchy/ui-hierarchy.js';
import { plainText, simplifiedText, treeText } from '../../../src/observations/accessibility-text.js';
import { marksOf, OUTLINE_WIDTH } from '../../../src/observations/marks/marks.js';
import { parseWithSaxes } from '../../reference/parse-with-saxes.js';
import { dataFolder, difference, lineSuite } from './lines.js';

const expectation = {
  tree: z.string(),
  simplified: z.string(),
  plain: z.string(),
  widgets: z.array(z.tuple([z.int(), z.string(), z.array(z.string())])),
  annotations: z.array(z.unknown()),
};
const RenderSchema = z.object({ file: z.string(), ...expectation });
const SyntheticSchema = z.object({ name: z.string(), xml: z.string(), ...expectation });
const DigestSchema = z.object({
  file: z.string(),
  nodes: z.int(),
  interactable: z.int(),
  tree_sha256: z.string(),
  simplified_sha256: z.string(),
  plain_sha256: z.string(),
});

/** All renderings in the form of the vectors. */
function rendered(hierarchy: UiHierarchy): Record<string, unknown> {
  return {
    tree: treeText(hierarchy),
    simplified: simplifiedText(hierarchy),
    plain: plainText(hierarchy),
    widgets: hierarchy.widgets.map((node) => [node.position, node.attribute('bounds'), node.actions]),
    annotations: marksOf(hierarchy).map((mark) =>
      mark.type === 'outline'
        ? { op: 'rect', bounds: mark.bounds, color_bgr: mark.colour.toReversed(), thickness: OUTLINE_WIDTH }
        : { op: 'label', text: String(mark.index), x: mark.x, y: mark.y, background_rgb: mark.background },
    ),
  };
}

function compare(
  hierarchy: UiHierarchy,
  line: z.infer<typeof RenderSchema | typeof SyntheticSchema>,
): string | null {
  for (const [kind, actual] of Object.entries(rendered(hierarchy))) {
    const problem = difference(actual, line[kind as keyof typeof expectation]);
    if (problem !== null) return `${kind}: ${problem}`;
  }
  return null;
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** Everything parsed from a screen, to compare two parsers. */
function nodesOf(hierarchy: UiHierarchy): unknown {
  return hierarchy.nodes.map((node) => [node.parent?.position, node.bounds, node.attributes()]);
}

export const renderSuites = [
  lineSuite(
    'render.jsonl',
    RenderSchema,
    async (line, context) =>
      compare(parseHierarchy(await readFile(join(dataFolder(context), line.file))), line),
    (line) => line.file,
  ),
  lineSuite(
    'render_synthetic.jsonl',
    SyntheticSchema,
    (line) => compare(parseHierarchy(line.xml), line),
    (line) => line.name,
  ),
  lineSuite(
    'render_digest.jsonl',
    DigestSchema,
    async (line, context) => {
      const xml = await readFile(join(dataFolder(context), line.file));
      const hierarchy = parseHierarchy(xml);
      const actual = {
        file: line.file,
        nodes: hierarchy.nodes.length,
        interactable: hierarchy.widgets.length,
        tree_sha256: sha256(treeText(hierarchy)),
        simplified_sha256: sha256(simplifiedText(hierarchy)),
        plain_sha256: sha256(plainText(hierarchy)),
      };
      const library = parseWithSaxes(xml.toString('utf8'));
      return (
        difference(actual, line) ??
        (difference(nodesOf(hierarchy), nodesOf(library)) === null
          ? null
          : 'a general XML library reads other nodes')
      );
    },
    (line) => line.file,
  ),
];
