/** What a scanner throws; its caller knows the file. `offset` counts UTF-16 units from the start of the scanned text. */
export class ScanFault {
  readonly offset: number;
  readonly message: string;

  constructor(offset: number, message: string) {
    this.offset = offset;
    this.message = message;
  }
}
