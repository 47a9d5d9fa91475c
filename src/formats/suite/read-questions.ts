import { OPTION_LETTERS } from '../../domain/questions/question.js';
import { FileContentError } from '../file-errors.js';
import { upgradeFormat } from '../format-version.js';
import { checkSchema, parseJson, placeOf, readTextFile } from '../read-json-file.js';
import { QUESTIONS_FORMAT, QuestionsFileSchema, type WorldQuestion } from './questions-file.js';

/** Names that questions may use. */
export interface QuestionNames {
  readonly hasNode: (id: string) => boolean;
  readonly hasTask: (id: string) => boolean;
}

/**
 * Questions about a world, each with an id of its own, four different options, and no name that the world lacks.
 *
 * @throws {DatasetError} of `formats/file-errors.ts` with the place in the file
 */
export function parseQuestions(text: string, file: string, names: QuestionNames): readonly WorldQuestion[] {
  const upgraded = upgradeFormat(parseJson(text, file), QUESTIONS_FORMAT, { file });
  const { questions } = checkSchema(upgraded, QuestionsFileSchema, { file, text });
  const seen = new Set<string>();
  for (const [index, { id, options, check }] of questions.entries()) {
    const refuse = (message: string, ...path: (string | number)[]): never => {
      throw new FileContentError(message, {
        place: placeOf(file, text, ['questions', index, ...path]),
        hint: 'Questions are described in docs/formats.md.',
      });
    };
    if (seen.has(id)) refuse(`question id "${id}" is given twice`, 'id');
    seen.add(id);
    const said = new Set<string>();
    for (const letter of OPTION_LETTERS) {
      if (said.has(options[letter])) refuse('two options say the same', 'options', letter);
      said.add(options[letter]);
    }
    if (check === undefined) continue;
    if (check.type === 'result' && !names.hasTask(check.task)) {
      refuse(`there is no task "${check.task}"`, 'check', 'task');
    }
    for (const letter of OPTION_LETTERS) {
      const stranger = check.states[letter].findIndex((node) => !names.hasNode(node));
      if (stranger < 0) continue;
      const node = check.states[letter][stranger] ?? '';
      refuse(`there is no node "${node}"`, 'check', 'states', letter, stranger);
    }
  }
  return questions;
}

/** A file of questions. @throws as `parseQuestions`, and where the file cannot be read. */
export async function readQuestions(
  file: string,
  names: QuestionNames,
  options: { readonly signal?: AbortSignal } = {},
): Promise<readonly WorldQuestion[]> {
  return parseQuestions(await readTextFile(file, options), file, names);
}
