import type { Box } from '../../domain/geometry.js';
import { ProtobufFault, ProtobufReader } from '../../formats/tfrecord/protobuf.js';

/** One element of a recorded screen, as the accessibility service reported it. */
export interface ForestNode {
  readonly id: number;
  readonly bounds: Box;
  readonly text: string;
  readonly description: string;
  readonly className: string;
  readonly packageName: string;
  readonly resourceId: string;
  readonly isCheckable: boolean;
  readonly isChecked: boolean;
  readonly isClickable: boolean;
  readonly isEnabled: boolean;
  readonly isFocusable: boolean;
  readonly isFocused: boolean;
  readonly isLongClickable: boolean;
  readonly isPassword: boolean;
  readonly isScrollable: boolean;
  readonly isSelected: boolean;
  readonly isVisible: boolean;
  readonly children: readonly number[];
}

/** One window of a recorded screen; its first node is the root. */
export interface ForestWindow {
  readonly nodes: readonly ForestNode[];
}

/** More than any screen has. */
const MOST_NODES = 100_000;

// Numbers of fields. Source: AndroidEnv repository, android_accessibility_*.proto and rect.proto.
const WINDOW = 1;
const TREE = 11;
const NODE = 1;
const TEXTS = { 3: 'className', 4: 'description', 6: 'packageName', 7: 'text', 10: 'resourceId' } as const;
const FLAGS = {
  12: 'isCheckable',
  13: 'isChecked',
  14: 'isClickable',
  16: 'isEnabled',
  17: 'isFocusable',
  18: 'isFocused',
  19: 'isLongClickable',
  20: 'isPassword',
  21: 'isScrollable',
  22: 'isSelected',
  23: 'isVisible',
} as const;
const NODE_ID = 1;
const BOUNDS = 2;
const CHILDREN = 25;

/**
 * The windows of an `AndroidAccessibilityForest` message, as far as uiautomator would tell of them.
 *
 * @throws {ProtobufFault} when the bytes are no such message
 */
export function readAccessibilityForest(bytes: Uint8Array): ForestWindow[] {
  const windows: ForestWindow[] = [];
  let left = MOST_NODES;
  for (const window of messages(bytes, WINDOW)) {
    const nodes: ForestNode[] = [];
    for (const tree of messages(window, TREE)) {
      for (const node of messages(tree, NODE)) {
        left -= 1;
        if (left < 0) throw new ProtobufFault(`there are more than ${MOST_NODES} elements`, 0);
        nodes.push(readNode(node));
      }
    }
    windows.push({ nodes });
  }
  return windows;
}

/** The messages in one field of a message; other fields are passed over. */
function* messages(bytes: Uint8Array, field: number): Generator<Uint8Array> {
  const reader = new ProtobufReader(bytes);
  while (reader.next()) {
    if (reader.field === field && reader.wire === 2) yield reader.bytes();
    else reader.skip();
  }
}

const decoder = new TextDecoder();

function readNode(bytes: Uint8Array): ForestNode {
  const reader = new ProtobufReader(bytes);
  const texts = { className: '', description: '', packageName: '', text: '', resourceId: '' };
  const flags: Record<(typeof FLAGS)[keyof typeof FLAGS], boolean> = {
    isCheckable: false,
    isChecked: false,
    isClickable: false,
    isEnabled: false,
    isFocusable: false,
    isFocused: false,
    isLongClickable: false,
    isPassword: false,
    isScrollable: false,
    isSelected: false,
    isVisible: false,
  };
  const children: number[] = [];
  let id = 0;
  let bounds: Box = [0, 0, 0, 0];
  while (reader.next()) {
    const { field, wire } = reader;
    const text = wire === 2 ? TEXTS[field as keyof typeof TEXTS] : undefined;
    const flag = wire === 0 ? FLAGS[field as keyof typeof FLAGS] : undefined;
    if (text !== undefined) texts[text] = decoder.decode(reader.bytes());
    else if (flag !== undefined) flags[flag] = reader.int64() !== 0n;
    else if (field === NODE_ID && wire === 0) id = reader.int32();
    else if (field === BOUNDS && wire === 2) bounds = readBounds(reader.bytes());
    else if (field === CHILDREN && wire === 0) children.push(reader.int32());
    else if (field === CHILDREN && wire === 2) {
      const packed = new ProtobufReader(reader.bytes());
      while (!packed.isAtEnd) children.push(packed.int32());
    } else reader.skip();
  }
  return { id, bounds, ...texts, ...flags, children };
}

/** Left, top, right and bottom are fields 1 to 4; what is 0 is not stored. */
function readBounds(bytes: Uint8Array): Box {
  const box: Box = [0, 0, 0, 0];
  const reader = new ProtobufReader(bytes);
  while (reader.next()) {
    if (reader.wire === 0 && reader.field <= 4) box[reader.field - 1] = reader.int32();
    else reader.skip();
  }
  return box;
}
