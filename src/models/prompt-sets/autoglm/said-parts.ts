import { pythonStrip } from '../../../domain/hierarchy/python-strip.js';

/** What a model thought, and what it does. */
export interface SaidParts {
  readonly thinking: string;
  readonly action: string;
}

/** The beginnings of an action, in the order in which they are looked for. */
const CALLS = ['finish(message=', 'do(action='];

/** An answer as the client divides it. Source: Open-AutoGLM, `_parse_response` of `phone_agent/model/client.py`. */
export function saidParts(answer: string): SaidParts {
  for (const call of CALLS) {
    const start = answer.indexOf(call);
    if (start >= 0) return { thinking: pythonStrip(answer.slice(0, start)), action: answer.slice(start) };
  }
  const start = answer.indexOf('<answer>');
  if (start < 0) return { thinking: '', action: answer };
  const thinking = answer.slice(0, start).replaceAll('<think>', '').replaceAll('</think>', '');
  const action = answer.slice(start + '<answer>'.length).replaceAll('</answer>', '');
  return { thinking: pythonStrip(thinking), action: pythonStrip(action) };
}
