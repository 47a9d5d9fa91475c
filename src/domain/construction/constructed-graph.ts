/** A way from one page to another as the published construction keeps it. */
export interface ConstructedEdge {
  source_node: number;
  /** -1 while nobody has seen where it leads. */
  target_node: number;
  action_type: string;
  action_parameter: Readonly<Record<string, unknown>>;
}

/** A page with all its screenshots. */
export interface ConstructedNode {
  node_id: number;
  app: string;
  screenlists: { screenshot_path: string; node_description: string }[];
  ui_element_edge_list: ConstructedEdge[];
  /** Sorted. */
  next_node_id_list: number[];
  /** False for a node that its source names as the target of edges alone; published graphs do not have it. */
  listed?: boolean;
}

/**
 * The graph that the published construction writes after every trajectory.
 *
 * Source: ColorBench reference code `graph.py`; colorbench.md section 6.4.
 */
export interface ConstructedGraph {
  readonly metadata: {
    /** ISO 8601. */
    readonly created_at: string;
    readonly num_nodes: number;
    readonly app: string;
    readonly next_id: number;
  };
  /** By their ids. */
  readonly nodes: Readonly<Record<string, ConstructedNode>>;
}

/** Target of an edge that nobody has followed yet. */
export const PENDING = -1;

type Fields = Readonly<Record<string, unknown>>;

/** An action as an edge carries it. Source: colorbench.md section 6.4. */
export function constructedAction(action: Fields): Pick<ConstructedEdge, 'action_type' | 'action_parameter'> {
  const type = typeof action['action_type'] === 'string' ? action['action_type'] : 'unknown';
  return { action_type: type, action_parameter: parameterOf(type, action) };
}

function parameterOf(type: string, action: Fields): Fields {
  const given = (name: string): unknown => action[name] ?? null;
  switch (type) {
    case 'click':
    case 'long_press':
      return { x: given('x'), y: given('y') };
    case 'swipe':
      return { start: given('touch_xy'), lift: given('lift_xy') };
    case 'type':
    case 'answer':
    case 'input_text':
      return { text: given('text') };
    case 'open':
      return { text: given('app') };
    case 'system_button':
      return { text: given('button') };
    case 'status':
      return { status: given('goal_status') };
    default:
      return {};
  }
}
