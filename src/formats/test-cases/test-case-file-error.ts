import { DatasetError } from '../../errors.js';

/** A file of written test cases cannot be read as such; the place is the row or cell. */
export class TestCaseFileError extends DatasetError {
  override readonly code = 'TEST_CASE_FILE';
}
