export { defineImporter, ImportedCaseSchema } from './test-cases/importer.js';
export type { ImportedCase, Importer } from './test-cases/importer.js';
