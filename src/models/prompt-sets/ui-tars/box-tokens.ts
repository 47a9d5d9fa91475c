import { pythonStrip } from '../../../domain/hierarchy/python-strip.js';

const LABEL = 'Action: ';
const POSITION = /(start_box|end_box)='\((\p{Nd}+),\s*(\p{Nd}+)\)'/gu;

/**
 * An earlier answer with the tokens around its positions that the model was trained with and servers leave out.
 *
 * Source: UI-TARS repository, `add_box_token` of `README_deploy.md`.
 */
export function withBoxTokens(answer: string): string {
  if (!answer.includes(LABEL) || !answer.includes('start_box=')) return answer;
  const [thought = '', ...actions] = answer.split(LABEL);
  const marked = actions.map((text) => {
    const action = pythonStrip(text);
    let written = action;
    for (const [, name, x, y] of action.matchAll(POSITION)) {
      written = written.replaceAll(
        `${name}='(${x},${y})'`,
        () => `${name}='<|box_start|>(${x},${y})<|box_end|>'`,
      );
    }
    return written;
  });
  return `${thought}${LABEL}${marked.join('\n\n')}`;
}
