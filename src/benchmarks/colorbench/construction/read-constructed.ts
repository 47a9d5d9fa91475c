import { z } from 'zod';
import type { ConstructedGraph } from '../../../domain/construction/constructed-graph.js';
import { FileContentError } from '../../../formats/file-errors.js';
import { checkSchema, parseJson, placeOf } from '../../../formats/read-json-file.js';

const EdgeSchema = z.looseObject({
  source_node: z.int(),
  target_node: z.int(),
  action_type: z.string(),
  action_parameter: z.record(z.string(), z.unknown()),
});

const NodeSchema = z.looseObject({
  node_id: z.int().nonnegative(),
  app: z.string(),
  screenlists: z.array(z.looseObject({ screenshot_path: z.string().min(1), node_description: z.string() })),
  ui_element_edge_list: z.array(EdgeSchema),
  next_node_id_list: z.array(z.int()),
  listed: z.boolean().optional(),
});

const ConstructedSchema = z.looseObject({
  metadata: z.looseObject({
    created_at: z.string(),
    num_nodes: z.int().nonnegative(),
    app: z.string(),
    next_id: z.int().nonnegative(),
  }),
  nodes: z.record(z.string(), NodeSchema),
});

/**
 * The graph that the published construction saves.
 *
 * @throws {DatasetError} with file, line and path: a wrong shape, an edge to a node that is not there
 */
export function parseConstructed(text: string, file: string): ConstructedGraph {
  const graph = checkSchema(parseJson(text, file), ConstructedSchema, { file, text });
  const ids = new Set(Object.values(graph.nodes).map(({ node_id }) => node_id));
  for (const [key, { node_id, ui_element_edge_list: edges }] of Object.entries(graph.nodes)) {
    if (String(node_id) !== key) {
      throw contradiction(`the node is listed as "${key}" and says that it is ${node_id}`, file, text, [
        'nodes',
        key,
        'node_id',
      ]);
    }
    edges.forEach(({ target_node: target }, index) => {
      if (target >= 0 && !ids.has(target)) {
        throw contradiction(`there is no node ${target}`, file, text, [
          'nodes',
          key,
          'ui_element_edge_list',
          index,
          'target_node',
        ]);
      }
    });
  }
  return graph;
}

function contradiction(
  message: string,
  file: string,
  text: string,
  path: readonly (string | number)[],
): FileContentError {
  return new FileContentError(message, {
    place: placeOf(file, text, path),
    hint: 'Compare the file with what the construction writes after each trajectory.',
  });
}

/** As the published construction writes it. */
export function constructedText(graph: ConstructedGraph): string {
  return `${JSON.stringify(graph, null, 2)}\n`;
}
