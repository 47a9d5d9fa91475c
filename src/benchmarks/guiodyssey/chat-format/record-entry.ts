import type { EntryPieces } from '../../../formats/record-files/entry-pieces.js';
import type { ByteText } from '../../../formats/record-files/byte-text.js';
import type { GrowingRepr } from './growing-repr.js';
import { pythonNumber } from './python-number.js';

/** One training sample; the order of the keys is that of the file. */
export interface OdysseyTrainingRecord {
  readonly id: string;
  readonly image: string;
  readonly conversations: readonly [
    { readonly from: 'user'; readonly value: string },
    { readonly from: 'assistant'; readonly value: string },
  ];
  /** Python `repr` of the paths of all earlier screenshots. */
  readonly history: string;
}

/** One test sample. */
export interface OdysseyTestRecord {
  readonly id: string;
  readonly image: string;
  readonly question: string;
  readonly answer: string;
  readonly category: string;
  readonly step_length: number;
  /** Summary of the steps so far, where it is shown; the published records have none. */
  readonly context?: string;
  readonly history_action: string;
  readonly history_screenshot: string;
  readonly sam2_bbox: readonly number[];
  /** Whole numbers that the annotation writes with a fraction, by path within its step. */
  readonly wholeFloats?: ReadonlySet<string> | undefined;
}

/** Texts of an `OdysseyTrainingRecord` as JSON escapes. */
interface TrainingTexts {
  readonly id: ByteText;
  readonly image: ByteText;
  readonly question: ByteText;
  readonly answer: ByteText;
}

/** An `OdysseyTrainingRecord` as an entry of its file. */
export function trainingEntry(
  { id, image, question, answer }: TrainingTexts,
  history: GrowingRepr,
): EntryPieces {
  const head = `    {
        "id": "${id}",
        "image": "${image}",
        "conversations": [
            {
                "from": "user",
                "value": "${question}"
            },
            {
                "from": "assistant",
                "value": "${answer}"
            }
        ],
        "history": "[`;
  return [head, history.inner, ']"\n    }'];
}

/** An `OdysseyTestRecord` as an entry of its file; its texts are JSON escapes. */
export function testEntry(
  record: Omit<OdysseyTestRecord, 'history_action' | 'history_screenshot'>,
  history: { readonly actions: GrowingRepr; readonly screenshots: GrowingRepr },
): EntryPieces {
  const head = `    {
        "id": "${record.id}",
        "image": "${record.image}",
        "question": "${record.question}",
        "answer": "${record.answer}",
        "category": "${record.category}",
        "step_length": ${record.step_length},${
          record.context === undefined ? '' : `\n        "context": "${record.context}",`
        }
        "history_action": "[`;
  let box = '';
  for (const [index, edge] of record.sam2_bbox.entries()) {
    const number = pythonNumber(edge, record.wholeFloats?.has(`sam2_bbox.${index}`));
    box += `${box === '' ? '' : ','}\n            ${number}`;
  }
  return [
    head,
    history.actions.inner,
    ']",\n        "history_screenshot": "[',
    history.screenshots.inner,
    `]",\n        "sam2_bbox": [${box}${box === '' ? '' : '\n        '}]\n    }`,
  ];
}
