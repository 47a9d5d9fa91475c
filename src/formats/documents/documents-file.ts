import { z } from 'zod';
import { AppDocuments, ElementDocumentSchema } from '../../domain/app-documents.js';
import { checkSchema, parseJson, readTextFile } from '../read-json-file.js';
import { upgradeFormat } from '../format-version.js';

/** What elements of apps do, as AppAgent writes it down and reads it. */
export const DocumentsFileSchema = z.object({
  formatVersion: z.literal(1),
  documents: z.array(ElementDocumentSchema),
});
export type DocumentsFile = z.infer<typeof DocumentsFileSchema>;

/** @throws {DatasetError} of `formats/file-errors.ts` naming file and place */
export async function readDocumentsFile(file: string): Promise<AppDocuments> {
  const text = await readTextFile(file);
  const value = upgradeFormat(parseJson(text, file), { name: 'documents', steps: [] }, { file });
  const documents = new AppDocuments();
  for (const document of checkSchema(value, DocumentsFileSchema, { file, text }).documents) {
    documents.add(document);
  }
  return documents;
}

/** The file that holds these documents, equal for equal ones. */
export function documentsFile(documents: AppDocuments): DocumentsFile {
  return { formatVersion: 1, documents: [...documents.all()] };
}
